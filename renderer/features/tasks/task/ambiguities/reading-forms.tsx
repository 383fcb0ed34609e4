import { useId, useState } from "react";
import { fieldClasses, LabelledField } from "../../../../ui/field.tsx";
import { InlineForm, ReasonForm } from "../../../../ui/inline-form.tsx";
import { TextField } from "../../../../ui/text-field.tsx";

interface RejectFormProps {
  /** Which is rejected: its row may be out of view. */
  meaning: string;
  onReject(reason: string): void;
  onCancel(): void;
}

/** Asks why a reading is rejected. */
export function RejectForm({ meaning, onReject, onCancel }: RejectFormProps) {
  return (
    <div ref={showWhole} className="mt-2 scroll-mt-48">
      <p className="text-sm break-words">
        Reject <span className="font-medium">{meaning}</span>?
      </p>
      <ReasonForm action="Reject" label="Why nobody means this" onDone={onReject} onCancel={onCancel} />
    </div>
  );
}

/** The field that takes the focus is brought into view alone: its label would stay under the head of the ambiguity. */
const showWhole = (form: HTMLElement | null): void => form?.scrollIntoView({ block: "nearest" });

interface AddFormProps {
  /** The snippet, to begin with. */
  snippet: string;
  /** SQL that is listed already. */
  taken: readonly string[];
  onAdd(sql: string, meaning: string): void;
  onCancel(): void;
}

/** Asks for a reading of the person's own. */
export function AddForm({ snippet, taken, onAdd, onCancel }: AddFormProps) {
  const id = useId();
  const [sql, setSql] = useState(snippet);
  const [meaning, setMeaning] = useState("");
  const problem = problemOf(sql, snippet, taken);
  return (
    <div ref={showWhole} className="scroll-mt-48">
      <InlineForm
        action="Add"
        ready={problem === null && meaning.trim() !== ""}
        onDone={() => onAdd(sql.trim(), meaning.trim())}
        onCancel={onCancel}
      >
        <LabelledField id={id} label="SQL in place of the snippet" hint={problem}>
          <textarea
            id={id}
            // biome-ignore lint/a11y/noAutofocus: the person asked to write here.
            autoFocus
            rows={Math.min(8, Math.max(2, sql.split("\n").length))}
            spellCheck={false}
            value={sql}
            aria-describedby={problem === null ? undefined : `${id}-note`}
            onChange={({ target }) => setSql(target.value)}
            className={`${fieldClasses} resize-y py-1 font-mono text-sm`}
          />
        </LabelledField>
        <TextField label="What it means" value={meaning} onChange={setMeaning} />
      </InlineForm>
    </div>
  );
}

/** Why SQL cannot be a reading; null where it can. */
function problemOf(sql: string, snippet: string, taken: readonly string[]): string | null {
  const text = sql.trim();
  if (text === "") return "Write the SQL of the reading.";
  if (text === snippet.trim()) return "Change the snippet to what the words could mean, too.";
  return taken.includes(text) ? "This reading is in the list." : null;
}
