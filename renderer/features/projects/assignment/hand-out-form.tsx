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
import { type TypedLimit, typedLimit } from "./typed-count.ts";

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
export function HandOutForm({ project, people, databases, free }: HandOutFormProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [rule, setRule] = useState<HandOutRule>("even");
  const [dbId, setDbId] = useState("");
  const [typed, setTyped] = useState<TypedRange>({ from: "", to: "", most: "" });
  const { from, to, most } = limitsOf(typed);
  const isRight = [from, to, most].every(({ error }) => error === null);
  const choice: HandOutChoice = {
    ...{ projectId: project.id, rule, reviewers: chosen, dbId: dbId === "" ? null : dbId },
    // They are counted from 1 on screen.
    ...{ from: from.limit && from.limit - 1, to: to.limit && to.limit - 1, most: most.limit },
  };
  const { data = [], error } = useHandOutPreview(choice, isRight && chosen.length > 0);
  const preview = isRight && chosen.length > 0 ? data : [];
  const { act, isPending, error: failure } = useHandOut(project.id);
  const items = preview.reduce((sum, part) => sum + part.items, 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (items > 0) act(choice);
  };
  const said = error ?? failure;
  return (
    <form onSubmit={submit} aria-label="Give items" className="flex flex-col gap-3 rounded-md border p-3">
      <h2 className="font-semibold">Give items</h2>
      <ReviewerBoxes {...{ people, chosen }} onChosen={setChosen} />
      <div className="flex flex-wrap items-start gap-3">
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
        <RangeFields typed={typed} onTyped={setTyped} />
      </div>
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-muted">
          {chosen.length === 0 ? nobodyText(free) : isRight ? previewText(preview) : wrongText}
        </p>
        <Button type="submit" variant="primary" disabled={items === 0} busy={isPending}>
          {items === 0 ? "Give" : `Give ${countText(items, "item")}`}
        </Button>
      </div>
      {said ? <InlineError title={errorText(said)} /> : null}
    </form>
  );
}

interface ReviewerBoxesProps {
  people: readonly string[];
  chosen: readonly string[];
  onChosen(chosen: string[]): void;
}

function ReviewerBoxes({ people, chosen, onChosen }: ReviewerBoxesProps) {
  return (
    <fieldset aria-label="Reviewers" className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
      {people.length > 1 ? (
        <Checkbox
          checked={chosen.length === people.length}
          onChange={(isOn) => onChosen(isOn ? [...people] : [])}
        >
          Everybody
        </Checkbox>
      ) : null}
      {people.map((name) => (
        <Checkbox
          key={name}
          checked={chosen.includes(name)}
          onChange={(isOn) => onChosen(people.filter((one) => (one === name ? isOn : chosen.includes(one))))}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

const rangeLabels = { from: "From item", to: "To item", most: "Most for each" };

/** Of which items, and how many each gets at most, as typed. */
type TypedRange = Record<keyof typeof rangeLabels, string>;

/** What is typed, as numbers; a range ends no earlier than it begins. */
function limitsOf(typed: TypedRange): Record<keyof TypedRange, TypedLimit> {
  const from = typedLimit(typed.from);
  return { from, to: typedLimit(typed.to, from.limit ?? 1), most: typedLimit(typed.most) };
}

function RangeFields({ typed, onTyped }: { typed: TypedRange; onTyped(typed: TypedRange): void }) {
  const limits = limitsOf(typed);
  return (Object.keys(rangeLabels) as (keyof TypedRange)[]).map((name) => (
    <div key={name} className="w-28">
      <TextField
        label={rangeLabels[name]}
        inputMode="numeric"
        value={typed[name]}
        onChange={(value) => onTyped({ ...typed, [name]: value })}
        error={limits[name].error}
      />
    </div>
  ));
}

const wrongText = "Once the numbers are right, you see what each would get.";

const nobodyText = (free: number): string =>
  free === 0
    ? "Nothing is left to give: every item has its reviewers."
    : "Choose who gets items. You see what each would get before you give it.";

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
  if (items === 0) return "nothing (quota full, or none of these items left)";
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
