import { useMemo } from "react";
import type { DialoguePreview } from "#shared/dialogue/dialogue-preview.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import { useSettled } from "../../../../ui/use-settled.ts";
import { type DialogueQuestion, goldOf } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** How long, in milliseconds, the task rests before its dialogue is played again. */
const restMs = 300;

export interface PreviewState {
  /** The last one that was played; null before the first. */
  preview: DialoguePreview | null;
  /** It is of the task as it is. */
  isCurrent: boolean;
  /** Why none is played; null where one is. */
  obstacle: string | null;
}

/** Plays the dialogue of the task as it is edited, beside the window. */
export function useDialoguePreview(): PreviewState {
  const { taskId, task, dialect, knowledge, profile } = useTaskEditor((state) => ({
    ...{ taskId: state.taskId, task: state.task, dialect: state.dialect },
    ...{ knowledge: state.knowledge, profile: state.profile },
  }));
  const edited = useMemo(() => ({ taskId, task }), [taskId, task]);
  const rested = useSettled(edited, restMs);
  // Another task need not rest: nobody is typing in it yet.
  const asked = rested.taskId === taskId ? rested.task : task;
  const obstacle = obstacleOf(asked);
  const question = useMemo<DialogueQuestion | null>(() => {
    if (knowledge === undefined || obstacle !== null) return null;
    const { nodes, schema, columnMeanings: meanings } = knowledge;
    const known = { nodes: nodes.length === 0 ? null : nodes, database: { schema, meanings } };
    return { about: "dialogue", gold: goldOf(asked), task: asked, dialect, profile, ...known };
  }, [asked, dialect, knowledge, profile, obstacle]);
  const { answer, isCurrent } = useLastAnalysis(taskId, question);
  return { preview: answer, isCurrent: isCurrent && asked === task, obstacle };
}

function obstacleOf({ goldSql, ambiguities }: Parameters<typeof goldOf>[0]): string | null {
  if (goldSql.length === 0) return "There is no gold SQL, so a system would have nothing to submit.";
  if (ambiguities.length === 0) return "The task has no ambiguities: there is nothing to ask about.";
  return tracedLength({ 1: goldSql, 2: [] }, 1) > longestTraced
    ? "The gold is too long for a dialogue to be played while you type. Play it from the list of tasks."
    : null;
}
