import type { RefObject } from "react";
import type { TaskFacets, TaskFilter } from "#shared/contract/task-list.ts";
import { useTaskFacets } from "../../../data/tasks.ts";
import { Choice } from "../../../ui/choice.tsx";
import { FilterBar } from "../../../ui/filter-bar.tsx";
import { changedFilter, namedOptions } from "../../../ui/filters.ts";
import { numberText } from "../../../ui/time-text.ts";
import { findingsNames, lastRunNames, taskStatusNames, typeText } from "./task-words.ts";

interface TaskFilterBarProps {
  projectId: number;
  filter: TaskFilter;
  onFilter(filter: TaskFilter): void;
  searchField: RefObject<HTMLInputElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Everything that tasks can be filtered by. */
export function TaskFilterBar({ projectId, ...props }: TaskFilterBarProps) {
  return (
    <FilterBar {...props} searchLabel="Search ids, questions, gold SQL">
      <FilterFields projectId={projectId} filter={props.filter} onFilter={props.onFilter} />
    </FilterBar>
  );
}

type FieldsProps = Pick<TaskFilterBarProps, "projectId" | "filter" | "onFilter">;

/** The conditions on a value of the tasks: its field, its label, what the facets call it, how it is read. */
const facetFields = [
  ["database", "Database", "databases"],
  ["category", "Category", "categories"],
  ["tier", "Difficulty tier", "tiers"],
  ["ambiguityType", "Ambiguity type", "ambiguityTypes", typeText],
  ["followUpType", "Follow-up type", "followUpTypes", typeText],
  ["rule", "Finding rule", "rules"],
  ["assignee", "Assignee", "assignees"],
] as const satisfies readonly [keyof TaskFilter, string, keyof TaskFacets, ((value: string) => string)?][];

function FilterFields({ projectId, filter, onFilter }: FieldsProps) {
  const { data: facets } = useTaskFacets(projectId);
  const set = (change: Partial<Record<keyof TaskFilter, string | undefined>>) =>
    onFilter(changedFilter(filter, change as never));
  return (
    <>
      {facetFields.map(([field, label, facet, read = (value: string) => value]) => (
        <Choice
          key={field}
          label={label}
          value={filter[field]}
          options={(facets?.[facet] ?? []).map(({ value, tasks }) => ({
            value,
            title: read(value),
            detail: numberText(tasks),
          }))}
          onChange={(value) => set({ [field]: value })}
        />
      ))}
      <Choice
        label="Status"
        value={filter.status}
        options={namedOptions(taskStatusNames)}
        onChange={(status) => set({ status })}
      />
      <Choice
        label="Findings"
        value={filter.findings}
        options={namedOptions(findingsNames)}
        onChange={(findings) => set({ findings })}
      />
      <Choice
        label="Last run"
        value={filter.lastRun}
        options={namedOptions(lastRunNames)}
        onChange={(lastRun) => set({ lastRun })}
      />
    </>
  );
}
