import type { ReactNode } from "react";

/** The frame of a field: its label above, a hint or what is wrong below. `id` is the control's. */
export function LabelledField({
  id,
  label,
  hideLabel = false,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  error?: string | null | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium text-muted"}>
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="text-sm text-error">
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-note`} className="text-sm text-faint">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The look that one-line fields and text areas share. */
export const fieldClasses =
  "w-full rounded-md border border-line-control bg-canvas px-2 text-ink outline-none focus:border-focus focus:outline-2 focus:outline-focus aria-invalid:border-error disabled:opacity-60";
