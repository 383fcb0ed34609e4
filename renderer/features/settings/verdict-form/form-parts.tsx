import { useState } from "react";
import type {
  RubricField,
  VerdictDiagnosis,
  VerdictForm,
  VerdictLabel,
} from "#shared/domain/verdict-form.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { namedOptions } from "../../../ui/filters.ts";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { FormRows } from "./form-rows.tsx";
import type { FormProblem } from "./problems-of-form.ts";

interface PartProps<Row> {
  rows: readonly Row[];
  /** The form as it is saved: what is in it keeps its id, whatever it is called. */
  saved: VerdictForm;
  problems: readonly FormProblem[];
  onRows(rows: Row[]): void;
}

const blank = { id: "new", name: "", definition: "", key: null };

/** The labels of a form: what each is called, its key, how it counts, and whether it needs a note. */
export function LabelRows({ saved, ...part }: PartProps<VerdictLabel>) {
  return (
    <FormRows
      {...part}
      part="labels"
      title="Labels"
      noun="label"
      blank={() => ({ ...blank, needsNote: false, counts: null })}
    >
      {(label, change) => (
        <Named entry={label} others={part.rows} saved={saved.labels} onChange={change}>
          <Select
            label="Counts as"
            className="w-28"
            value={label.counts ?? "neither"}
            options={["right", "wrong", "neither"].map((value) => ({ value, title: value }))}
            onChange={(counts) =>
              change({ ...label, counts: counts === "right" || counts === "wrong" ? counts : null })
            }
          />
          <div className="pt-5.5">
            <Checkbox checked={label.needsNote} onChange={(needsNote) => change({ ...label, needsNote })}>
              needs a note
            </Checkbox>
          </div>
        </Named>
      )}
    </FormRows>
  );
}

/** The diagnoses of a form: what each is called, its key, and the words by which files name it. */
export function DiagnosisRows({ saved, ...part }: PartProps<VerdictDiagnosis>) {
  return (
    <FormRows
      {...part}
      part="diagnoses"
      title="Diagnoses"
      noun="diagnosis"
      blank={() => ({ ...blank, markers: [] })}
    >
      {(diagnosis, change) => (
        <Named entry={diagnosis} others={part.rows} saved={saved.diagnoses} onChange={change}>
          <ListField
            label="Words in files' notes"
            values={diagnosis.markers}
            onValues={(markers) => change({ ...diagnosis, markers })}
          />
        </Named>
      )}
    </FormRows>
  );
}

const kinds: Record<RubricField["kind"], string> = {
  scale: "a scale",
  choice: "one of a few",
  text: "a text",
};

/** The rubric fields of a form: what each is called, its key, and what may be answered. */
export function FieldRows({ saved, ...part }: PartProps<RubricField>) {
  return (
    <FormRows
      {...part}
      part="fields"
      title="Further fields"
      noun="field"
      blank={() => ({ ...blank, kind: "scale" as const, required: false, from: 1, to: 5 })}
    >
      {(field, change) => (
        <Named entry={field} others={part.rows} saved={saved.fields} onChange={change}>
          <Select<RubricField["kind"]>
            label="Answer"
            className="w-34"
            value={field.kind}
            options={namedOptions(kinds)}
            onChange={(kind) => change(ofKind(field, kind))}
          />
          <Answers field={field} onChange={change} />
          <div className="pt-5.5">
            <Checkbox checked={field.required} onChange={(required) => change({ ...field, required })}>
              required
            </Checkbox>
          </div>
        </Named>
      )}
    </FormRows>
  );
}

function ofKind(
  { id, name, definition, key, required }: RubricField,
  kind: RubricField["kind"],
): RubricField {
  const same = { id, name, definition, key, required };
  if (kind === "scale") return { ...same, kind, from: 1, to: 5 };
  return kind === "choice" ? { ...same, kind, options: [] } : { ...same, kind };
}

function Answers({ field, onChange }: { field: RubricField; onChange(field: RubricField): void }) {
  if (field.kind === "text") return null;
  if (field.kind === "choice")
    return (
      <ListField
        label="Answers"
        values={field.options}
        onValues={(options) => onChange({ ...field, options })}
      />
    );
  return (
    <>
      <NumberField label="From" value={field.from} onValue={(from) => onChange({ ...field, from })} />
      <NumberField label="To" value={field.to} onValue={(to) => onChange({ ...field, to })} />
    </>
  );
}

type Entry = VerdictLabel | VerdictDiagnosis | RubricField;

interface NamedProps<Row extends Entry> {
  entry: Row;
  others: readonly Row[];
  saved: readonly Row[];
  onChange(entry: Row): void;
  children: React.ReactNode;
}

/** What every row has: name, key, definition, and its id in files, which follows the name until it is saved. */
function Named<Row extends Entry>({ entry, others, saved, onChange, children }: NamedProps<Row>) {
  const { id, name, key, definition } = entry;
  const isSaved = saved.some((one) => one.id === id);
  const rename = (next: string): void => {
    const taken = [...others.filter((other) => other !== entry), ...saved].map((other) => other.id);
    onChange({ ...entry, name: next, id: isSaved ? id : idFor(next, taken) });
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <div className="w-40">
          <TextField label="Name" value={name} maxLength={60} onChange={rename} />
        </div>
        <div className="w-18">
          <TextField
            label="Key"
            value={key ?? ""}
            maxLength={7}
            onChange={(typed) =>
              onChange({ ...entry, key: typed.trim() === "" ? null : typed.trim().toLowerCase() })
            }
          />
        </div>
        {children}
      </div>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={`Definition of ${name || "it"}`}
            hideLabel
            placeholder="What it means, for those who judge"
            maxLength={500}
            value={definition}
            onChange={(text) => onChange({ ...entry, definition: text })}
          />
        </div>
        <span className="shrink-0 font-mono text-xs text-faint" title="How files and exports name it">
          {id}
        </span>
      </div>
    </div>
  );
}

interface ListFieldProps {
  label: string;
  values: readonly string[];
  onValues(values: string[]): void;
}

/** A list of texts, typed with commas between them. */
function ListField({ label, values, onValues }: ListFieldProps) {
  const [typed, setTyped] = useState(values.join(", "));
  const read = (text: string) =>
    text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
  // What came from elsewhere (a file, another row in its place) takes the place of what was typed.
  const shown = read(typed).join("\n") === values.join("\n") ? typed : values.join(", ");
  return (
    <div className="min-w-40 flex-1">
      <TextField
        label={label}
        placeholder="one, another"
        value={shown}
        onChange={(text) => {
          setTyped(text);
          onValues(read(text));
        }}
      />
    </div>
  );
}

function NumberField({
  label,
  value,
  onValue,
}: {
  label: string;
  value: number;
  onValue(value: number): void;
}) {
  const [typed, setTyped] = useState(String(value));
  const read = (text: string) => (/^-?\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
  const shown = Object.is(read(typed), value) ? typed : String(value);
  return (
    <div className="w-14">
      <TextField
        label={label}
        inputMode="numeric"
        value={shown}
        onChange={(text) => {
          setTyped(text);
          onValue(read(text));
        }}
      />
    </div>
  );
}

/** An id for something of that name that none of `taken` is: its letters and digits, with - between the words. */
function idFor(name: string, taken: readonly string[]): string {
  const words = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, "")
    .split(/[ _-]+/)
    .filter((word) => word !== "")
    .join("-");
  const id = (/^[a-z]/.test(words) ? words : `x-${words}`.replace(/-$/, "")).slice(0, 36);
  if (!taken.includes(id)) return id;
  let n = 2;
  while (taken.includes(`${id}-${n}`)) n += 1;
  return `${id}-${n}`;
}
