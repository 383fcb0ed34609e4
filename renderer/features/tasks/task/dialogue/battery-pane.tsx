import { Check, CircleHelp, Pencil, Plus, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AnsweredQuestion } from "#shared/dialogue/answered-battery.ts";
import type { BatteryChanges, OwnQuestion } from "#shared/domain/battery.ts";
import type { SimulatorAction } from "#shared/domain/dialogue.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { ambiguityTag } from "../../../../results/task/ambiguity-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { Toggle } from "../../../../ui/toggle.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { AskedSimulator } from "./asked-simulator.tsx";
import { BatteryScore } from "./battery-score.tsx";
import { QuestionForm } from "./question-form.tsx";
import { useAnsweredBattery } from "./use-dialogue-preview.ts";

/** The questions with which the built-in simulator is tried on this task, how it takes them, and what the annotator changes of them. */
export function BatteryPane() {
  const { answer, ...asked } = useAnsweredBattery();
  const { task, edit } = useTaskEditor(({ task, edit }) => ({ task, edit }));
  const [isWrongOnly, setWrongOnly] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const left = task.battery.leftOut.length;
  const questions = answer?.questions.filter(({ isRight }) => !isWrongOnly || isRight !== true) ?? [];
  return (
    <AskedSimulator label="Battery of questions" hasAnswer={answer !== null} {...asked}>
      {answer !== null && (
        <>
          <BatteryScore score={answer.score} />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5 text-sm">
            <Toggle checked={isWrongOnly} onChange={setWrongOnly}>
              Only questions that it misreads
            </Toggle>
            {left > 0 && (
              <Button size="sm" variant="quiet" onClick={() => edit(withAllMade(task))}>
                Bring back {countText(left, "question")}
              </Button>
            )}
            <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
              Add a question…
            </Button>
          </div>
          {isAdding && (
            <div className="border-b px-3 pb-3">
              <QuestionForm
                task={task}
                question={null}
                onDone={(question) => {
                  edit(withOwn(task, null, question));
                  setAdding(false);
                }}
                onCancel={() => setAdding(false)}
              />
            </div>
          )}
          <ul aria-label="Questions to the simulator">
            {questions.map((asked) => (
              <QuestionLine key={`${asked.own} ${asked.phase} ${asked.question}`} asked={asked} />
            ))}
          </ul>
          {questions.length === 0 && <p className="p-3 text-muted">It reads every question as it should.</p>}
        </>
      )}
    </AskedSimulator>
  );
}

function QuestionLine({ asked }: { asked: AnsweredQuestion }) {
  const { task, edit } = useTaskEditor(({ task, edit }) => ({ task, edit }));
  const [isEditing, setEditing] = useState(false);
  const { question, phase, own, expected, answer, isRight } = asked;
  const mine = own === null ? undefined : task.battery.own[own];
  return (
    <li className="border-b px-3 py-2 select-text">
      <div className="flex items-start gap-1.5">
        <RightSign isRight={isRight} />
        <p className="min-w-0 flex-1 break-words">
          {question}
          {phase === 2 && <span className="text-sm text-faint"> phase 2</span>}
        </p>
        {mine !== undefined && (
          <IconButton
            size="sm"
            icon={Pencil}
            label="Change this question"
            onClick={() => setEditing(!isEditing)}
          />
        )}
        <IconButton
          size="sm"
          icon={Trash2}
          label={own === null ? "Leave this question out" : "Delete this question"}
          onClick={() => edit(without(task, asked))}
        />
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {typeof expected === "string" ? (
          <span className="text-warning">{expected}</span>
        ) : (
          <Actions task={task} phase={phase} label="about" actions={expected} />
        )}
        {isRight !== true && <Actions task={task} phase={phase} label="read as" actions={answer.actions} />}
      </p>
      <p className="mt-1 text-sm break-words text-muted">{answer.text}</p>
      {answer.leaks.map(({ words, of }) => (
        <p key={`${of} ${words}`} className="mt-1 text-sm break-words text-error">
          The answer leaks the {of.replace("-", " ")}: {words}
        </p>
      ))}
      {isEditing && mine !== undefined && (
        <QuestionForm
          task={task}
          question={mine}
          onDone={(changed: OwnQuestion) => {
            edit(withOwn(task, own, changed));
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
    </li>
  );
}

function RightSign({ isRight }: { isRight: boolean | null }) {
  const [Icon, tone, label] =
    isRight === null
      ? ([CircleHelp, "text-warning", "not judged"] as const)
      : isRight
        ? ([Check, "text-added", "read as it should be"] as const)
        : ([X, "text-error", "misread"] as const);
  return <Icon size={14} role="img" aria-label={label} className={`mt-0.75 shrink-0 ${tone}`} />;
}

interface ActionsProps {
  task: Task;
  phase: OwnQuestion["phase"];
  label: string;
  actions: readonly SimulatorAction[];
}

function Actions({ task, phase, label, actions }: ActionsProps) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      <span className="text-faint">{label}</span>
      {actions.map((action) => (
        <span key={JSON.stringify(action)} className="min-w-0 break-words">
          {actionSign(task, phase, action)}
        </span>
      ))}
    </span>
  );
}

function actionSign(task: Task, phase: OwnQuestion["phase"], action: SimulatorAction): ReactNode {
  if (action.kind === "UNA") return "a refusal";
  if (action.kind === "AMB") {
    const { label, hue } = ambiguityTag(action.ambiguity);
    return (
      <>
        <span className={`tag-badge tag-${hue}`}>{label}</span> {task.ambiguities[action.ambiguity]?.term}
      </>
    );
  }
  const gold = phase === 1 ? task.goldSql : task.followUp?.goldSql;
  const { from, to } = action.range;
  return <code className="font-mono">{gold?.[action.statement]?.slice(from, to)}</code>;
}

const changed = (task: Task, change: Partial<BatteryChanges>): TaskEdit => [
  { kind: "set-fields", fields: { battery: { ...task.battery, ...change } } },
];

/** Puts a question of the annotator's own in the place of theirs with that number; null: behind them. */
function withOwn(task: Task, at: number | null, question: OwnQuestion): TaskEdit {
  const { own } = task.battery;
  return changed(task, { own: at === null ? [...own, question] : own.with(at, question) });
}

/** Takes a question out of the battery: one of their own for good, a made one until it is brought back. */
function without(
  task: Task,
  { own, phase, question }: Pick<OwnQuestion, "phase" | "question"> & { own: number | null },
): TaskEdit {
  const { battery } = task;
  return own === null
    ? changed(task, { leftOut: [...battery.leftOut, { phase, question }] })
    : changed(task, { own: battery.own.toSpliced(own, 1) });
}

/** Brings all made questions back. */
const withAllMade = (task: Task): TaskEdit => changed(task, { leftOut: [] });
