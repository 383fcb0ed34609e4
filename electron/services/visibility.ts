import type { ReadHandle } from "../store/handles.ts";
import { newestImport, putSeen, seenOf } from "../store/opinion-seen.ts";
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
  const known = knownSeen(workspace, name);
  const others = itemIds.filter((id) => !known.has(id));
  if (others.length === 0) return;
  if (workspace.read((db) => seenOf(db, name, others)).hasNew)
    await workspace.write((db) => putSeen(db, name, others));
  for (const id of workspace.read((db) => seenOf(db, name, others)).seen) known.add(id);
}

/** What is recorded already by reviewer, so that an inbox of thousands of items is not asked for each time; as of the newest import. */
const recorded = new WeakMap<Workspace, { imports: string; byName: Map<string, Set<number>> }>();

function knownSeen(workspace: Workspace, name: string): Set<number> {
  // An import may give a new item the id of one that is gone.
  const imports = workspace.read(newestImport);
  let found = recorded.get(workspace);
  if (found?.imports !== imports) found = { imports, byName: new Map() };
  recorded.set(workspace, found);
  const known = found.byName.get(name) ?? new Set();
  found.byName.set(name, known);
  return known;
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
