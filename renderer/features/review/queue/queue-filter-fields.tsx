import type { QueueFilter } from "#shared/contract/queue.ts";
import { exDefinitions, exKinds } from "#shared/domain/ex.ts";
import { useQueueFacets } from "../../../data/queue.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { Choice } from "../../../ui/choice.tsx";
import { changedFilter, namedOptions } from "../../../ui/filters.ts";
import { differenceNames, labelOptions, statusNames } from "./filter-chips.ts";

interface QueueFilterFieldsProps {
  projectId: number;
  filter: QueueFilter;
  onFilter(filter: QueueFilter): void;
}

/** Everything that the queue can be filtered by, besides its text. */
export function QueueFilterFields({ projectId, filter, onFilter }: QueueFilterFieldsProps) {
  const { data: facets } = useQueueFacets(projectId);
  const form = useVerdictForm(projectId);
  const set = (change: Parameters<typeof changedFilter<QueueFilter>>[1]) =>
    onFilter(changedFilter(filter, change));
  const ex = filter.ex === undefined ? "" : `${filter.ex.kind} ${filter.ex.equal}`;
  return (
    <>
      <Choice
        label="Database"
        value={filter.dbId}
        options={named(facets?.dbIds ?? [])}
        onChange={(dbId) => set({ dbId })}
      />
      <Choice
        label="System"
        value={filter.system}
        options={named(facets?.systems ?? [])}
        onChange={(system) => set({ system })}
      />
      <Choice
        label="EX"
        value={ex}
        options={exOptions}
        onChange={(value) => set({ ex: value === undefined ? undefined : exOf(value) })}
      />
      <Choice
        label="Difference"
        value={filter.difference}
        options={(facets?.differences ?? []).map((kind) => ({ value: kind, title: differenceNames[kind] }))}
        onChange={(difference) => set({ difference })}
      />
      <Choice
        label="Label"
        value={filter.label}
        options={labelOptions(form)}
        onChange={(label) => set({ label })}
      />
      <Choice
        label="Diagnosis"
        value={filter.diagnosis}
        options={form.diagnoses.map(({ id, name }) => ({ value: id, title: name }))}
        onChange={(diagnosis) => set({ diagnosis })}
      />
      <Choice label="Set" value={filter.set} options={setOptions} onChange={(value) => set({ set: value })} />
      <Choice
        label="Run"
        value={filter.status}
        options={namedOptions(statusNames).filter(({ value }) => value !== "cancelled")}
        onChange={(status) => set({ status })}
      />
    </>
  );
}

const setOptions = [
  { value: "qualification", title: "qualification" },
  { value: "asked", title: "asked of me" },
] as const;

const exOptions = exKinds.flatMap((kind) => [
  { value: `${kind} true`, title: `${exDefinitions[kind].label}: equal` },
  { value: `${kind} false`, title: `${exDefinitions[kind].label}: differs` },
]);

function exOf(value: string): NonNullable<QueueFilter["ex"]> {
  const kind = exKinds.find((candidate) => value.startsWith(`${candidate} `)) ?? "set";
  return { kind, equal: value.endsWith(" true") };
}

const named = (values: readonly string[]) => values.map((value) => ({ value, title: value }));
