import { z } from "zod";
import { BlindAttempt } from "../domain/blind-attempt.ts";
import {
  CheckStage,
  Criterion,
  CriterionJudgement,
  CriterionState,
  CrossCheck,
} from "../domain/cross-check.ts";
import { StatusAndAssignee } from "../domain/task-status.ts";
import { base } from "./base.ts";

/** A task in the list of cross-checks. */
export const CrossCheckRow = z.object({
  taskId: z.number().int(),
  instanceId: z.string(),
  database: z.string(),
  question: z.string(),
  stage: CheckStage,
  ...StatusAndAssignee.shape,
  /** Who saved the newest revision; null where it came by import. */
  author: z.string().nullable(),
  /** Whether the caller can check it now. */
  isMine: z.boolean(),
  /** The first and the last check that were sent; null where there is none, or the caller may not see it yet. */
  first: CrossCheck.nullable(),
  last: CrossCheck.nullable(),
});
export type CrossCheckRow = z.infer<typeof CrossCheckRow>;

/** The cross-checks of one task, for the caller. */
export const TaskCrossChecks = z.object({
  taskId: z.number().int(),
  projectId: z.number().int(),
  revision: z.number().int().positive(),
  stage: CheckStage,
  ...StatusAndAssignee.shape,
  author: z.string().nullable(),
  /** Why the caller cannot check it now: it is not submitted, or it is their own; null: they can. */
  whyNot: z.enum(["not-submitted", "own"]).nullable(),
  criteria: z.array(CriterionState),
  /** Checks that were sent, the newest first. */
  checks: z.array(CrossCheck),
  /** Whether the newest check is the caller's, and the task is still as it left it: it can be taken back. */
  canTakeBack: z.boolean(),
  /** How the caller fared who tried to solve it without the gold; null where they did not. */
  attempt: BlindAttempt.nullable(),
});
export type TaskCrossChecks = z.infer<typeof TaskCrossChecks>;

/** How many tasks a criterion accepts, of how many, with the interval of the share by task; null of fewer than two. */
const Acceptance = z.object({
  criterion: Criterion,
  accepted: z.number().int().nonnegative(),
  of: z.number().int().nonnegative(),
  interval: z.object({ from: z.number(), to: z.number() }).nullable(),
});

const TaskId = z.object({ taskId: z.number().int() });

/** A judgement that is asked for; `accepted` null takes it away. */
const AskedJudgement = CriterionJudgement.extend({
  criterion: Criterion,
  accepted: z.boolean().nullable(),
  reason: z.string().trim().max(10_000),
});

export const crossChecks = {
  /** The tasks of a project with where each is between author and checker, in project order. */
  list: base.input(z.object({ projectId: z.number().int() })).output(z.array(CrossCheckRow)),
  /** Acceptance by criterion over the first check of each task of a project, and over the last (SPEC CC9). */
  acceptance: base
    .input(z.object({ projectId: z.number().int() }))
    .output(z.object({ first: z.array(Acceptance), last: z.array(Acceptance) })),
  ofTask: base.input(TaskId).output(TaskCrossChecks),
  /** Stores what the caller says of some criteria, for themselves until it is sent. BAD_INPUT where it is not theirs to check. */
  judge: base
    .input(TaskId.extend({ judgements: z.array(AskedJudgement).min(1).max(5) }))
    .output(TaskCrossChecks),
  /** Sends the check: the task is accepted, or sent back. `revision`: what the checker saw; TASK_CONFLICT where the task was saved since. BAD_INPUT where a criterion is open. */
  send: base.input(TaskId.extend({ revision: z.number().int().positive() })).output(TaskCrossChecks),
  /** Takes the caller's newest check back, as long as nobody has acted on it: the task is submitted again, the judgements are unsent. */
  takeBack: base.input(TaskId).output(TaskCrossChecks),
  /** The caller begins to solve a task that is theirs to check in a dialogue, as the system; until it ends, nothing shows them its gold. BAD_INPUT where it is not theirs, or they try already. */
  tryBlind: base.input(TaskId).output(TaskCrossChecks),
  /** The caller gives up, and may see the gold. */
  giveUp: base.input(TaskId).output(TaskCrossChecks),
};
