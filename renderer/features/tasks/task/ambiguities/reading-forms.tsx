import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { fieldClasses, LabelledField } from "../../../../ui/field.tsx";
import { TextField } from "../../../../ui/text-field.tsx";

interface InlineFormProps {
  action: string;
  ready: boolean;
  onDone(): void;
  onCancel(): void;
  children: ReactNode;
}

/** Asks for something in place: Ctrl+Enter, or Enter in a field of one line, takes it; Escape leaves. */
export function InlineForm({ action, ready, onDone, onCancel, children }: InlineFormProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isLine = event.target instanceof HTMLInputElement;
    const takes = event.key === "Enter" && (isLine || event.ctrlKey || event.metaKey);
    if (event.key !== "Escape" && !takes) return;
    event.preventDefault();
    if (!takes) onCancel();
    else if (ready) onDone();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its fields.
    <div className="mt-2 flex flex-col gap-2" onKeyDown={onKeyDown}>
      {children}
      <span className="flex gap-1.5">
        <Button size="sm" keys="mod+Enter" disabled={!ready} onClick={onDone}>
          {action}
        </Button>
        <Button size="sm" variant="quiet" keys="Escape" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </div>
  );
}

interface ReasonFormProps {
  onReject(reason: string): void;
  onCancel(): void;
}

/** Asks why a reading is rejected. */
export function ReasonForm({ onReject, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const done = () => onReject(reason.trim());
  return (
    <InlineForm action="Reject" ready={reason.trim() !== ""} onDone={done} onCancel={onCancel}>
      <TextField label="Why nobody means this" autoFocus value={reason} onChange={setReason} />
    </InlineForm>
  );
}

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
  );
}

/** Why SQL cannot be a reading; null where it can. */
function problemOf(sql: string, snippet: string, taken: readonly string[]): string | null {
  const text = sql.trim();
  if (text === "") return "Write the SQL of the reading.";
  if (text === snippet.trim()) return "Change the snippet to what the words could mean, too.";
  return taken.includes(text) ? "This reading is in the list." : null;
}
