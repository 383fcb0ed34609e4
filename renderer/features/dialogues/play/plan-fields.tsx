import type { RunPlan } from "#shared/contract/dialogues.ts";
import type { Behaviour, Protocol } from "#shared/domain/dialogue.ts";
import { EvaluatorProfile, profileLabels } from "#shared/domain/test-script.ts";
import { RadioList } from "../../../ui/radio-list.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";

type Plan = Omit<RunPlan, "systems">;

/** The protocol and the numbers of a run. */
export function PlanFields({ plan, onPlan }: { plan: Plan; onPlan(plan: Plan): void }) {
  const { settings, trials, seed } = plan;
  const set = (change: Partial<Plan["settings"]>): void => onPlan(withSettings(plan, change));
  return (
    <>
      <div className="grid grid-cols-2 gap-6">
        <RadioList<Protocol>
          label="Protocol"
          value={settings.protocol}
          onChange={(protocol) => set({ protocol })}
          options={[
            { value: "c", title: "c-Interact", detail: "Questions in turns, then SQL." },
            { value: "a", title: "a-Interact", detail: "Actions with costs, out of a budget of coins." },
          ]}
        />
        <RadioList<Behaviour>
          label="Behaviour"
          value={settings.behaviour}
          onChange={(behaviour) => set({ behaviour })}
          options={[
            { value: "fixed", title: "fixed", detail: "The known faults of the evaluator are put right." },
            { value: "shipped", title: "shipped", detail: "As published, with its known faults." },
          ]}
        />
      </div>
      <div className="grid grid-cols-4 gap-6">
        <Select<EvaluatorProfile>
          label="Evaluator"
          value={settings.profile}
          onChange={(profile) => set({ profile })}
          options={EvaluatorProfile.options.map((value) => ({ value, title: profileLabels[value].label }))}
        />
        <CountField
          label="Patience"
          hint="Extra turns the user grants"
          value={settings.patience}
          least={0}
          most={100}
          onChange={(patience) => set({ patience })}
        />
        <CountField
          label="Trials"
          hint="Of each system on each task"
          value={trials}
          least={1}
          most={100}
          onChange={(next) => onPlan({ ...plan, trials: next })}
        />
        <CountField
          label="Seed"
          hint="The same seed repeats the run"
          value={seed}
          least={0}
          most={0xffff_ffff}
          onChange={(next) => onPlan({ ...plan, seed: next })}
        />
      </div>
    </>
  );
}

const withSettings = (plan: Plan, change: Partial<Plan["settings"]>): Plan => ({
  ...plan,
  settings: { ...plan.settings, ...change },
});

interface CountFieldProps {
  label: string;
  hint: string;
  value: number;
  least: number;
  most: number;
  onChange(value: number): void;
}

function CountField({ label, hint, value, least, most, onChange }: CountFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      value={String(value)}
      onChange={(text) => {
        const next = Number(text);
        if (Number.isInteger(next)) onChange(Math.min(most, Math.max(least, next)));
      }}
    />
  );
}
