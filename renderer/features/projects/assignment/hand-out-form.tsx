import { type FormEvent, useState } from "react";
import type { HandOutChoice, HandOutPart } from "#shared/contract/slots.ts";
import type { Project } from "#shared/domain/project.ts";
import type { HandOutRule } from "#shared/domain/slot.ts";
import { errorText } from "../../../data/faults.ts";
import { useHandOutPreview, useSlotChange } from "../../../data/slots.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { typedCount } from "./typed-count.ts";

interface HandOutFormProps {
  project: Project;
  people: readonly string[];
  databases: readonly { dbId: string; items: number }[];
  free: number;
}

const rules = [
  { value: "even", title: "evenly", detail: "the same number of items to each" },
  { value: "by-database", title: "by database", detail: "whole databases to the same people" },
] as const;

/** So many who would get as many items are named one by one. */
const mostNamed = 6;

/** Gives items to people by a rule; what it comes to is said before it is done, and it can be taken back. */
// Longer than a function should be: it is a form of six fields that are sent together.
export function HandOutForm({ project, people, databases, free }: HandOutFormProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [rule, setRule] = useState<HandOutRule>("even");
  const [dbId, setDbId] = useState("");
  const [range, setRange] = useState({ from: "", to: "", most: "" });
  const [from, to] = [typedCount(range.from), typedCount(range.to)];
  const choice: HandOutChoice = {
    ...{ projectId: project.id, rule, reviewers: chosen, dbId: dbId === "" ? null : dbId },
    ...{ from: from === null ? null : Math.max(0, from - 1), to: to === null ? null : Math.max(0, to - 1) },
    most: typedCount(range.most) || null,
  };
  const { data: preview = [], error } = useHandOutPreview(choice, chosen.length > 0);
  const { act, isPending, error: failure } = useHandOut(project.id);
  const items = chosen.length === 0 ? 0 : preview.reduce((sum, part) => sum + part.items, 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (items > 0) act(choice);
  };
  const field = (name: keyof typeof range, label: string) => (
    <div className="w-28">
      <TextField
        label={label}
        inputMode="numeric"
        value={range[name]}
        onChange={(value) => setRange({ ...range, [name]: value })}
      />
    </div>
  );
  const said = error ?? failure;
  return (
    <form onSubmit={submit} aria-label="Give items" className="flex flex-col gap-3 rounded-md border p-3">
      <h2 className="font-semibold">Give items</h2>
      <fieldset aria-label="Reviewers" className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
        {people.length > 1 ? (
          <Checkbox
            checked={chosen.length === people.length}
            onChange={(isOn) => setChosen(isOn ? [...people] : [])}
          >
            Everybody
          </Checkbox>
        ) : null}
        {people.map((name) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            onChange={(isOn) =>
              setChosen(people.filter((one) => (one === name ? isOn : chosen.includes(one))))
            }
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <Select<HandOutRule> label="How" value={rule} options={rules} onChange={setRule} className="w-44" />
        <Select
          label="Database"
          value={dbId}
          options={[
            { value: "", title: "all databases" },
            ...databases.map((one) => ({
              value: one.dbId,
              title: one.dbId,
              detail: countText(one.items, "item"),
            })),
          ]}
          onChange={setDbId}
          className="w-44"
        />
        {field("from", "From item")}
        {field("to", "To item")}
        {field("most", "Most for each")}
      </div>
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-muted">
          {chosen.length === 0
            ? free === 0
              ? "Nothing is left to give: every item has its reviewers."
              : "Choose who gets items. You see what each would get before you give it."
            : previewText(preview)}
        </p>
        <Button type="submit" variant="primary" disabled={items === 0} busy={isPending}>
          {items === 0 ? "Give" : `Give ${countText(items, "item")}`}
        </Button>
      </div>
      {said ? <InlineError title={errorText(said)} /> : null}
    </form>
  );
}

/** What each would get; many who would get as many items are counted. */
const previewText = (preview: readonly HandOutPart[]): string =>
  [...Map.groupBy(preview, ({ items }) => items).values()]
    .flatMap((alike) =>
      alike.length > mostNamed
        ? `${countText(alike.length, "reviewer")}: ${shareText(alike)}`
        : alike.map((part) => `${part.reviewer}: ${shareText([part])}`),
    )
    .join(" · ");

function shareText(alike: readonly HandOutPart[]): string {
  const items = alike[0]?.items ?? 0;
  if (items === 0) return "nothing (quota full, or no item left)";
  const databases = alike.map((part) => part.databases);
  const [least, most] = [Math.min(...databases), Math.max(...databases)];
  const of = least === most ? "" : `${numberText(least)} to `;
  return `${countText(items, "item")}${alike.length > 1 ? " each" : ""} of ${of}${countText(most, "database")}`;
}

/** Gives items out, and offers to take them back. */
function useHandOut(projectId: number) {
  const { mutate: undo } = useSlotChange((client, handOut: string) =>
    client.slots.undoHandOut({ projectId, handOut }),
  );
  const { mutate, isPending, error } = useSlotChange((client, choice: HandOutChoice) =>
    client.slots.handOut(choice),
  );
  const act = (choice: HandOutChoice) =>
    mutate(choice, {
      onSuccess: ({ handOut, parts }) => {
        const items = parts.reduce((sum, part) => sum + part.items, 0);
        notify({
          kind: "done",
          title: `Gave ${countText(items, "item")}`,
          action: { title: "Undo", run: () => undo(handOut) },
        });
      },
    });
  return { act, isPending, error };
}
