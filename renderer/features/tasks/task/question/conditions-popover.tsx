import { SlidersHorizontal } from "lucide-react";
import { type Conditions, defaultConditions } from "#shared/domain/conditions.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { CommandPopover } from "../../../../ui/command-popover.tsx";
import { Select } from "../../../../ui/select.tsx";

export interface ConditionsPopoverProps {
  /** Whose conditions: "Conditions of the follow-up". */
  label: string;
  /** What opens it. */
  command: { id: string; title: string; keys: string };
  conditions: Conditions | null;
  onChange(conditions: Conditions | null): void;
}

const mostDecimals = 10;
const decimals = [
  { value: "", title: "do not count" },
  ...Array.from({ length: mostDecimals + 1 }, (_, count) => ({ value: String(count), title: String(count) })),
];

/** What a sub-task asks of a result, to be changed. */
export function ConditionsPopover({ label, command, conditions, onChange }: ConditionsPopoverProps) {
  const held = conditions ?? defaultConditions;
  const set = (change: Partial<Conditions>) => onChange({ ...held, ...change });
  return (
    <CommandPopover
      command={{ group: "Task", ...command }}
      icon={SlidersHorizontal}
      button={label}
      label={label}
      className="w-72"
    >
      <div className="flex flex-col items-start gap-2">
        <Checkbox checked={held.order} onChange={(order) => set({ order })}>
          The order of the rows counts
        </Checkbox>
        <Checkbox checked={held.distinct} onChange={(distinct) => set({ distinct })}>
          Duplicates do not count
        </Checkbox>
        <Select
          label="Decimal places"
          value={held.decimals === null ? "" : String(held.decimals)}
          options={decimals}
          onChange={(value) => set({ decimals: value === "" ? null : Number(value) })}
        />
        <p className="text-sm text-faint">Shipped evaluators only check the order.</p>
        <Checkbox
          checked={conditions === null}
          onChange={(isSilent) => onChange(isSilent ? null : defaultConditions)}
        >
          The task does not say
        </Checkbox>
      </div>
    </CommandPopover>
  );
}
