import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { type Conditions, defaultConditions } from "#shared/domain/conditions.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { useCommands } from "../../../../ui/commands.ts";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { Popover } from "../../../../ui/popover.tsx";
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
const places = [
  { value: "", title: "do not count" },
  ...Array.from({ length: mostDecimals + 1 }, (_, count) => ({ value: String(count), title: String(count) })),
];

/** What a sub-task asks of a result, to be changed. */
export function ConditionsPopover({ label, command, conditions, onChange }: ConditionsPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, title, keys } = command;
  useCommands("Task", [{ id, title, keys: [keys], run: () => setOpen(!isOpen) }]);
  const held = conditions ?? defaultConditions;
  const set = (change: Partial<Conditions>) => onChange({ ...held, ...change });
  return (
    <Popover
      label={label}
      className="w-72"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="sm" icon={SlidersHorizontal} label={label} keys={keys} />}
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
          options={places}
          onChange={(value) => set({ decimals: value === "" ? null : Number(value) })}
        />
        <p className="text-sm text-faint">Shipped evaluators look at the order only.</p>
        <Checkbox
          checked={conditions === null}
          onChange={(isSilent) => onChange(isSilent ? null : defaultConditions)}
        >
          The task says nothing of it
        </Checkbox>
      </div>
    </Popover>
  );
}
