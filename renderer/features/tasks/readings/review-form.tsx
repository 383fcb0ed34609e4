import type { TaskReadings } from "#shared/contract/task-runs.ts";
import { RadioList } from "../../../ui/radio-list.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { makerOf, type Outcome, unjudgedReadings } from "./planned-review.ts";

/** Which results are meant together. */
export const outcomeGroups = {
  apart: { title: "The data tells them from the gold", outcomes: ["differs", "empty"] },
  differs: { title: "Other rows than the gold's", outcomes: ["differs"] },
  empty: { title: "No rows", outcomes: ["empty"] },
  same: { title: "The same as the gold on this data", outcomes: ["same"] },
  fails: { title: "They do not run", outcomes: ["fails"] },
} as const satisfies Record<string, { title: string; outcomes: readonly Outcome[] }>;

export interface ReviewFields {
  group: keyof typeof outcomeGroups;
  /** The operator or source; "": any. */
  maker: string;
  status: "kept" | "rejected";
  reason: string;
}

interface ReviewFormProps {
  tasks: readonly TaskReadings[];
  fields: ReviewFields;
  onChange(fields: ReviewFields): void;
}

/** Asks which proposals are meant, and what becomes of them; each choice with how many there are. */
export function ReviewForm({ tasks, fields, onChange }: ReviewFormProps) {
  const open = unjudgedReadings(tasks);
  const groups = Object.keys(outcomeGroups) as ReviewFields["group"][];
  const outcomes: readonly Outcome[] = outcomeGroups[fields.group].outcomes;
  const makers = Map.groupBy(
    open.filter(({ outcome }) => outcomes.includes(outcome)),
    ({ reading }) => makerOf(reading),
  );
  const counts = [...makers].map(([maker, { length }]) => ({ maker, length }));
  if (fields.maker !== "" && !makers.has(fields.maker)) counts.push({ maker: fields.maker, length: 0 });
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3">
      <Select
        label="Proposals by their result"
        value={fields.group}
        options={groups.map((value) => ({
          value,
          title: outcomeGroups[value].title,
          detail: countOf(open.filter(({ outcome }) => isIn(value, outcome))),
        }))}
        onChange={(group) => onChange({ ...fields, group })}
      />
      <Select
        label="Made by"
        value={fields.maker}
        options={[
          { value: "", title: "any operator or source" },
          ...counts
            .sort((a, b) => b.length - a.length || a.maker.localeCompare(b.maker))
            .map(({ maker, length }) => ({
              ...{ value: maker, title: maker.replaceAll("-", " "), detail: numberText(length) },
            })),
        ]}
        onChange={(maker) => onChange({ ...fields, maker })}
      />
      <RadioList<ReviewFields["status"]>
        label="What to do with them"
        inline
        value={fields.status}
        onChange={(status) => onChange({ ...fields, status })}
        options={[
          { value: "kept", title: "Keep" },
          { value: "rejected", title: "Reject" },
        ]}
      />
      {fields.status === "rejected" && (
        <TextField
          label="Why nobody means them"
          value={fields.reason}
          onChange={(reason) => onChange({ ...fields, reason })}
        />
      )}
    </div>
  );
}

const isIn = (group: ReviewFields["group"], outcome: Outcome): boolean => {
  const outcomes: readonly Outcome[] = outcomeGroups[group].outcomes;
  return outcomes.includes(outcome);
};

const countOf = (readings: readonly unknown[]): string => numberText(readings.length);
