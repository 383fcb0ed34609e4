import type { ReadHandle } from "../store/handles.ts";
import { rolesOf } from "../store/members.ts";
import { putSeen, seesForTheFirstTime } from "../store/opinion-seen.ts";
import { reviewerName } from "../store/people.ts";
import { settingsOfProject } from "../store/settings.ts";
import { itemsOwed, slotPlanOf } from "../store/slots.ts";
import { allLabelledByReviewer, labelledByReviewer } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import { fieldFault, ServiceFault } from "./fault.ts";

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
export async function viewerOf(db: ReadHandle, projectId: number, account: string): Promise<Viewer> {
  const name = await reviewerName(db, account);
  const settings = await settingsOfProject(db, projectId);
  const roles = await rolesOf(db, account, projectId);
  // What a member may do is said by their roles alone: a name in the settings would show them opinions and let them settle nothing.
  const settles =
    roles.length > 0
      ? roles.includes("adjudicator") || roles.includes("lead")
      : settings["review.adjudicators"].includes(name);
  const others = settings["review.othersVisible"];
  const sees = settles || others === "always" ? "all" : others === "never" ? "nothing" : others;
  return { projectId, name, sees, settles };
}

/** On which of these items the viewer may see what others said: on none on which they owe an opinion, whatever else they may see. */
export async function itemsInSight(
  db: ReadHandle,
  { projectId, name, sees }: Viewer,
  itemIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (sees === "all") {
    const owed = await itemsOwed(db, { projectId, reviewer: name }, itemIds);
    return new Set(itemIds.filter((itemId) => !owed.has(itemId)));
  }
  return sees === "nothing" ? new Set() : await labelledByReviewer(db, name, itemIds);
}

/** Records that the viewer is now shown what others said of these items: what they say of them later is no independent opinion. */
export async function recordSeen(
  workspace: Workspace,
  { name }: Viewer,
  itemIds: readonly number[],
): Promise<void> {
  if (await seesForTheFirstTime(workspace.autocommit, name, itemIds))
    await workspace.write((db) => putSeen(db, name, itemIds));
}

/** Throws `BAD_INPUT` for a viewer who does not settle disagreements. */
export function refuseUnlessSettles({ settles }: Viewer): void {
  if (settles) return;
  throw new ServiceFault(
    "BAD_INPUT",
    "What others said of these items is shown to the project's adjudicators. They are named in its settings; on a team host, among its people.",
    { problems: [] },
  );
}

/** Throws `BAD_INPUT` for an item on which the viewer owes an opinion: what others said of it is not theirs to see yet. */
export async function refuseOwed(db: ReadHandle, viewer: Viewer, itemId: number): Promise<void> {
  if (!(await itemsOwed(db, { projectId: viewer.projectId, reviewer: viewer.name }, [itemId])).has(itemId))
    return;
  throw new ServiceFault(
    "BAD_INPUT",
    "You have yet to judge this item yourself. Judge it, or give it back, before you look at what others said.",
    { problems: [] },
  );
}

/** Throws `BAD_INPUT` for who would settle an item on which they hold an opinion, in a project with slots (SPEC SL8). */
export async function refuseOwnOpinion(
  db: ReadHandle,
  { projectId, name }: Viewer,
  itemId: number,
): Promise<void> {
  if (
    (await slotPlanOf(db, projectId)) === null ||
    !(await labelledByReviewer(db, name, [itemId])).has(itemId)
  )
    return;
  throw new ServiceFault(
    "BAD_INPUT",
    "You hold an opinion on this item yourself: somebody else has to settle it.",
    { problems: [] },
  );
}

/** All items that the viewer does not settle: they owe an opinion on them, or hold one in a project with slots (SPEC SL8). */
export const itemsNotToSettle = async (
  db: ReadHandle,
  viewer: Pick<Viewer, "projectId" | "name">,
): Promise<ReadonlySet<number>> =>
  new Set([...(await blindItems(db, viewer)), ...(await itemsOfOwnOpinion(db, viewer))]);

/** All items that the viewer does not settle, as they hold an opinion on them, in a project with slots (SPEC SL8). */
export const itemsOfOwnOpinion = async (
  db: ReadHandle,
  { projectId, name }: Pick<Viewer, "projectId" | "name">,
): Promise<ReadonlySet<number>> =>
  (await slotPlanOf(db, projectId)) === null ? new Set() : allLabelledByReviewer(db, projectId, name);

/** Throws `BAD_INPUT` where a viewer would learn from what conflicts with labels of a file what others said of items that they have yet to judge. */
export async function refuseLabels(db: ReadHandle, viewer: Viewer): Promise<void> {
  if (viewer.sees === "all" && (await blindItems(db, viewer)).size === 0) return;
  throw fieldFault({
    field: "label",
    reason:
      "You have yet to judge items of this project yourself, and labels of a file are held against those of others.",
    fix: "Leave the labels out, or judge these items or give them back first.",
  });
}

/** All items of the project on which the viewer owes an opinion: what others said of them is in no figure and no list for them. */
export const blindItems = (
  db: ReadHandle,
  { projectId, name }: Pick<Viewer, "projectId" | "name">,
): Promise<ReadonlySet<number>> => itemsOwed(db, { projectId, reviewer: name });
