import type { ReadHandle } from "../store/handles.ts";
import { putSeen, seesForTheFirstTime } from "../store/opinion-seen.ts";
import { reviewerName } from "../store/people.ts";
import { settingsOfProject } from "../store/settings.ts";
import { labelledByReviewer } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import { ServiceFault } from "./fault.ts";

/**
 * Somebody who asks, and what others said that they may see in a project: opinions, consensus, imported labels, judges' labels and
 * comments alike. Every service that answers with somebody else's words asks here and nowhere else.
 */
export interface Viewer {
  projectId: number;
  /** The reviewer name. */
  name: string;
  sees: "all" | "after-own-verdict" | "nothing";
  /** Whether they settle disagreements. */
  settles: boolean;
}

/** An account as a viewer of a project. */
export function viewerOf(db: ReadHandle, projectId: number, account: string): Viewer {
  const name = reviewerName(db, account);
  const settings = settingsOfProject(db, projectId);
  const settles = settings["review.adjudicators"].includes(name);
  const others = settings["review.othersVisible"];
  const sees = settles || others === "always" ? "all" : others === "never" ? "nothing" : others;
  return { projectId, name, sees, settles };
}

/** On which of these items the viewer may see what others said. */
export function itemsInSight(
  db: ReadHandle,
  { name, sees }: Viewer,
  itemIds: readonly number[],
): ReadonlySet<number> {
  if (sees === "all") return new Set(itemIds);
  return sees === "nothing" ? new Set() : labelledByReviewer(db, name, itemIds);
}

/** Records that the viewer is now shown what others said of these items: what they say of them later is no independent opinion. */
export async function recordSeen(
  workspace: Workspace,
  { name }: Viewer,
  itemIds: readonly number[],
): Promise<void> {
  if (workspace.read((db) => seesForTheFirstTime(db, name, itemIds)))
    await workspace.write((db) => putSeen(db, name, itemIds));
}

/** Throws `BAD_INPUT` for a viewer who does not settle disagreements. */
export function refuseUnlessSettles({ settles }: Viewer): void {
  if (settles) return;
  throw new ServiceFault(
    "BAD_INPUT",
    "What others said of these items is shown to the project's adjudicators. They are named in its settings.",
    { problems: [] },
  );
}
