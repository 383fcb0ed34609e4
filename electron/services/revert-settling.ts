import type { Change } from "#shared/contract/changes.ts";
import { appendConsensusEvent } from "../store/consensus.ts";
import { type ChangeKind, latestChanges, type RevertibleChange } from "../store/consensus-changes.ts";
import type { WriteHandle } from "../store/handles.ts";
import { newestQuestion, takeQuestionBack } from "../store/opinion-questions.ts";
import type { Workspace } from "../store/workspace.ts";
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
  const reverted = await workspace.write((db) => {
    refuseUnlessSettles(viewerOf(db, projectId, actor));
    const changes = latestChanges(db, { projectId, actor }, kind);
    const asked = newestQuestion(db, { projectId, actor }, direction === "redo");
    const [first] = changes;
    if (asked !== null && (first === undefined || asked.at > first.at)) {
      takeQuestionBack(db, asked.id, direction === "undo" ? at : null);
      return { itemId: asked.itemId, items: 1 };
    }
    if (first === undefined) return null;
    const saveId = newId();
    for (const change of changes) append(db, change, { saveId, projectId, actor, at, action: direction });
    return { itemId: changes.length === 1 ? first.itemId : null, items: changes.length };
  });
  if (reverted !== null) publish({ type: "disagreements", projectId, itemId: reverted.itemId });
  return reverted;
}

function append(
  db: WriteHandle,
  { seq, itemId, before }: RevertibleChange,
  event: { saveId: string; projectId: number; actor: string; at: string; action: "undo" | "redo" },
): void {
  appendConsensusEvent(db, { ...event, itemId, consensus: before, reverts: seq });
}
