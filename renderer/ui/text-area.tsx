import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { Field, fieldLook } from "./field.tsx";

export interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value"> {
  label: string;
  hideLabel?: boolean | undefined;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** Several lines of text; it grows with what is typed up to its max-height (class), then scrolls. */
export function TextArea({
  label,
  hideLabel,
  value,
  onChange,
  hint,
  error,
  className,
  ...rest
}: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel={hideLabel} hint={hint} error={error}>
      <textarea
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        className={classes(
          fieldLook,
          "field-sizing-content max-h-60 min-h-7 resize-none py-1 leading-4.5",
          className,
        )}
        {...rest}
      />
    </Field>
  );
}
