import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useCallback } from "react";
import { classes } from "./classes.ts";
import { edgeFade, useEdgeFade } from "./edge-fade.ts";
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

function TabBar<T extends string>({ label, tabs, value, tools, fits = false }: TabsProps<T>) {
  const { ref, maskImage } = useScrolledTabs(tabs.findIndex((tab) => tab.value === value));
  return (
    <div className="flex h-8 shrink-0 items-stretch border-b bg-panel pr-1.5">
      <Base.List
        ref={ref}
        activateOnFocus
        aria-label={label}
        className="base-ui-disable-scrollbar flex min-w-0 flex-1 items-stretch overflow-x-auto pl-1"
        style={{ maskImage }}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            title={fits ? tab.title : undefined}
            className={classes(
              // The chosen one is whole wherever there is room for it.
              fits ? "min-w-0 gap-1 px-1 data-active:shrink-0" : "shrink-0 gap-1.5 px-2",
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

/** A row of tabs that scrolls: the chosen one is brought into view, and the row fades where it goes on. */
function useScrolledTabs(chosen: number) {
  const reveal = useCallback(
    (row: HTMLDivElement) => {
      const tab = row.children[chosen];
      if (tab !== undefined) bringIntoRow(row, tab);
    },
    [chosen],
  );
  return useEdgeFade(reveal);
}

/** Scrolls the row alone, not the panes around it as scrollIntoView does. */
function bringIntoRow(row: Element, tab: Element): void {
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  const left = inner.left - outer.left - edgeFade;
  const right = inner.right - outer.right + edgeFade;
  if (left < 0) row.scrollLeft += left;
  else if (right > 0) row.scrollLeft += Math.min(right, left);
}
