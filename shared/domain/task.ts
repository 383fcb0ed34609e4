import { z } from "zod";
import { Ambiguity, needsClarification } from "./ambiguity.ts";
import { BatteryChanges } from "./battery.ts";
import { Conditions, defaultConditions } from "./conditions.ts";
import { FollowUp } from "./follow-up.ts";
import { TestScript } from "./test-script.ts";

/**
 * An interactive task (BIRD-INTERACT §3.2): an ambiguous question and its ambiguities as phase 1, a follow-up as
 * phase 2. Without an ambiguous question it is a clear task, as LiveSQLBench has them.
 */
export const Task = z.object({
  /** `<db>_<n>` for queries, `<db>_M_<n>` for management tasks. */
  instanceId: z.string(),
  /** The PostgreSQL database; its pristine copy is the template `<database>_template`. */
  database: z.string(),
  /** The clear question, or null where it is withheld. */
  clearQuestion: z.string().nullable(),
  /** What the system under test sees, or null in a clear task. */
  ambiguousQuestion: z.string().nullable(),
  /** Gold SQL, one statement list; empty where the ground truth is withheld. */
  goldSql: z.array(z.string()),
  preprocessSql: z.array(z.string()),
  cleanUpSql: z.array(z.string()),
  /** In the order of rule A1: critical, non-critical, knowledge, environmental. */
  ambiguities: z.array(Ambiguity),
  /** Ids of the knowledge nodes that the gold uses. */
  knowledgeIds: z.array(z.number().int()),
  tests: z.array(TestScript),
  /** Query or Management; Efficiency and Personalization are known to report code. */
  category: z.string().nullable(),
  conditions: Conditions.nullable(),
  followUp: FollowUp.nullable(),
  difficultyTier: z.string().nullable(),
  highLevel: z.boolean().nullable(),
  outputType: z.string().nullable(),
  /** What the annotator changed of the questions with which the user simulator is tried. */
  battery: BatteryChanges,
});
export type Task = z.infer<typeof Task>;

/** The categories that evaluators or their report code know. */
export const taskCategories: readonly string[] = ["Query", "Management", "Efficiency", "Personalization"];

/** Phase 1 is the priority sub-task, phase 2 the follow-up sub-task. */
export const Phase = z.union([z.literal(1), z.literal(2)]);
export type Phase = z.infer<typeof Phase>;

/** What both phases have in common: what is asked, the gold, and how answers are tested. */
export interface SubTask {
  phase: Phase;
  /** The clear question; null where it is withheld. */
  question: string | null;
  goldSql: string[];
  knowledgeIds: number[];
  tests: TestScript[];
  category: string | null;
  conditions: Conditions;
}

/** The sub-tasks of a task in order: phase 1, and phase 2 where there is a follow-up. */
export function subTasks(task: Task): SubTask[] {
  const { followUp } = task;
  const first = { ...pick(task), phase: 1 as const, question: task.clearQuestion };
  if (followUp === null) return [first];
  return [first, { ...pick(followUp), phase: 2 as const, question: followUp.question }];
}

function pick(part: Task | FollowUp): Omit<SubTask, "phase" | "question"> {
  const { goldSql, knowledgeIds, tests, category } = part;
  return { goldSql, knowledgeIds, tests, category, conditions: part.conditions ?? defaultConditions };
}

/** Whether phase 1 manages data (the paper's DM) rather than asks (BI): its category says so (rule T11). */
export function isManagement(task: Task): boolean {
  return task.category === "Management";
}

/** Whether there is nothing to clarify in the words: no ambiguous question (rule T12). */
export function isClear(task: Task): boolean {
  return task.ambiguousQuestion === null;
}

/** Extra turns that a user grants by default (BIRD-INTERACT §5: λ_pat = 3). */
export const defaultPatience = 3;

/** Ambiguities that must be clarified: m_amb of the paper, the critical and the knowledge ones (rule A5). */
export function clarificationsNeeded(task: Task): number {
  return task.ambiguities.filter(needsClarification).length;
}

/** Turns of c-Interact: τ_clar = m_amb + λ_pat (BIRD-INTERACT §4.1, SPEC A5). */
export function clarificationTurns(task: Task, patience: number = defaultPatience): number {
  return clarificationsNeeded(task) + patience;
}

/** Budget of a-Interact in its coins: B = 6 + 2 m_amb + 2 λ_pat (BIRD-INTERACT §4.2, SPEC A6). */
export function actionBudget(task: Task, patience: number = defaultPatience): number {
  return 6 + 2 * clarificationsNeeded(task) + 2 * patience;
}
