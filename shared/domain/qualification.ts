import { z } from "zod";
import { blankTask } from "./new-task.ts";
import type { Task } from "./task.ts";
import type { TaskStatus } from "./task-status.ts";

/**
 * An annotator's own copy of a task of the qualification set (BIRD-INTERACT appendix C.3): the clear task, which they make interactive.
 * Open until they submit it, and again where a cross-check sends it back; right once its certificate proves it or a second person
 * accepted it.
 */
export const ExerciseState = z.enum(["open", "submitted", "right"]);
export type ExerciseState = z.infer<typeof ExerciseState>;

/** What is known of an exercise. */
export interface ExerciseFacts {
  status: TaskStatus;
  /** Whether its certificate is of the task as it is now and finds every property without an exception. */
  isCertified: boolean;
  /** Whether the newest cross-check of it, by a second person, accepts it. */
  isAccepted: boolean;
}

/** How an exercise stands. */
export function exerciseState({ status, isCertified, isAccepted }: ExerciseFacts): ExerciseState {
  if (status === "draft" || status === "rejected") return "open";
  return isCertified || (status === "accepted" && isAccepted) ? "right" : "submitted";
}

/** The task as an annotator begins the exercise: its clear question, gold, database and knowledge, and nothing interactive. */
export function clearTask(task: Task): Task {
  const { instanceId, database, clearQuestion, goldSql, preprocessSql, cleanUpSql, knowledgeIds } = task;
  return {
    ...blankTask(instanceId, database),
    ...{ clearQuestion, ambiguousQuestion: null, goldSql, preprocessSql, cleanUpSql, knowledgeIds },
    ...{ category: task.category, conditions: task.conditions },
  };
}
