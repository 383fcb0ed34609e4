import { z } from "zod";
import { TaskPart } from "./task-part.ts";
import type { TaskStatus } from "./task-status.ts";

/** What a second person judges of a task, each by yes or no (BIRD-INTERACT appendix Q; `tests` is our own, see CC1). */
export const Criterion = z.enum(["questions", "gold", "ambiguities", "tests", "safety"]);
export type Criterion = z.infer<typeof Criterion>;

/** What a criterion asks, and which parts of a task it speaks of: a change of one of these wants another look. */
interface CriterionSpec {
  title: string;
  question: string;
  parts: readonly TaskPart[];
}

/** The criteria in the order in which a checker goes through them. */
export const criterionSpecs: Record<Criterion, CriterionSpec> = {
  questions: {
    title: "Questions",
    question: "Is each question natural and sensible, and can this database answer it?",
    parts: ["clearQuestion", "ambiguousQuestion", "followUp", "database"],
  },
  gold: {
    title: "Gold SQL",
    question: "Does the gold do what is asked, and no more slowly or with more SQL than it needs?",
    parts: [
      ...(["clearQuestion", "goldSql", "preprocessSql", "cleanUpSql", "knowledgeIds", "conditions"] as const),
      ...(["followUp", "database", "category"] as const),
    ],
  },
  ambiguities: {
    title: "Ambiguities",
    question: "Could a system really be in doubt about each of them, and does its snippet settle the doubt?",
    parts: ["clearQuestion", "ambiguousQuestion", "goldSql", "ambiguities", "knowledgeIds", "database"],
  },
  tests: {
    title: "Tests and follow-up",
    question: "Do right answers pass and wrong ones fail, and does the follow-up go on from phase 1?",
    parts: [
      ...(["goldSql", "preprocessSql", "cleanUpSql", "tests", "conditions", "category"] as const),
      ...(["followUp", "database"] as const),
    ],
  },
  safety: {
    title: "Ethics and safety",
    question:
      "Are the questions and the data that they ask for free of anything harmful, biased or unethical?",
    parts: ["clearQuestion", "ambiguousQuestion", "ambiguities", "followUp", "database"],
  },
};

/** What a checker says of one criterion; a rejection has a reason. */
export const CriterionJudgement = z.object({
  criterion: Criterion,
  accepted: z.boolean(),
  reason: z.string(),
});
export type CriterionJudgement = z.infer<typeof CriterionJudgement>;

/** A judgement with who gave it, when (ISO 8601 in UTC), and on which revision of the task. */
export const GivenJudgement = CriterionJudgement.extend({
  by: z.string(),
  at: z.string(),
  revision: z.number().int().positive(),
});
export type GivenJudgement = z.infer<typeof GivenJudgement>;

/** A cross-check that was sent: one judgement of each criterion. It accepts the task if all of them do, else it sends it back. */
export const CrossCheck = z.object({
  by: z.string(),
  at: z.string(),
  revision: z.number().int().positive(),
  judgements: z.array(GivenJudgement).length(Criterion.options.length),
});
export type CrossCheck = z.infer<typeof CrossCheck>;

/** Whether a cross-check accepts its task. */
export const isAccepting = ({ judgements }: Pick<CrossCheck, "judgements">): boolean =>
  judgements.every(({ accepted }) => accepted);

interface EventBase {
  seq: number;
  by: string;
  at: string;
  /** The task's newest revision then. */
  revision: number;
}

/** One acknowledged step of a cross-check: a criterion judged (null: the judgement taken away), a check sent, or the check of an earlier step taken back. */
export type CrossCheckEvent = EventBase &
  (
    | { action: "judge"; criterion: Criterion; accepted: boolean | null; reason: string }
    | { action: "send"; judgements: GivenJudgement[] }
    | { action: "take-back"; reverts: number }
  );

/** The checks of a task that were sent and not taken back, the oldest first. */
export function sentChecks(events: readonly CrossCheckEvent[]): CrossCheck[] {
  const takenBack = new Set(events.flatMap((event) => (event.action === "take-back" ? [event.reverts] : [])));
  return events.flatMap((event) => {
    if (event.action !== "send" || takenBack.has(event.seq)) return [];
    const { by, at, revision, judgements } = event;
    return [{ by, at, revision, judgements }];
  });
}

/** The seq of the newest check that was sent and not taken back; null where there is none. */
export function newestSent(events: readonly CrossCheckEvent[]): number | null {
  const takenBack = new Set(events.flatMap((event) => (event.action === "take-back" ? [event.reverts] : [])));
  return events.findLast(({ action, seq }) => action === "send" && !takenBack.has(seq))?.seq ?? null;
}

/** What a checker has judged since a check was last sent, by criterion: only that person sees it until it is sent. */
export function unsentJudgements(
  events: readonly CrossCheckEvent[],
  person: string,
): Map<Criterion, GivenJudgement> {
  const since = newestSent(events) ?? 0;
  const own = new Map<Criterion, GivenJudgement>();
  for (const event of events) {
    if (event.action !== "judge" || event.by !== person || event.seq < since) continue;
    const { criterion, accepted, reason, by, at, revision } = event;
    if (accepted === null) own.delete(criterion);
    else own.set(criterion, { criterion, accepted, reason, by, at, revision });
  }
  return own;
}

/** Where one criterion of a task is for the person who checks it. */
export const CriterionState = z.object({
  criterion: Criterion,
  /** What was said of it last: unsent by this person, else by the last check; null where nobody said anything. */
  judgement: GivenJudgement.nullable(),
  /** Given by this person for the next check; carried over from the last one; or to be judged. */
  state: z.enum(["given", "carried", "open"]),
  /** The parts it speaks of that were changed since it was judged. */
  changed: z.array(TaskPart),
});
export type CriterionState = z.infer<typeof CriterionState>;

/** What is judged, and what of the task has changed since a revision. */
export interface CriterionInputs {
  unsent: ReadonlyMap<Criterion, GivenJudgement>;
  last: CrossCheck | null;
  changedSince(revision: number): readonly TaskPart[];
}

/** Each criterion: judged by this person for the next check, carried over from the last check, or open (rules CC4 to CC6). */
export function criterionStates({ unsent, last, changedSince }: CriterionInputs): CriterionState[] {
  return Criterion.options.map((criterion) => {
    const changedIn = (revision: number) =>
      changedSince(revision).filter((part) => criterionSpecs[criterion].parts.includes(part));
    const own = unsent.get(criterion);
    if (own !== undefined) {
      const changed = changedIn(own.revision);
      return { criterion, judgement: own, state: changed.length === 0 ? "given" : "open", changed };
    }
    const earlier = last?.judgements.find((one) => one.criterion === criterion);
    if (last === null || earlier === undefined)
      return { criterion, judgement: null, state: "open", changed: [] };
    const changed = changedIn(last.revision);
    const isCarried = earlier.accepted && changed.length === 0;
    return { criterion, judgement: earlier, state: isCarried ? "carried" : "open", changed };
  });
}

/** Where a task is between its author and its checker. */
export const CheckStage = z.enum(["being-written", "to-check", "sent-back", "checked", "accepted-unchecked"]);
export type CheckStage = z.infer<typeof CheckStage>;

/** Where a task is, from its status and its last check (rule CC8). */
export function checkStage(status: TaskStatus, last: CrossCheck | null): CheckStage {
  if (status === "in-check") return "to-check";
  if (status === "rejected") return "sent-back";
  if (status === "draft") return "being-written";
  return last !== null && isAccepting(last) ? "checked" : "accepted-unchecked";
}

/** Why a person cannot check a task now; null: they can (rules CC2, CC3). `author`: who saved the newest revision, null where it came by import. */
export function whyNotCheck(
  { status, author }: { status: TaskStatus; author: string | null },
  person: string,
): "not-submitted" | "own" | null {
  if (status !== "in-check") return "not-submitted";
  return author === person ? "own" : null;
}
