import { useState } from "react";
import type { RunPlan } from "#shared/contract/dialogues.ts";
import { builtInSystems } from "#shared/dialogue/systems/system-name.ts";
import type { Project } from "#shared/domain/project.ts";
import { defaultPatience } from "#shared/domain/task.ts";
import { useDialogueRuns, useRunEstimate, useStartDialogues } from "../../../data/dialogues.ts";
import { errorText } from "../../../data/faults.ts";
import { useViewState } from "../../../data/view-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { systemWords } from "../dialogue-words.ts";
import { shownRunState } from "../dialogues-view.ts";
import { EstimateLine, ModelSystems, UserField } from "./model-fields.tsx";
import { PlanFields } from "./plan-fields.tsx";

/** The tasks that one had before one's eyes when the dialog was opened. */
export interface TasksInSight {
  /** The task that is open. */
  open: number | null;
  /** The tasks of the list as filtered; null where there is no list. */
  listed: readonly number[] | null;
}

interface PlayDialogProps {
  project: Project;
  tasks: TasksInSight;
  onClose(): void;
  onStarted(): void;
}

/** Built-in systems, and whoever sits at the keyboard. */
const offeredSystems = [...builtInSystems, "person"] as const;
type OfferedSystem = (typeof offeredSystems)[number];

type Chosen = "open" | "listed" | "all";

/** Chooses tasks, systems and the settings of a run, and begins it. */
// Longer than a function should be: one form, whose fields and button share its state.
export function PlayDialog({ project, tasks, onClose, onStarted }: PlayDialogProps) {
  const options = taskOptions(project, tasks);
  const [chosen, setChosen] = useState<Chosen>(options[0]?.value ?? "all");
  const [systems, setSystems] = useState<readonly OfferedSystem[]>(["asks-everything", "asks-nothing"]);
  const [plan, setPlan] = useState<Omit<RunPlan, "systems">>({
    settings: {
      ...{ protocol: "c", profile: project.taskSettings.profile, behaviour: "fixed" },
      patience: defaultPatience,
    },
    ...{ sweep: [], graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
    trials: 1,
    seed: 1,
  });
  const start = useStartDialogues();
  const [, showRun] = useViewState(shownRunState(project.id));
  const { data: runs = [] } = useDialogueRuns(project.id);
  const systemCount = systems.length + plan.modelSystems.length;
  const ready = systemCount > 0;
  const run = { ...plan, systems: [...systems], projectId: project.id, taskIds: idsOf(tasks, chosen) };
  const estimate = useRunEstimate(run);
  const count = options.find(({ value }) => value === chosen)?.count ?? 0;
  const begin = (): void =>
    start.mutate(run, {
      onSuccess: ({ runId }) => {
        showRun(runId);
        onStarted();
        onClose();
      },
    });
  const change = (part: Partial<typeof plan>): void => setPlan({ ...plan, ...part });
  const toggle = (system: OfferedSystem, on: boolean): void =>
    setSystems(offeredSystems.filter((one) => (one === system ? on : systems.includes(one))));
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title="Play dialogues"
      description="Each system talks with a simulated user about each task. It runs in the background."
      commands={[
        {
          ...{ id: "dialogues.start", title: "Play", keys: ["mod+Enter"], inInputs: true },
          enabled: ready && !start.isPending,
          run: begin,
        },
      ]}
      footer={
        <>
          <span className="flex-1 text-muted">
            {countText(count, "task")} × {countText(systemCount, "system")} ×{" "}
            {plan.sweep.length > 0 && `${countText(plan.sweep.length + 1, "patience", "patiences")} × `}
            {countText(plan.trials, "trial")}
            {systems.includes("asks-all-but-one") && ", and more of them for asks-all-but-one"}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={start.isPending} onClick={begin}>
            Play
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioList<Chosen>
          label="Tasks"
          value={chosen}
          onChange={setChosen}
          inline
          options={options.map(({ value, title }) => ({ value, title }))}
        />
        <fieldset>
          <legend className="mb-1 text-sm font-medium text-muted">Systems under test</legend>
          <div className="grid grid-cols-2 gap-x-6 gap-y-1.5">
            {offeredSystems.map((system) => (
              <div key={system}>
                <Checkbox checked={systems.includes(system)} onChange={(on) => toggle(system, on)}>
                  {system}
                </Checkbox>
                <p className="pl-5 text-sm text-muted">{systemWords[system]}</p>
              </div>
            ))}
            <ModelSystems plan={plan} onPlan={change} />
          </div>
        </fieldset>
        <UserField plan={plan} onPlan={change} />
        <PlanFields plan={plan} runs={runs} onPlan={setPlan} />
        <EstimateLine plan={plan} estimate={estimate} />
        {start.error ? (
          <InlineError title="The run could not be started.">{errorText(start.error)}</InlineError>
        ) : null}
      </div>
    </Dialog>
  );
}

function taskOptions(project: Project, { open, listed }: TasksInSight) {
  const options: { value: Chosen; title: string; count: number }[] = [];
  if (open !== null) options.push({ value: "open", title: "The open task", count: 1 });
  if (listed !== null && listed.length > 0 && listed.length < project.taskCount)
    options.push({
      value: "listed",
      title: `The ${numberText(listed.length)} tasks of the list as filtered`,
      count: listed.length,
    });
  const all = {
    value: "all" as const,
    title: `All ${numberText(project.taskCount)} tasks`,
    count: project.taskCount,
  };
  // A filtered list was made for a purpose; else the whole project is what one compares systems on.
  return options.some(({ value }) => value === "listed") ? [...options.reverse(), all] : [all, ...options];
}

function idsOf({ open, listed }: TasksInSight, chosen: Chosen): number[] | null {
  if (chosen === "open" && open !== null) return [open];
  return chosen === "listed" && listed !== null ? [...listed] : null;
}
