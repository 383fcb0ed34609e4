import type { Change } from "#shared/contract/changes.ts";
import type { EarlierVerdict, OthersOnItem, StoredDraft, VerdictChange } from "#shared/contract/verdicts.ts";
import {
  fittedTo,
  foreignParts,
  type JudgementDefect,
  missingPart,
} from "#shared/domain/judgement-defects.ts";
import { emptyJudgement, type Judgement, type Verdict } from "#shared/domain/verdict.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { consensusOnItems } from "../store/consensus.ts";
import { draftOf, putDraft, removeDraft } from "../store/drafts.ts";
import { earlierVerdicts } from "../store/earlier-verdicts.ts";
import { guidelinesAt } from "../store/guidelines.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { runnableItem } from "../store/items.ts";
import { reviewerName } from "../store/people.ts";
import { settingsOfProject, verdictFormOf } from "../store/settings.ts";
import {
  appendEvent,
  changeToUndo,
  eventByRevision,
  eventBySaveId,
  eventBySeq,
  eventsOfItem,
  undoToRedo,
  type VerdictEvent,
  type VerdictEventInput,
} from "../store/verdict-events.ts";
import { putVerdict, reviewersOf, verdictOf, verdictsOnItems } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { refuseStopped } from "./check-items.ts";
import { fieldFault, ServiceFault } from "./fault.ts";
import { renew, seatOpinion } from "./slots-on-save.ts";
import { unknownItem } from "./stored-records.ts";
import { itemsInSight, recordSeen, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

interface Save {
  itemId: number;
  baseRevision: number;
  saveId: string;
  judgement: Judgement;
}

/** Verdicts as events: saved, undone and redone by appending, acknowledged after the commit (SPEC V1–V7). */
export function createVerdictsService(dependencies: Dependencies) {
  const { workspace, now } = dependencies;
  return {
    save: (input: Save, { actor }: CallContext) => save(dependencies, input, actor),
    undo: ({ projectId }: { projectId: number }, { actor }: CallContext) =>
      revert(dependencies, "undo", projectId, actor),
    redo: ({ projectId }: { projectId: number }, { actor }: CallContext) =>
      revert(dependencies, "redo", projectId, actor),

    history: async ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<VerdictChange[]> =>
      workspace.read((db) =>
        eventsOfItem(db, itemId, reviewerName(db, actor)).map((event) => changeOf(db, event)),
      ),

    earlier: async ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<EarlierVerdict[]> =>
      workspace.read((db) => {
        const engine = settingsOfProject(db, projectOf(db, itemId))["items.engine"];
        return earlierVerdicts(db, itemId, reviewerName(db, actor), dialectOf(engine));
      }),

    saveDraft: (draft: StoredDraft, { actor }: CallContext): Promise<void> =>
      workspace.write((db) => {
        refuse(foreignParts(verdictFormOf(db, projectOf(db, draft.itemId)), draft));
        const [reviewer, at] = [reviewerName(db, actor), now().toISOString()];
        putDraft(db, reviewer, draft, at);
        // Typing is work on an item that they took.
        renew(db, { projectId: projectOf(db, draft.itemId), reviewer }, draft.itemId, at);
      }),

    draft: async ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<StoredDraft | null> =>
      workspace.read((db) => {
        const draft = draftOf(db, itemId, reviewerName(db, actor));
        // It may have been typed under an earlier form.
        return draft && fittedTo(verdictFormOf(db, projectOf(db, itemId)), draft);
      }),

    discardDraft: ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<void> =>
      workspace.write((db) => removeDraft(db, itemId, reviewerName(db, actor))),

    others: ({ itemId }: { itemId: number }, { actor }: CallContext) => others(workspace, itemId, actor),

    reviewers: async ({ projectId }: { projectId: number }) =>
      workspace.read((db) => reviewersOf(db, projectId)),
  };
}

/** What others said of an item, null where the caller may not see it; that they saw it is recorded. */
async function others(workspace: Workspace, itemId: number, actor: string): Promise<OthersOnItem | null> {
  const { viewer, said } = workspace.read((db) => {
    const viewer = viewerOf(db, projectOf(db, itemId), actor);
    const inSight = itemsInSight(db, viewer, [itemId]).has(itemId);
    if (!inSight) return { viewer, said: null };
    const verdicts = verdictsOnItems(db, [itemId]).filter(
      ({ label, reviewer }) => label !== null && reviewer !== viewer.name,
    );
    return { viewer, said: { verdicts, consensus: consensusOnItems(db, [itemId]).get(itemId) ?? null } };
  });
  if (said !== null) await recordSeen(workspace, viewer, [itemId]);
  return said;
}

async function save(
  { workspace, now, publish }: Dependencies,
  { itemId, baseRevision, saveId, judgement }: Save,
  actor: string,
): Promise<Verdict> {
  const { verdict, projectId } = await workspace.write((db) => {
    const reviewer = reviewerName(db, actor);
    const projectId = projectOf(db, itemId);
    const earlier = eventBySaveId(db, saveId);
    if (earlier) return { verdict: repeated(earlier, itemId, reviewer), projectId };
    refuseStopped(db, projectId, reviewer);
    const form = verdictFormOf(db, projectId);
    const missing = missingPart(form, judgement);
    refuse([...foreignParts(form, judgement), ...(missing === null ? [] : [missing])]);
    const current = verdictOf(db, projectId, itemId, reviewer);
    if (current.revision !== baseRevision)
      throw new ServiceFault(
        "CONFLICT",
        "This verdict was saved in another window after you opened the item.",
        {
          current,
        },
      );
    const verdict = append(db, {
      saveId,
      projectId,
      itemId,
      reviewer,
      actor,
      at: now().toISOString(),
      action: "save",
      revision: baseRevision + 1,
      judgement,
      reverts: null,
    });
    removeDraft(db, itemId, reviewer);
    return { verdict, projectId };
  });
  publish({ type: "verdict", projectId, itemId, reviewer: verdict.reviewer });
  return verdict;
}

/** Appends the event that takes the caller's latest change (or undo) back; null where there is nothing to take back. */
async function revert(
  { workspace, now, publish }: Dependencies,
  action: "undo" | "redo",
  projectId: number,
  actor: string,
): Promise<Verdict | null> {
  const verdict = await workspace.write((db) => {
    const reviewer = reviewerName(db, actor);
    const target =
      action === "undo" ? changeToUndo(db, projectId, reviewer) : undoToRedo(db, projectId, reviewer);
    if (!target) return null;
    const { itemId } = target;
    const judgement = action === "undo" ? judgementBefore(db, target) : judgementUndone(db, target);
    refuse(foreignParts(verdictFormOf(db, projectId), judgement));
    return append(db, {
      saveId: null,
      projectId,
      itemId,
      reviewer,
      actor,
      at: now().toISOString(),
      action,
      revision: verdictOf(db, projectId, itemId, reviewer).revision + 1,
      judgement,
      reverts: target.seq,
    });
  });
  if (verdict) publish({ type: "verdict", projectId, itemId: verdict.itemId, reviewer: verdict.reviewer });
  return verdict;
}

function refuse(defects: readonly JudgementDefect[]): void {
  const [first, ...others] = defects;
  if (first !== undefined) throw fieldFault(first, ...others);
}

function projectOf(db: ReadHandle, itemId: number): number {
  const item = runnableItem(db, itemId);
  if (!item) throw unknownItem(itemId);
  return item.projectId;
}

/** A retry of a save that was committed: its answer was lost on the way, so it is given again. */
function repeated(event: VerdictEvent, itemId: number, reviewer: string): Verdict {
  if (event.itemId === itemId && event.reviewer === reviewer) return verdictOfEvent(event);
  throw new ServiceFault("BAD_INPUT", "This save id is already used by another save.", {
    problems: [
      {
        file: "",
        row: null,
        field: "saveId",
        reason: "This save id is already used by another save.",
        fix: "Use a new id for every save.",
      },
    ],
  });
}

function append(db: WriteHandle, event: VerdictEventInput): Verdict {
  appendEvent(db, event);
  const { projectId } = event;
  const verdict = verdictOfEvent(event);
  const { itemId, reviewer, judgement, actor, at } = event;
  seatOpinion(db, { projectId, itemId, reviewer, label: judgement.label }, { actor, at });
  putVerdict(db, projectId, { ...verdict, savedAt: event.at });
  return verdict;
}

function verdictOfEvent({ itemId, reviewer, revision, at, judgement }: VerdictEventInput): Verdict {
  return { ...judgement, itemId, reviewer, revision, savedAt: at };
}

function judgementBefore(db: ReadHandle, { itemId, reviewer, revision }: VerdictEvent): Judgement {
  return eventByRevision(db, itemId, reviewer, revision - 1)?.judgement ?? emptyJudgement;
}

function judgementUndone(db: ReadHandle, undo: VerdictEvent): Judgement {
  return eventBySeq(db, undo.reverts ?? -1)?.judgement ?? emptyJudgement;
}

function changeOf(
  db: ReadHandle,
  { projectId, revision, actor, at, action, judgement }: VerdictEvent,
): VerdictChange {
  return { revision, actor, at, action, judgement, guidelines: guidelinesAt(db, projectId, at) };
}
