import type { Change } from "#shared/contract/changes.ts";
import type { CrossCheckRow, TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import type { RunPlan } from "#shared/contract/dialogues.ts";
import {
  type CriterionJudgement,
  type CrossCheckEvent,
  checkStage,
  criterionSpecs,
  criterionStates,
  isAccepting,
  newestSent,
  sentChecks,
  unsentJudgements,
  whyNotCheck,
} from "#shared/domain/cross-check.ts";
import { defaultPatience } from "#shared/domain/task.ts";
import { changedParts, type TaskPart } from "#shared/domain/task-part.ts";
import { criterionAcceptance } from "#shared/metrics/criterion-acceptance.ts";
import { addBlindAttempt, giveUpAttempts, newestAttempt, openAttempts } from "../store/blind-attempts.ts";
import {
  appendCrossCheckEvent,
  authorOfTask,
  checkedTaskRows,
  crossCheckEvents,
  crossCheckEventsOfProject,
  type NewCrossCheckEvent,
} from "../store/cross-checks.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import { putTaskStatus, statusChangesOfTask, taskStatusOf } from "../store/task-status.ts";
import { type StoredTask, taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";
import { refuseUnknownProject, storedProject, storedTask } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Plays the dialogue of whoever tries to solve a task before they check it. */
  dialogues: {
    start(
      input: RunPlan & { projectId: number; taskIds: number[] },
      context: CallContext,
    ): Promise<{ runId: number }>;
    act(turn: { dialogueId: number; action: null }): Promise<void>;
  };
}

type AskedJudgement = Omit<CriterionJudgement, "accepted"> & { accepted: boolean | null };

/** Cross-checks of authored tasks by a second person, as events; the status of a task follows its checks (SPEC CC1 to CC8). */
export function createCrossChecks(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    list: async ({ projectId }: { projectId: number }, { actor }: CallContext): Promise<CrossCheckRow[]> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read(async (db) => listOf(db, projectId, await reviewerName(db, actor)));
    },

    acceptance: async ({ projectId }: { projectId: number }) => acceptanceOf(workspace, projectId),

    ofTask: async ({ taskId }: { taskId: number }, { actor }: CallContext): Promise<TaskCrossChecks> =>
      workspace.read(async (db) => checksOf(db, taskId, await reviewerName(db, actor))),

    judge: (
      { taskId, judgements }: { taskId: number; judgements: AskedJudgement[] },
      { actor }: CallContext,
    ): Promise<TaskCrossChecks> =>
      step(dependencies, taskId, actor, (at) => {
        refuseUnlessTheirs(at);
        return judgements.flatMap((asked) => judged(at, asked));
      }),

    send: ({ taskId, revision }: { taskId: number; revision: number }, { actor }: CallContext) =>
      step(dependencies, taskId, actor, async (at) => {
        refuseUnlessTheirs(at);
        const { current } = at;
        if (revision !== current.revision)
          throw new ServiceFault("TASK_CONFLICT", "This task was saved while you checked it. Look again.", {
            current: (await storedTask(at.db, taskId)).revision,
          });
        const check = { judgements: judgementsToSend(current) };
        await setStatus(at, isAccepting(check) ? "accepted" : "rejected");
        return [{ ...at.event, action: "send", ...check }];
      }),

    takeBack: ({ taskId }: { taskId: number }, { actor }: CallContext) =>
      step(dependencies, taskId, actor, async (at) => {
        const reverts = newestSent(at.events);
        if (!at.current.canTakeBack || reverts === null)
          throw refused(
            "This check cannot be taken back: somebody has acted on it since. Submit the task and check it again.",
          );
        await setStatus(at, "in-check");
        return [{ ...at.event, action: "take-back", reverts }];
      }),

    tryBlind: (of: { taskId: number }, context: CallContext) => tryBlind(dependencies, of.taskId, context),
    giveUp: (of: { taskId: number }, context: CallContext) => giveUp(dependencies, of.taskId, context),
  };
}

async function acceptanceOf(workspace: Workspace, projectId: number) {
  await refuseUnknownProject(workspace, projectId);
  const events = await workspace.read((db) => crossCheckEventsOfProject(db, projectId));
  const checks = [...events.values()].map(sentChecks).filter((sent) => sent.length > 0);
  const of = (which: 0 | -1) =>
    criterionAcceptance(
      checks.flatMap((sent) => sent.at(which) ?? []),
      1,
    );
  return { first: of(0), last: of(-1) };
}

/** How a checker tries: the conversation of the paper, under the fixed rules. */
const attemptPlan = {
  ...{ sweep: [], graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
  ...{ systems: ["person"], trials: 1, seed: 0 },
} satisfies Partial<RunPlan>;

async function tryBlind(
  { workspace, dialogues, now, publish }: Dependencies,
  taskId: number,
  context: CallContext,
): Promise<TaskCrossChecks> {
  const before = await workspace.read(async (db) =>
    checksOf(db, taskId, await reviewerName(db, context.actor)),
  );
  const { projectId, attempt } = before;
  if (before.whyNot !== null)
    throw refused("This task is not yours to check now, so there is nothing to try.");
  if (attempt?.isOpen) throw refused("You are solving this task already. Finish its dialogue, or give up.");
  const { profile } = (await storedProject(workspace, projectId)).taskSettings;
  const settings = { protocol: "c", profile, behaviour: "fixed", patience: defaultPatience } as const;
  const { runId } = await dialogues.start(
    { ...attemptPlan, settings, projectId, taskIds: [taskId] },
    context,
  );
  const after = await workspace.write(async (db) => {
    const person = await reviewerName(db, context.actor);
    await addBlindAttempt(db, { projectId, taskId, person, runId, at: now().toISOString() });
    return checksOf(db, taskId, person);
  });
  publish({ type: "cross-checks", projectId, taskId });
  return after;
}

async function giveUp(
  { workspace, dialogues, now, publish }: Dependencies,
  taskId: number,
  { actor }: CallContext,
): Promise<TaskCrossChecks> {
  const before = await workspace.read(async (db) => checksOf(db, taskId, await reviewerName(db, actor)));
  const { projectId, attempt } = before;
  if (!attempt?.isOpen) return before;
  // What was reached until then counts as it would for a system that stops.
  if (attempt.dialogueId !== null && attempt.isWaiting)
    await dialogues.act({ dialogueId: attempt.dialogueId, action: null });
  const after = await workspace.write(async (db) => {
    const person = await reviewerName(db, actor);
    await giveUpAttempts(db, taskId, person, now().toISOString());
    return checksOf(db, taskId, person);
  });
  publish({ type: "cross-checks", projectId, taskId });
  return after;
}

/** A task whose check goes a step on: who does it, when, and how things are before. */
interface CheckStep {
  db: WriteHandle;
  stored: StoredTask;
  person: string;
  events: CrossCheckEvent[];
  current: TaskCrossChecks;
  /** What every event of the step says. */
  event: Pick<NewCrossCheckEvent, "by" | "at" | "revision">;
}

/** Appends what a step makes, in one transaction, and answers how things are then. */
async function step(
  { workspace, now, publish }: Dependencies,
  taskId: number,
  account: string,
  make: (at: CheckStep) => NewCrossCheckEvent[] | Promise<NewCrossCheckEvent[]>,
): Promise<TaskCrossChecks> {
  const { answer, projectId, before } = await workspace.write(async (db) => {
    const person = await reviewerName(db, account);
    const stored = await storedTask(db, taskId);
    const { projectId } = stored;
    const current = await checksOf(db, taskId, person);
    const event = { by: person, at: now().toISOString(), revision: current.revision };
    const events = await crossCheckEvents(db, taskId);
    for (const made of await make({ db, stored, person, events, current, event }))
      await appendCrossCheckEvent(db, { projectId, taskId }, made);
    return { answer: await checksOf(db, taskId, person), projectId, before: current.status };
  });
  publish({ type: "cross-checks", projectId, taskId });
  if (answer.status !== before) publish({ type: "tasks", projectId, taskId });
  return answer;
}

async function setStatus(
  { db, stored, event }: CheckStep,
  status: "accepted" | "rejected" | "in-check",
): Promise<void> {
  const { taskId, projectId } = stored;
  await putTaskStatus(db, projectId, [taskId], { status, actor: event.by, at: event.at });
}

/** The event of a judgement; none where it says what was said already. Throws `BAD_INPUT` for a rejection without a reason. */
function judged({ events, person, event }: CheckStep, asked: AskedJudgement): NewCrossCheckEvent[] {
  const { criterion, accepted, reason } = asked;
  if (accepted === false && reason === "")
    throw refused(
      `Say why you reject "${criterionSpecs[criterion].title}": the author works from your reason.`,
    );
  const before = unsentJudgements(events, person).get(criterion);
  const isSame =
    (before?.accepted ?? null) === accepted &&
    (before?.reason ?? "") === reason &&
    (before === undefined || before.revision === event.revision);
  return isSame ? [] : [{ ...event, action: "judge", criterion, accepted, reason }];
}

/** One judgement of each criterion; throws `BAD_INPUT` where one is open. */
function judgementsToSend({ criteria }: TaskCrossChecks) {
  const open = criteria.filter(({ state }) => state === "open");
  if (open.length > 0) {
    const names = open.map(({ criterion }) => criterionSpecs[criterion].title).join(", ");
    throw refused(`Accept or reject every criterion before you send the check. Open: ${names}.`);
  }
  return criteria.flatMap(({ judgement }) => judgement ?? []);
}

function refuseUnlessTheirs({ current: { whyNot }, person }: CheckStep): void {
  if (whyNot === "not-submitted")
    throw refused("This task is not submitted for a check. Its author submits it when it is done.");
  if (whyNot === "own")
    throw refused(
      `${person} saved the newest revision of this task, so somebody else has to check it. A colleague at this computer sets their own reviewer name in the settings first.`,
    );
}

const refused = (message: string): ServiceFault => new ServiceFault("BAD_INPUT", message, { problems: [] });

async function listOf(db: ReadHandle, projectId: number, person: string): Promise<CrossCheckRow[]> {
  const events = await crossCheckEventsOfProject(db, projectId);
  const tried = new Set((await openAttempts(db, person)).map(({ taskId }) => taskId));
  return (await checkedTaskRows(db, projectId)).map(({ revision: _, ...row }) => {
    const checks = tried.has(row.taskId) ? [] : sentChecks(events.get(row.taskId) ?? []);
    const [first = null, last = null] = [checks[0], checks.at(-1)];
    const stage = checkStage(row.status, last);
    return { ...row, stage, first, last, isMine: whyNotCheck(row, person) === null };
  });
}

async function checksOf(db: ReadHandle, taskId: number, person: string): Promise<TaskCrossChecks> {
  const { projectId, revision: stored } = await storedTask(db, taskId);
  const { revision, task } = stored;
  const attempt = await newestAttempt(db, taskId, person);
  // Reasons may quote the gold.
  const events = attempt?.isOpen ? [] : await crossCheckEvents(db, taskId);
  const checks = sentChecks(events).reverse();
  const last = checks[0] ?? null;
  const status = await taskStatusOf(db, taskId);
  const author = await authorOfTask(db, taskId);
  const unsent = unsentJudgements(events, person);
  const judgedAt = new Set([...unsent.values(), ...(last === null ? [] : [last])].map((one) => one.revision));
  const changed = new Map<number, TaskPart[]>();
  for (const earlier of judgedAt) {
    const then = earlier === revision ? null : await taskAtRevision(db, taskId, earlier);
    changed.set(earlier, then === null ? [] : changedParts(then.revision.task, task));
  }
  return {
    ...{ taskId, projectId, revision, author, checks, attempt, ...status },
    stage: checkStage(status.status, last),
    whyNot: whyNotCheck({ ...status, author }, person),
    criteria: criterionStates({ unsent, last, changedSince: (earlier) => changed.get(earlier) ?? [] }),
    // Whatever was done with the task since left a revision or a change of its status.
    canTakeBack:
      last?.by === person &&
      last.revision === revision &&
      (await statusChangesOfTask(db, taskId))[0]?.at === last.at &&
      status.status !== "in-check",
  };
}
