import { useMemo } from "react";
import type { AnsweredBattery } from "#shared/dialogue/answered-battery.ts";
import type { DialoguePreview } from "#shared/dialogue/dialogue-preview.ts";
import type { Task } from "#shared/domain/task.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import { useSettled } from "../../../../ui/use-settled.ts";
import { type BatteryQuestions, type DialogueQuestion, goldOf } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** How long, in milliseconds, the task rests before its simulator is asked again. */
const restMs = 300;

/** What came of asking the simulator about the task as it is edited. */
interface Asked<Answer> {
  /** The last answer; null before the first. */
  answer: Answer | null;
  /** It is of the task as it is. */
  isCurrent: boolean;
  /** Why nothing is asked; null where it is. */
  obstacle: string | null;
}

/** Plays the dialogue of the task as it is edited, beside the window. */
export function useDialoguePreview(): Asked<DialoguePreview> {
  const { taskId, task, asked, profile, common } = useRestedTask();
  const obstacle = asked.ambiguities.length === 0 ? noAmbiguities : obstacleOf(asked);
  const question = useMemo<DialogueQuestion | null>(
    () => (common === null || obstacle !== null ? null : { about: "dialogue", profile, ...common }),
    [common, profile, obstacle],
  );
  const { answer, isCurrent } = useLastAnalysis(taskId, question);
  return { answer, isCurrent: isCurrent && asked === task, obstacle };
}

/** Asks the built-in simulator the battery of the task as it is edited, beside the window. */
export function useAnsweredBattery(): Asked<AnsweredBattery> {
  const { taskId, task, asked, common } = useRestedTask();
  const obstacle = obstacleOf(asked);
  const question = useMemo<BatteryQuestions | null>(
    () => (common === null || obstacle !== null ? null : { about: "battery", ...common }),
    [common, obstacle],
  );
  const { answer, isCurrent } = useLastAnalysis(taskId, question);
  return { answer, isCurrent: isCurrent && asked === task, obstacle };
}

/** The task once nobody types in it, and what a question about it needs; `common` null until its knowledge is there. */
function useRestedTask() {
  const { taskId, task, dialect, knowledge, profile } = useTaskEditor((state) => ({
    ...{ taskId: state.taskId, task: state.task, dialect: state.dialect },
    ...{ knowledge: state.knowledge, profile: state.profile },
  }));
  const edited = useMemo(() => ({ taskId, task }), [taskId, task]);
  const rested = useSettled(edited, restMs);
  // Another task need not rest: nobody is typing in it yet.
  const asked = rested.taskId === taskId ? rested.task : task;
  const common = useMemo(() => {
    if (knowledge === undefined) return null;
    const { nodes, schema, columnMeanings: meanings } = knowledge;
    const known = { nodes: nodes.length === 0 ? null : nodes, database: { schema, meanings } };
    return { gold: goldOf(asked), task: asked, dialect, ...known };
  }, [asked, dialect, knowledge]);
  return { taskId, task, asked, profile, common };
}

const noAmbiguities = "The task has no ambiguities: there is nothing to ask about.";

function obstacleOf({ goldSql }: Task): string | null {
  if (goldSql.length === 0) return "There is no gold SQL, so there is nothing to ask about or to submit.";
  return tracedLength({ 1: goldSql, 2: [] }, 1) > longestTraced
    ? "The gold is too long for the simulator to be asked while you type. Play dialogues from the list of tasks."
    : null;
}
