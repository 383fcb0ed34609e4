import { type KeyboardEvent, type RefObject, useId } from "react";
import type { VerdictLabel } from "#shared/domain/verdict-form.ts";
import { classes } from "../../../ui/classes.ts";
import { fieldClasses } from "../../../ui/field.tsx";

interface NoteFieldProps {
  value: string;
  /** What is wrong with the judgement as it is, once the person tried to save it. */
  error: string | null;
  /** The label of the item as far as it has one: it may ask for a note. */
  label: VerdictLabel | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange(note: string): void;
  onBlur(): void;
  onLeave(): void;
}

/** The note, stored as it is typed; what is missing is shown below it. */
export function NoteField(props: NoteFieldProps) {
  const { value, error, label, field, onChange, onBlur, onLeave } = props;
  const id = useId();
  const required = label?.needsNote === true;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onLeave();
  };
  return (
    <div className="min-w-60 flex-1">
      <textarea
        ref={field}
        aria-label="Note"
        aria-required={required}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : id}
        rows={1}
        placeholder={
          required
            ? `Note (required for ${label.name})${label.counts === "wrong" ? ": what is wrong with the prediction?" : ""}`
            : "Note"
        }
        className={classes(
          fieldClasses,
          "block field-sizing-content max-h-32 min-h-7 resize-none py-1 leading-4.5",
        )}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p id={id} role="alert" className="mt-0.5 text-sm text-error">
          {error}
        </p>
      )}
    </div>
  );
}
