import type { RefObject } from "react";
import type { DialogueHead } from "#shared/contract/dialogues.ts";
import { Choice } from "../../../ui/choice.tsx";
import { FilterBar } from "../../../ui/filter-bar.tsx";
import { changedFilter } from "../../../ui/filters.ts";
import { numberText } from "../../../ui/time-text.ts";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import type { DialogueList } from "../use-dialogue-list.ts";
import { type DialogueFilter, dialogueOutcomes, outcomeOf } from "./dialogue-filter.ts";
import { DialogueRow } from "./dialogue-row.tsx";

interface DialogueListPaneProps {
  list: DialogueList;
  /** The dialogues that are to stand side by side. */
  marked: readonly number[];
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

/** The dialogues of a run, as filtered: how each ended, its task, its system. */
export function DialogueListPane({
  list,
  marked,
  searchField,
  filtersOpen,
  onFiltersOpen,
}: DialogueListPaneProps) {
  const { shown, heads, index, goToIndex, filter, setFilter, run } = list;
  const isSweep = run !== null && run.plan.sweep.length > 0;
  return (
    <section aria-label="Dialogues of the run" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex flex-wrap items-center gap-1.5 border-b px-2 py-1.5">
        <FilterBar<DialogueFilter>
          filter={filter}
          onFilter={setFilter}
          searchLabel="Search tasks and systems"
          searchField={searchField}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        >
          <FilterFields heads={heads} filter={filter} onFilter={setFilter} />
        </FilterBar>
      </div>
      {shown.length === 0 && heads.length > 0 ? (
        <p className="p-3 text-muted">No dialogue matches this filter.</p>
      ) : heads.length === 0 && run?.state === "wanted" ? (
        <p className="p-3 text-muted">
          The tasks are being prepared: their databases are loaded, their gold is tried, and the readings of
          their ambiguities are run.
        </p>
      ) : (
        <VirtualList
          label="Dialogues"
          count={shown.length}
          rowHeight={44}
          selected={index}
          onSelect={goToIndex}
          renderRow={(at) => (
            <DialogueRow
              head={shown[at]}
              isSweep={isSweep}
              isMarked={marked.includes(shown[at]?.dialogueId ?? 0)}
            />
          )}
        />
      )}
      {run !== null && run.leftOut.length > 0 && <LeftOut leftOut={run.leftOut} />}
    </section>
  );
}

interface FilterFieldsProps {
  heads: readonly DialogueHead[];
  filter: DialogueFilter;
  onFilter(filter: DialogueFilter): void;
}

function FilterFields({ heads, filter, onFilter }: FilterFieldsProps) {
  const outcomes = Map.groupBy(heads, outcomeOf);
  const systems = Map.groupBy(heads, ({ system }) => system);
  return (
    <>
      <Choice
        label="Outcome"
        value={filter.outcome}
        options={[...outcomes].map(([value, all]) => ({
          value,
          title: dialogueOutcomes[value],
          detail: numberText(all.length),
        }))}
        onChange={(outcome) => onFilter(changedFilter<DialogueFilter>(filter, { outcome } as never))}
      />
      <Choice
        label="System"
        value={filter.system}
        options={[...systems].map(([value, all]) => ({
          value,
          title: value,
          detail: numberText(all.length),
        }))}
        onChange={(system) => onFilter(changedFilter<DialogueFilter>(filter, { system } as never))}
      />
    </>
  );
}

/** The tasks that the run could not play, and why. */
function LeftOut({
  leftOut,
}: {
  leftOut: readonly { taskId: number; instanceId: string; reason: string }[];
}) {
  return (
    <details className="max-h-40 shrink-0 overflow-auto border-t px-3 py-1.5 text-sm">
      <summary className="text-warning">
        {leftOut.length === 1 ? "1 task is left out" : `${numberText(leftOut.length)} tasks are left out`}
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {leftOut.map(({ taskId, instanceId, reason }) => (
          <li key={taskId} className="break-words select-text">
            <span className="font-medium">{instanceId}</span> <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
