import { Play, ShieldCheck, Square } from "lucide-react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import {
  actionBudget,
  clarificationsNeeded,
  clarificationTurns,
  isClear,
  isManagement,
} from "#shared/domain/task.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { PassedSign } from "../../../../results/passed-sign.tsx";
import { profileTitles } from "../../../../results/run-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { classes } from "../../../../ui/classes.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { taskStatusNames } from "../../list/task-words.ts";
import { DraftTools } from "../draft/draft-tools.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { FieldsPopover } from "./fields-popover.tsx";

const profiles = EvaluatorProfile.options.map((value) => ({ value, ...profileTitles[value] }));

const shortcutsWhereRoom = "[&_kbd]:hidden @min-[1200px]:[&_kbd]:inline-flex";

/** Which task it is, how its gold did last, and how to run it. */
export function TaskHeader() {
  const { view, phases, profile, setViewState } = useTaskEditor(({ view, run, profile, setViewState }) => ({
    ...{ view, phases: run?.phases ?? noPhases, profile, setViewState },
  }));
  const { instanceId } = view.task;
  return (
    <header className="@container shrink-0 border-b">
      <div className={`flex h-10 items-center gap-2 px-3 @min-[1200px]:gap-3 ${shortcutsWhereRoom}`}>
        <h2 className="flex max-w-2/5 min-w-24 items-center font-mono font-semibold">
          <span className="truncate select-text">{instanceId}</span>
          <CopyButton text={instanceId} label="Copy the id" />
        </h2>
        <FieldsPopover />
        <Facts view={view} />
        <DraftTools />
        {phases.map(({ phase, passed, passedFixed }) => (
          <span key={phase} className="flex shrink-0 items-center gap-2">
            <PassedSign passed={passed} title={`phase ${phase}`} short={String(phase)} />
            {passed !== passedFixed && <PassedSign passed={passedFixed} title="fixed" short="fixed" />}
          </span>
        ))}
        <Select
          label="Evaluator"
          hideLabel
          value={profile}
          options={profiles}
          onChange={(chosen) => setViewState({ profile: chosen })}
          className="shrink-0"
        />
        <RunButtons />
      </div>
    </header>
  );
}

const noPhases: [] = [];

function RunButtons() {
  const { isWithheld, running, hasRun, startRun, cancelRun } = useTaskEditor((state) => ({
    isWithheld: state.task.goldSql.length === 0,
    ...{ running: state.running, hasRun: state.run !== null },
    ...{ startRun: state.startRun, cancelRun: state.cancelRun },
  }));
  const why = isWithheld ? "There is no gold SQL, so there is nothing to run." : undefined;
  // Both have the same width, so that nothing beside them moves when a run begins or ends.
  return (
    <div className="grid shrink-0 items-center justify-items-end *:col-start-1 *:row-start-1">
      <div className={classes("flex shrink-0 gap-1.5", running && "invisible")}>
        <Button icon={Play} keys="r" disabled={isWithheld} title={why} onClick={() => startRun(false)}>
          {hasRun ? "Rerun" : "Run"}
        </Button>
        <Button
          icon={ShieldCheck}
          keys="shift+r"
          disabled={isWithheld}
          title={why}
          onClick={() => startRun(true)}
        >
          Check
        </Button>
      </div>
      <Button icon={Square} keys="mod+." onClick={cancelRun} className={running ? "" : "invisible"}>
        Cancel
      </Button>
    </div>
  );
}

/** The chips that fit, each of them whole; the others are among the fields of the task. */
function Facts({ view: { task, status, assignee } }: { view: TaskDetails }) {
  const needed = clarificationsNeeded(task);
  return (
    <p className="flex h-7 min-w-0 flex-1 flex-wrap items-center gap-x-1 gap-y-2 overflow-hidden p-1">
      {task.category !== null && (
        <Chip definition={isManagement(task) ? "Manages data (DM)" : "Queries data (BI)"}>
          {task.category}
        </Chip>
      )}
      {task.difficultyTier !== null && <Chip definition="Difficulty tier">{task.difficultyTier}</Chip>}
      {status !== "draft" && (
        <Chip definition={assignee === null ? "Nobody is assigned" : `Assigned to ${assignee}`}>
          {taskStatusNames[status]}
        </Chip>
      )}
      {isClear(task) ? (
        <Chip definition="There is no ambiguous question, so there is nothing to clarify.">clear</Chip>
      ) : (
        <Chip
          definition={`c-Interact: ${countText(needed, "critical or knowledge ambiguity", "critical and knowledge ambiguities")} plus patience 3. a-Interact: a budget of ${actionBudget(task)}.`}
        >
          {countText(clarificationTurns(task), "turn")}
        </Chip>
      )}
      <Chip definition="The database of the task">{task.database || "no database"}</Chip>
    </p>
  );
}
