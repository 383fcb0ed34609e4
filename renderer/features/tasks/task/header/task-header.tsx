import { Play, ShieldCheck, Square } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import {
  actionBudget,
  clarificationsNeeded,
  clarificationTurns,
  isClear,
  isManagement,
} from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { Button } from "../../../../ui/button.tsx";
import { Chip } from "../../../../ui/chip.tsx";
import { classes } from "../../../../ui/classes.ts";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Select } from "../../../../ui/select.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { taskStatusNames } from "../../list/task-words.ts";
import { profileTitles } from "../run/run-words.ts";
import { PassedSign } from "../run/verdict-sign.tsx";
import { FieldsPopover } from "./fields-popover.tsx";

export interface TaskHeaderProps {
  view: TaskDetails;
  /** The phases of the run on screen, for the verdicts. */
  phases: readonly PhaseResult[];
  profile: EvaluatorProfile;
  onProfile(profile: EvaluatorProfile): void;
  running: boolean;
  hasRun: boolean;
  onRun(checks: boolean): void;
  onCancel(): void;
  edit(edit: TaskEdit): void;
  /** A dialog asks about conflicts. */
  isAsking: boolean;
  /** Undo, redo, and whether it is saved. */
  tools: ReactNode;
}

const profiles = EvaluatorProfile.options.map((value) => ({ value, ...profileTitles[value] }));

const shortcutsWhereRoom = "[&_kbd]:hidden @min-[1200px]:[&_kbd]:inline-flex";

/** Which task it is, how its gold did last, and how to run it. */
export function TaskHeader(props: TaskHeaderProps) {
  const { view, phases, profile, onProfile, running, hasRun, onRun, onCancel, edit, isAsking, tools } = props;
  const { task } = view;
  const isWithheld = task.goldSql.length === 0;
  const why = isWithheld ? "There is no gold SQL, so there is nothing to run." : undefined;
  return (
    <header className="@container shrink-0 border-b">
      <div className={`flex h-10 items-center gap-2 px-3 @min-[1200px]:gap-3 ${shortcutsWhereRoom}`}>
        <h2 className="flex max-w-2/5 min-w-24 items-center font-mono font-semibold">
          <span className="truncate select-text">{task.instanceId}</span>
          <CopyButton text={task.instanceId} label="Copy the id" />
        </h2>
        <FieldsPopover view={view} isAsking={isAsking} edit={edit} />
        <Facts view={view} />
        {tools}
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
          onChange={onProfile}
          className="shrink-0"
        />
        {/* Both stand in one place, so that nothing beside them moves when a run begins or ends. */}
        <div className="grid shrink-0 items-center justify-items-end *:col-start-1 *:row-start-1">
          <div className={classes("flex shrink-0 gap-1.5", running && "invisible")}>
            <Button icon={Play} keys="r" disabled={isWithheld} title={why} onClick={() => onRun(false)}>
              {hasRun ? "Rerun" : "Run"}
            </Button>
            <Button
              icon={ShieldCheck}
              keys="shift+r"
              disabled={isWithheld}
              title={why}
              onClick={() => onRun(true)}
            >
              Check
            </Button>
          </div>
          <Button icon={Square} keys="mod+." onClick={onCancel} className={running ? "" : "invisible"}>
            Cancel
          </Button>
        </div>
      </div>
    </header>
  );
}

/** The chips that fit, each of them whole; the others stand with the fields of the task. */
function Facts({ view: { task, status, assignee } }: { view: TaskDetails }) {
  const needed = clarificationsNeeded(task);
  return (
    <p className="flex h-7 min-w-0 flex-1 flex-wrap items-center gap-x-1 gap-y-2 overflow-hidden p-1">
      {task.category !== null && (
        <Chip definition={isManagement(task) ? "Manages data (DM)" : "Asks for data (BI)"}>
          {task.category}
        </Chip>
      )}
      {task.difficultyTier !== null && <Chip definition="Difficulty tier">{task.difficultyTier}</Chip>}
      {status !== "draft" && (
        <Chip definition={assignee === null ? "Nobody works on it" : `${assignee} works on it`}>
          {taskStatusNames[status]}
        </Chip>
      )}
      {isClear(task) ? (
        <Chip definition="There is no ambiguous question: nothing has to be clarified.">clear</Chip>
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
