import { ListFilter } from "lucide-react";
import type { TaskFacets, TaskFilter } from "#shared/contract/tasks.ts";
import { useTaskFacets } from "../../../data/tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { changedFilter, isFiltered } from "../../../ui/filters.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { findingsNames, lastRunNames, statusNames, typeText } from "./task-words.ts";

interface TaskFiltersProps {
  projectId: number;
  filter: TaskFilter;
  onFilter(filter: TaskFilter): void;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Everything that the list of tasks can be filtered by. */
export function TaskFilters({ projectId, filter, onFilter, open, onOpenChange }: TaskFiltersProps) {
  return (
    <Popover
      label="Filters"
      open={open}
      onOpenChange={onOpenChange}
      className="w-80"
      trigger={<IconButton icon={ListFilter} label="Filters" keys="shift+f" pressed={isFiltered(filter)} />}
    >
      <FilterFields projectId={projectId} filter={filter} onFilter={onFilter} />
      <div className="mt-3 flex justify-between">
        <Button size="sm" variant="quiet" disabled={!isFiltered(filter)} onClick={() => onFilter({})}>
          Clear all
        </Button>
        <Button size="sm" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      </div>
    </Popover>
  );
}

type FieldsProps = Pick<TaskFiltersProps, "projectId" | "filter" | "onFilter">;

/** The conditions that stand for a value of the tasks: its field, its label, what the facets call it, how it is read. */
const facetFields = [
  ["database", "Database", "databases"],
  ["category", "Category", "categories"],
  ["tier", "Difficulty tier", "tiers"],
  ["ambiguityType", "Ambiguity type", "ambiguityTypes", typeText],
  ["followUpType", "Follow-up type", "followUpTypes", typeText],
  ["rule", "Rule of a finding", "rules"],
  ["assignee", "Assignee", "assignees"],
] as const satisfies readonly [keyof TaskFilter, string, keyof TaskFacets, ((value: string) => string)?][];

function FilterFields({ projectId, filter, onFilter }: FieldsProps) {
  const { data: facets } = useTaskFacets(projectId);
  const set = (change: Partial<Record<keyof TaskFilter, string | undefined>>) =>
    onFilter(changedFilter(filter, change as never));
  return (
    <div className="flex flex-col gap-2.5">
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
        options={entries(statusNames)}
        onChange={(status) => set({ status })}
      />
      <Choice
        label="Findings"
        value={filter.findings}
        options={entries(findingsNames)}
        onChange={(findings) => set({ findings })}
      />
      <Choice
        label="Last run"
        value={filter.lastRun}
        options={entries(lastRunNames)}
        onChange={(lastRun) => set({ lastRun })}
      />
    </div>
  );
}

const entries = <T extends string>(names: Record<T, string>) =>
  (Object.keys(names) as T[]).map((value) => ({ value, title: names[value] }));
