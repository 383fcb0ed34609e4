import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { fieldClasses, LabelledField } from "./field.tsx";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  label: string;
  hideLabel?: boolean | undefined;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  error?: string | null | undefined;
  mono?: boolean | undefined;
}

/** One line of text with its label, and a hint or what is wrong with it below. */
export function TextField({
  label,
  hideLabel,
  value,
  onChange,
  hint,
  error,
  mono,
  className,
  ...rest
}: TextFieldProps) {
  const id = useId();
  return (
    <LabelledField id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={classes(fieldClasses, "h-7", mono && "font-mono text-sm", className)}
        {...rest}
      />
    </LabelledField>
  );
}
