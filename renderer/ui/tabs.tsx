import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Kbd } from "./kbd.tsx";

/** One of the tabs. */
export interface Tab<T extends string> {
  value: T;
  title: string;
  /** A count or a sign after the title. */
  badge?: ReactNode;
  keys?: string | undefined;
}

export interface TabsProps<T extends string> {
  /** What the tabs choose between, for a screen reader. */
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange(value: T): void;
  /** At the right end of the bar. */
  tools?: ReactNode;
  /** Titles are cut where there is no room, so that every tab stays in view; else the bar scrolls. */
  fits?: boolean;
  /** Above the bar; both stay in view while what they stand over is scrolled. */
  head?: ReactNode;
  className?: string;
  /** What the chosen tab shows; it stays mounted while the choice changes. */
  children: ReactNode;
}

/** A row of tabs over what the chosen one shows. Arrows move the choice. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { value, onChange, head, className, children } = props;
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={classes("flex min-h-0 min-w-0 flex-1 flex-col", className)}
    >
      {head === undefined ? (
        <TabBar {...props} />
      ) : (
        <div className="sticky top-0 z-10 bg-inherit">
          {head}
          <TabBar {...props} />
        </div>
      )}
      <Base.Panel value={value} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}

function TabBar<T extends string>({ label, tabs, tools, fits = false }: TabsProps<T>) {
  return (
    <div className="flex h-8 shrink-0 items-stretch border-b bg-panel pr-1.5">
      <Base.List
        activateOnFocus
        aria-label={label}
        className="base-ui-disable-scrollbar flex min-w-0 flex-1 items-stretch overflow-x-auto pl-1"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            title={fits ? tab.title : undefined}
            className={classes(
              fits ? "min-w-0 gap-1 px-1" : "shrink-0 gap-1.5 px-2",
              "relative flex items-center text-sm font-medium whitespace-nowrap text-muted hover:text-ink data-active:text-ink data-active:after:absolute data-active:after:inset-x-1 data-active:after:bottom-0 data-active:after:h-0.5 data-active:after:bg-accent",
            )}
          >
            <span className="truncate">{tab.title}</span>
            {tab.badge}
            {tab.keys ? <Kbd keys={tab.keys} quiet /> : null}
          </Base.Tab>
        ))}
      </Base.List>
      {tools ? <div className="flex shrink-0 items-center gap-1 pl-2">{tools}</div> : null}
    </div>
  );
}
