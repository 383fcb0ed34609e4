import { useState } from "react";
import type { SlotHolder } from "#shared/contract/slots.ts";
import { errorText } from "../../../data/faults.ts";
import { useSetShare, useSlotChange } from "../../../data/slots.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { typedLimit } from "./typed-count.ts";

const columns = [
  ["Reviewer", ""],
  ["Judged", "Items that they have judged, of their quota if they have one"],
  ["Waiting", "Items that they hold and have not judged"],
  ["Run out", "Items that they took and did not judge in time: others may take them"],
  ["Extra", "Opinions that came after others had taken their place: kept beside the planned ones"],
  ["Last active", ""],
  ["Quota", "The most items that they are to judge; empty: no limit"],
  ["Due", "The day by which they should be done"],
  ["", ""],
] as const;

/** How far everybody is, what is expected of them, and the way to take work back. */
export function HolderTable({ projectId, people }: { projectId: number; people: readonly SlotHolder[] }) {
  if (people.length === 0)
    return <p className="text-muted">Nobody judges here yet. Let people in under People of this project…</p>;
  return (
    // With many people the form below stays in sight.
    <div className="max-h-[40vh] overflow-auto">
      <table aria-label="Reviewers" className="w-full border-collapse">
        <thead className="sticky top-0 z-10 bg-raised">
          <tr className="border-b text-left text-sm text-muted">
            {columns.map(([title, about], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
              <th key={index} scope="col" title={about} className="px-2 py-1 font-medium whitespace-nowrap">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((holder) => (
            <HolderRow key={holder.reviewer} projectId={projectId} holder={holder} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HolderRow({ projectId, holder }: { projectId: number; holder: SlotHolder }) {
  const { reviewer, open, finished, extra, expired, lastAt, quota } = holder;
  const takeBack = useSlotChange((client, _: undefined) => client.slots.takeBack({ projectId, reviewer }));
  return (
    <tr aria-label={reviewer} className="border-b align-middle">
      <th scope="row" className="max-w-60 px-2 py-1 text-left font-normal break-words">
        {reviewer}
        {takeBack.error ? <InlineError title={errorText(takeBack.error)} /> : null}
      </th>
      <td className="px-2 py-1 whitespace-nowrap">
        <span className="inline-flex items-center gap-2">
          <Progress
            label={`Judged by ${reviewer}`}
            done={finished}
            total={Math.max(1, quota ?? finished + open)}
            className="w-16 shrink-0"
          />
          {numberText(finished)}
          {quota === null ? "" : ` / ${numberText(quota)}`}
        </span>
      </td>
      <td className="px-2 py-1">{numberText(open)}</td>
      <td className={expired > 0 ? "px-2 py-1 text-warning" : "px-2 py-1"}>{numberText(expired)}</td>
      <td className="px-2 py-1">{numberText(extra)}</td>
      <td className="px-2 py-1 whitespace-nowrap text-muted">
        {lastAt === null ? "–" : <TimeAgo at={lastAt} />}
      </td>
      <ShareFields projectId={projectId} holder={holder} />
      <td className="px-2 py-1 text-right">
        <Button
          size="sm"
          variant="quiet"
          disabled={open === 0}
          busy={takeBack.isPending}
          aria-label={`Take back what ${reviewer} has not judged`}
          onClick={() => takeBack.mutate(undefined, { onSuccess: (items) => tookBack(reviewer, items) })}
        >
          Take back
        </Button>
      </td>
    </tr>
  );
}

const tookBack = (reviewer: string, items: number): void =>
  notify({ kind: "done", title: `Took back ${countText(items, "item")} of ${reviewer}` });

/** What is expected of a person; the quota is saved when its field is left, the day when it is whole. */
function ShareFields({
  projectId,
  holder: { reviewer, quota, dueOn },
}: {
  projectId: number;
  holder: SlotHolder;
}) {
  const [typed, setTyped] = useState(quota === null ? "" : String(quota));
  const [day, setDay] = useState(dueOn ?? "");
  const set = useSetShare(projectId, reviewer);
  const { limit, error: wrong } = typedLimit(typed);
  const save = (due: string) => {
    const next = { quota: limit, dueOn: due === "" ? null : due };
    if (wrong === null && (next.quota !== quota || next.dueOn !== dueOn)) set.mutate(next);
  };
  const error = wrong ?? (set.error ? errorText(set.error) : null);
  return (
    <>
      <td className="w-24 px-2 py-1">
        <TextField
          hideLabel
          label={`Quota of ${reviewer}`}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          onBlur={() => save(day)}
          error={error}
        />
      </td>
      <td className="w-40 px-2 py-1">
        <TextField
          hideLabel
          label={`Day by which ${reviewer} is to be done`}
          type="date"
          value={day}
          onChange={(due) => {
            setDay(due);
            // A year that is being typed begins with noughts.
            if (due === "" || due >= "2000") save(due);
          }}
        />
      </td>
    </>
  );
}
