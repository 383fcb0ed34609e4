import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange(value: T): void;
  tabs: readonly { value: T; title: ReactNode; panel?: ReactNode }[];
  /** Stands at the right end of the row of tabs. */
  aside?: ReactNode;
}

/** A row of tabs and the panel of the one that is chosen; without panels it is a row that chooses. */
export function Tabs<T extends string>({ label, value, onChange, tabs, aside }: TabsProps<T>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-8 shrink-0 items-center border-b px-2">
        <Base.List aria-label={label} activateOnFocus className="flex h-full min-w-0 flex-1 gap-1">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="relative flex h-full items-center gap-1.5 px-2 text-muted hover:text-ink data-active:text-ink data-active:after:absolute data-active:after:inset-x-1 data-active:after:-bottom-px data-active:after:h-0.5 data-active:after:bg-accent"
            >
              {tab.title}
            </Base.Tab>
          ))}
        </Base.List>
        {aside}
      </div>
      {tabs.map((tab) =>
        tab.panel === undefined ? null : (
          <Base.Panel key={tab.value} value={tab.value} className="min-h-0 flex-1 outline-none">
            {tab.panel}
          </Base.Panel>
        ),
      )}
    </Base.Root>
  );
}
