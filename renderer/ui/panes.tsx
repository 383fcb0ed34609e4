import { Children, type ComponentProps, isValidElement, type ReactNode, useMemo } from "react";
import { Group, type LayoutStorage, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { classes } from "./classes.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useMemory } from "./remember.tsx";

export interface PanesProps {
  /** Under which the sizes are remembered: "review.main". */
  id: string;
  direction?: "horizontal" | "vertical";
  /** `Pane`s with a `PaneHandle` between each two. */
  children: ReactNode;
  className?: string;
}

/** Panes side by side (or one above the other) that can be resized by mouse and keyboard and remember their sizes. */
export function Panes({ id, direction = "horizontal", children, className }: PanesProps) {
  const memory = useMemory();
  const storage = useMemo<LayoutStorage>(
    () => ({
      getItem: (key) => (memory.get(key) as string | undefined) ?? null,
      setItem: (key, value) => memory.set(key, value),
    }),
    [memory],
  );
  const layout = useDefaultLayout({
    id: `panes.${id}`,
    panelIds: paneIds(children),
    storage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <Group
      orientation={direction}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
      className={classes("min-h-0 min-w-0 flex-1", className)}
    >
      {children}
    </Group>
  );
}

/** The ids of the panes that are there now: each set of panes has its own remembered sizes. */
const paneIds = (children: ReactNode): string[] =>
  Children.toArray(children).flatMap((child) =>
    isValidElement<{ id?: string }>(child) && child.type === Pane && child.props.id ? [child.props.id] : [],
  );

export interface PaneProps {
  id: string;
  /** What it is called where it cannot be shown: "The queue". */
  label?: string;
  /** Its share at first, in percent ("22%") or pixels (280). */
  size?: number | string;
  min?: number | string;
  max?: number | string;
  className?: string;
  children: ReactNode;
}

/** One pane, with its own error boundary; sizes are pixels as numbers and percent as text. */
export function Pane({
  id,
  label = "This part of the window",
  size,
  min = 80,
  max,
  className,
  children,
}: PaneProps) {
  return (
    <Panel
      id={id}
      {...(size === undefined ? {} : { defaultSize: size })}
      {...(max === undefined ? {} : { maxSize: max })}
      minSize={min}
      className={classes("flex min-h-0 min-w-0 flex-col", className)}
    >
      <ErrorBoundary area={label}>{children}</ErrorBoundary>
    </Panel>
  );
}

/** Between two panes; arrows move it while it has the focus, a double press puts it back. */
export function PaneHandle({ label, ...rest }: { label: string } & ComponentProps<typeof Separator>) {
  return <Separator aria-label={label} className="pane-handle" {...rest} />;
}
