import { useState } from "react";
import type { RunPlan, StoredRun } from "#shared/contract/dialogues.ts";
import type { Behaviour, Protocol } from "#shared/domain/dialogue.ts";
import { EvaluatorProfile, profileLabels } from "#shared/domain/test-script.ts";
import { RadioList } from "../../../ui/radio-list.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { settingsText } from "../dialogue-words.ts";

type Plan = Omit<RunPlan, "systems">;

interface PlanFieldsProps {
  plan: Plan;
  /** What other runs have found out can be grafted. */
  runs: readonly StoredRun[];
  onPlan(plan: Plan): void;
}

/** The protocol and the numbers of a run, and what its dialogues begin with. */
export function PlanFields({ plan, runs, onPlan }: PlanFieldsProps) {
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
        <PatienceField plan={plan} onPlan={onPlan} />
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
      <GraftField plan={plan} runs={runs} onPlan={onPlan} />
    </>
  );
}

const withSettings = (plan: Plan, change: Partial<Plan["settings"]>): Plan => ({
  ...plan,
  settings: { ...plan.settings, ...change },
});

/** Whose questions and answers the dialogues begin with; only runs of a system that can be named are offered. */
function GraftField({ plan, runs, onPlan }: PlanFieldsProps) {
  const donors = runs
    .filter(({ judged }) => judged > 0)
    .flatMap((run) => run.plan.systems.map((system) => ({ run, system })))
    .filter(({ system }) => !/^asks-(all-but-one|nothing)/.test(system));
  const keyOf = (runId: number, system: string): string => `${runId} ${system}`;
  if (donors.length === 0) return null;
  return (
    <Select<string>
      label="Begin with the clarifications of"
      value={plan.graft === null ? "" : keyOf(plan.graft.runId, plan.graft.system)}
      onChange={(key) => {
        const donor = donors.find(({ run, system }) => keyOf(run.runId, system) === key);
        onPlan({ ...plan, graft: donor ? { runId: donor.run.runId, system: donor.system } : null });
      }}
      options={[
        { value: "", title: "none: each dialogue starts from scratch" },
        ...donors.map(({ run, system }) => ({
          value: keyOf(run.runId, system),
          title: `run ${run.number}, ${system}`,
          detail: settingsText(run.plan.settings, run.plan.sweep),
        })),
      ]}
    />
  );
}

/** One patience, or several that are all played; what is none is said and not handed on. */
function PatienceField({ plan, onPlan }: { plan: Plan; onPlan(plan: Plan): void }) {
  const [typed, setTyped] = useState([plan.settings.patience, ...plan.sweep].join(", "));
  const isRight = patiencesIn(typed) !== null;
  const change = (text: string): void => {
    setTyped(text);
    const [patience, ...sweep] = patiencesIn(text) ?? [];
    if (patience !== undefined) onPlan(withSettings({ ...plan, sweep }, { patience }));
  };
  return (
    <TextField
      label="Patience"
      hint="Extra turns the user grants; 0, 3, 5, 7 plays all four"
      inputMode="numeric"
      value={typed}
      onChange={change}
      error={isRight ? null : "Write numbers up to 100, such as 3 or 0, 3, 5, 7."}
    />
  );
}

/** "0, 3 5" as numbers, each once; null for what is none. */
function patiencesIn(text: string): number[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  const isRight = parts.length > 0 && parts.length <= 20 && parts.every((part) => /^\d+$/.test(part));
  const numbers = [...new Set(parts.map(Number))];
  return isRight && numbers.every((number) => number <= 100) ? numbers : null;
}

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
