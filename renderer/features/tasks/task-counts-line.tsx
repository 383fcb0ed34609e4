import { memo } from "react";
import type { TaskCounts } from "#shared/contract/task-list.ts";
import { useTaskCounts } from "../../data/tasks.ts";
import { countText, numberText } from "../../ui/time-text.ts";
import { Tooltip } from "../../ui/tooltip.tsx";

/** The figures of a project's tasks, each with its definition on hover. */
export const TaskCountsLine = memo(function TaskCountsLine({ projectId }: { projectId: number }) {
  const { data: counts } = useTaskCounts(projectId);
  if (counts === undefined) return <div className="h-4 w-80" />;
  return (
    <dl className="flex min-w-0 items-center gap-3 overflow-hidden text-sm whitespace-nowrap text-muted">
      {figures(counts).map(({ name, value, definition, isWide }) => (
        <Tooltip key={name} content={definition}>
          <div className={isWide ? "hidden xl:flex" : "flex"}>
            <dt className="sr-only">{name}</dt>
            <dd>{value}</dd>
          </div>
        </Tooltip>
      ))}
    </dl>
  );
});

interface Figure {
  name: string;
  value: string;
  definition: string;
  /** Shown only where there is room for it. */
  isWide?: boolean;
}

/** What the line says of the counts. */
export function figures(counts: TaskCounts): Figure[] {
  const { total, management, interactive, ambiguities, withErrors, withWarnings, run, passed } = counts;
  return [
    { name: "Tasks", value: countText(total, "task"), definition: "Tasks of the project" },
    {
      name: "BI and DM",
      value: `${numberText(total - management)} BI · ${numberText(management)} DM`,
      definition: "BI: tasks that query data. DM: tasks whose phase 1 manages data (category Management).",
    },
    {
      name: "Ambiguities per task",
      value: `${interactive === 0 ? "–" : (ambiguities / interactive).toFixed(1)} ambiguities per task`,
      definition: `${countText(ambiguities, "ambiguity", "ambiguities")} of all kinds in ${countText(interactive, "task")} with an ambiguous question`,
    },
    {
      name: "Findings",
      value: `${numberText(withErrors)} with errors · ${numberText(withWarnings)} with warnings`,
      definition: "Tasks with at least one finding of that severity, from import, lint or checks",
      isWide: true,
    },
    {
      name: "Runs",
      value: `${numberText(passed)} passed of ${numberText(run)} run`,
      definition: "Of the tasks whose gold has run, those whose newest run passed every phase as shipped",
      isWide: true,
    },
  ];
}
