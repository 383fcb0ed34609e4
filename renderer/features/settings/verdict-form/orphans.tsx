import type { FormRename, OrphanedPart } from "#shared/contract/verdict-forms.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Select } from "../../../ui/select.tsx";
import { countText } from "../../../ui/time-text.ts";

/** What the person chose for orphaned words, by field and value: the id that they become. */
export type Renames = Readonly<Record<string, string>>;

const keyOf = ({ field, value }: OrphanedPart): string => `${field} ${value}`;

/** The renames that leave nothing orphaned; null while one is missing, or cannot be. */
export function renamesOf(orphans: readonly OrphanedPart[], chosen: Renames): FormRename[] | null {
  const renames = orphans.map((orphan): FormRename | null => {
    const { field, value: from } = orphan;
    const to = chosen[keyOf(orphan)] ?? "";
    return to !== "" && (field === "label" || field === "diagnoses") ? { field, from, to } : null;
  });
  return renames.every((rename) => rename !== null) ? renames : null;
}

interface OrphansProps {
  orphans: readonly OrphanedPart[];
  form: VerdictForm;
  renames: Renames;
  onRenames(renames: Renames): void;
}

/** What saved verdicts say and the form no longer has, how many there are, and what they are to say instead. */
export function Orphans({ orphans, form, renames, onRenames }: OrphansProps) {
  return orphans.map((orphan) => {
    const { field, value, verdicts } = orphan;
    const entries = field === "label" ? form.labels : field === "diagnoses" ? form.diagnoses : [];
    return (
      <InlineError
        key={keyOf(orphan)}
        tone="warning"
        title={`${countText(verdicts, "verdict")} ${verdicts === 1 ? "says" : "say"} “${value}”${field.startsWith("rubric.") ? ` for ${field.slice("rubric.".length)}` : ""}, which this form does not have.`}
      >
        {entries.length === 0 ? (
          "Put it back, or change these verdicts first."
        ) : (
          <div className="flex flex-wrap items-end gap-3">
            <span className="pb-1">Put it back, or rename it in all of them:</span>
            <Select
              label={`Rename ${value} to`}
              hideLabel
              value={renames[keyOf(orphan)] ?? ""}
              options={[
                { value: "", title: "choose…" },
                ...entries.map(({ id, name }) => ({ value: id, title: name })),
              ]}
              onChange={(to) => onRenames({ ...renames, [keyOf(orphan)]: to })}
            />
          </div>
        )}
      </InlineError>
    );
  });
}
