import type { Change } from "#shared/contract/changes.ts";
import { appendConsensusEvent, consensusRevision } from "../store/consensus.ts";
import { type ChangeKind, latestChanges, type RevertibleChange } from "../store/consensus-changes.ts";
import { newestQuestion, takeQuestionBack } from "../store/opinion-questions.ts";
import type { Workspace } from "../store/workspace.ts";
import { othersFirst } from "./replace-file.ts";
import { settledTogether } from "./settle-by-rule.ts";
import { refuseUnlessSettles, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
}

/** The item of what was reverted (null: several), and how many. */
export interface Reverted {
  itemId: number | null;
  items: number;
}

/** Takes an adjudicator's latest settling, reopening or question back, or puts it on again; null where there is none. */
export async function revertSettling(
  { workspace, now, newId, publish }: Dependencies,
  projectId: number,
  actor: string,
  direction: "undo" | "redo",
): Promise<Reverted | null> {
  const kind: ChangeKind = direction === "undo" ? "done" : "undone";
  const at = now().toISOString();
  const { changes, asked } = workspace.read((db) => {
    refuseUnlessSettles(viewerOf(db, projectId, actor));
    const asked = newestQuestion(db, { projectId, actor }, direction === "redo");
    return { changes: latestChanges(db, { projectId, actor }, kind), asked };
  });
  const [first] = changes;
  const isQuestion = asked !== null && (first === undefined || asked.at > first.at);
  if (isQuestion)
    await workspace.write((db) => takeQuestionBack(db, asked.id, direction === "undo" ? at : null));
  else await revertChanges(workspace, changes, { saveId: newId(), projectId, actor, at, action: direction });
  if (!isQuestion && first === undefined) return null;
  const only = isQuestion ? asked.itemId : (first?.itemId ?? null);
  const items = isQuestion ? 1 : changes.length;
  const reverted = { itemId: items === 1 ? only : null, items };
  publish({ type: "disagreements", projectId, itemId: reverted.itemId });
  return reverted;
}

interface Reverting {
  saveId: string;
  projectId: number;
  actor: string;
  at: string;
  action: "undo" | "redo";
}

/** Reverts changes, other calls having their turn in between; what somebody changed meanwhile stays. */
async function revertChanges(
  workspace: Workspace,
  changes: readonly RevertibleChange[],
  event: Reverting,
): Promise<void> {
  for (let from = 0; from < changes.length; from += settledTogether) {
    await workspace.write((db) => {
      for (const { seq, itemId, revision, before } of changes.slice(from, from + settledTogether))
        if (consensusRevision(db, itemId) === revision)
          appendConsensusEvent(db, { ...event, itemId, consensus: before, reverts: seq });
    });
    await othersFirst(undefined);
  }
}
