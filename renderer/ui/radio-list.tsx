import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useId } from "react";
import { classes } from "./classes.ts";
import { leaveShortcuts } from "./leave-shortcuts.ts";

export interface RadioListProps<T extends string> {
  label: string;
  value: T;
  onChange(value: T): void;
  options: readonly { value: T; title: string; detail?: string }[];
  /** Side by side, for options that need no detail. */
  inline?: boolean;
  /** Below all of them: what the choice is for. */
  hint?: string;
}

/** One of a few, all in sight, each with what it means. */
export function RadioList<T extends string>({
  label,
  value,
  onChange,
  options,
  inline = false,
  hint,
}: RadioListProps<T>) {
  const labelId = useId();
  return (
    <div>
      <div id={labelId} className="mb-1 text-sm font-medium text-muted">
        {label}
      </div>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onValueChange={(next) => onChange(next as T)}
        className={classes("flex", inline ? "gap-5" : "flex-col divide-y rounded-md border")}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's radio is the control and takes its name from the label around it.
          <label
            key={option.value}
            className={classes("flex items-start gap-2", inline ? "" : "px-3 py-1.5 hover:bg-hover")}
          >
            <Radio.Root
              value={option.value}
              onKeyDown={leaveShortcuts}
              className="mt-0.75 flex size-3.5 shrink-0 items-center justify-center rounded-full border border-line-control bg-canvas data-checked:border-accent-fill data-checked:bg-accent-fill"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
            </Radio.Root>
            <span className="min-w-0">
              {option.title}
              {option.detail ? <span className="block text-sm text-muted">{option.detail}</span> : null}
            </span>
          </label>
        ))}
      </RadioGroup>
      {hint ? <p className="mt-1 text-sm text-muted">{hint}</p> : null}
    </div>
  );
}
