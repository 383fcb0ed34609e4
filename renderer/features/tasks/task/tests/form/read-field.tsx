import { type ReactNode, useId, useState } from "react";
import { classes } from "../../../../../ui/classes.ts";
import { fieldClasses, LabelledField } from "../../../../../ui/field.tsx";

export interface ReadFieldProps<Value> {
  label: string;
  value: Value;
  /** The value as text. */
  show(value: Value): string;
  /** The value of a text; undefined where it has none. */
  read(text: string): Value | undefined;
  /** What to write instead of a text that has no value. */
  wrong: string;
  hint?: ReactNode;
  /** For several lines: so many at least. */
  lines?: number;
  className?: string;
  onChange(value: Value): void;
}

/** A field for a value that not every text is: what cannot be read yet stays in the field with an error, the value stays as it was. */
export function ReadField<Value>(props: ReadFieldProps<Value>) {
  const { label, value, show, read, wrong, hint, lines, className, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null);
  // What was typed counts as long as the value is the one that it led to.
  const text = typed !== null && typed.of === JSON.stringify(value) ? typed.text : show(value);
  const isWrong = read(text) === undefined;
  const type = (next: string) => {
    const found = read(next);
    setTyped({ text: next, of: JSON.stringify(found === undefined ? value : found) });
    if (found !== undefined) onChange(found);
  };
  const control = {
    id,
    value: text,
    spellCheck: false,
    autoComplete: "off",
    "aria-invalid": isWrong || undefined,
    "aria-describedby": isWrong || hint ? `${id}-note` : undefined,
    onBlur: () => !isWrong && setTyped(null),
  };
  return (
    <div className={className}>
      <LabelledField id={id} label={label} error={isWrong ? wrong : null} hint={hint}>
        {lines === undefined ? (
          <input
            type="text"
            {...control}
            onChange={({ target }) => type(target.value)}
            className={classes(fieldClasses, "h-7 font-mono text-sm")}
          />
        ) : (
          <textarea
            rows={Math.min(8, Math.max(lines, text.split("\n").length))}
            {...control}
            onChange={({ target }) => type(target.value)}
            className={classes(fieldClasses, "resize-y py-1 font-mono text-sm")}
          />
        )}
      </LabelledField>
    </div>
  );
}
