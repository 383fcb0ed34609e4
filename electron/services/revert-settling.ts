import type { Change } from "#shared/contract/changes.ts";
import { appendConsensusEvent, consensusRevision } from "../store/consensus.ts";
import { type ChangeKind, latestChanges, type RevertibleChange } from "../store/consensus-changes.ts";
import { newestQuestion, takeQuestionBack } from "../store/opinion-questions.ts";
import type { Workspace } from "../store/workspace.ts";
import type { JobBoard, JobWork } from "./job-board.ts";
import { othersFirst } from "./replace-file.ts";
import { settledTogether } from "./settle-by-rule.ts";
import { blindItems, itemsNotToSettle, refuseUnlessSettles, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
  board: JobBoard;
}

/** The item of what was reverted (null: several), and how many. */
export interface Reverted {
  itemId: number | null;
  items: number;
}

/**
 * Takes an adjudicator's latest settling, reopening or question back, or puts it on again; null where there is none. Items on which they
 * owe or hold an opinion meanwhile stay as they are (SPEC SL8). Of many items it is a job; where that is cancelled, the next call goes on.
 */
export async function revertSettling(
  { workspace, now, newId, publish, board }: Dependencies,
  projectId: number,
  actor: string,
  direction: "undo" | "redo",
): Promise<Reverted | null> {
  const kind: ChangeKind = direction === "undo" ? "done" : "undone";
  const at = now().toISOString();
  const { changes, asked } = await workspace.read(async (db) => {
    const viewer = await viewerOf(db, projectId, actor);
    refuseUnlessSettles(viewer);
    const asked = await newestQuestion(db, { projectId, actor }, direction === "redo");
    const isOwed = asked !== null && (await blindItems(db, viewer)).has(asked.itemId);
    const kept = await itemsNotToSettle(db, viewer);
    return {
      changes: await latestChanges(db, { projectId, actor }, kind, kept),
      asked: isOwed ? null : asked,
    };
  });
  const [first] = changes;
  const isQuestion = asked !== null && (first === undefined || asked.at > first.at);
  let items = 1;
  if (isQuestion)
    await workspace.write((db) => takeQuestionBack(db, asked.id, direction === "undo" ? at : null));
  else if (first === undefined) return null;
  else {
    const event = { saveId: newId(), projectId, actor, at, action: direction };
    items = await asJob(board, projectId, changes.length, (job) =>
      revertChanges(workspace, changes, event, job),
    );
  }
  const itemId = items === 1 ? ((isQuestion ? asked.itemId : first?.itemId) ?? null) : null;
  publish({ type: "disagreements", projectId, itemId });
  return { itemId, items };
}

type JobSteps = Pick<Parameters<JobWork>[0], "signal" | "progress">;

/** Does work of many items as a job, and answers what it does; that of one item at once. */
function asJob<Done>(
  board: JobBoard,
  projectId: number,
  total: number,
  work: (job: JobSteps | null) => Promise<Done>,
): Promise<Done> {
  if (total === 1 || board.running("revert-settling", projectId)) return work(null);
  return new Promise((resolve, reject) => {
    board.start({ kind: "revert-settling", projectId, done: 0, total }, async (job) => {
      await work(job).then(resolve, reject);
      return null;
    });
  });
}

interface Reverting {
  saveId: string;
  projectId: number;
  actor: string;
  at: string;
  action: "undo" | "redo";
}

/** Reverts changes until it is stopped, other calls having their turn in between; what somebody changed meanwhile stays. Answers how many. */
async function revertChanges(
  workspace: Workspace,
  changes: readonly RevertibleChange[],
  event: Reverting,
  job: JobSteps | null,
): Promise<number> {
  let done = 0;
  while (done < changes.length && !job?.signal.aborted) {
    const next = changes.slice(done, done + settledTogether);
    await workspace.write(async (db) => {
      const viewer = await viewerOf(db, event.projectId, event.actor);
      refuseUnlessSettles(viewer);
      // They may have taken or judged some of them meanwhile.
      const kept = await itemsNotToSettle(db, viewer);
      for (const { seq, itemId, revision, before } of next)
        if (!kept.has(itemId) && (await consensusRevision(db, itemId)) === revision)
          await appendConsensusEvent(db, { ...event, itemId, consensus: before, reverts: seq });
    });
    done += next.length;
    job?.progress(done);
    await othersFirst(undefined);
  }
  return done;
}
