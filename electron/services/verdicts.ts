import type { Change } from "#shared/contract/changes.ts";
import type { EarlierVerdict, OthersOnItem, StoredDraft, VerdictChange } from "#shared/contract/verdicts.ts";
import {
  fittedTo,
  foreignParts,
  type JudgementDefect,
  missingPart,
} from "#shared/domain/judgement-defects.ts";
import { emptyJudgement, type Judgement, type Verdict } from "#shared/domain/verdict.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { consensusOnItems } from "../store/consensus.ts";
import { draftOf, putDraft, removeDraft } from "../store/drafts.ts";
import { earlierVerdicts } from "../store/earlier-verdicts.ts";
import { guidelinesAt } from "../store/guidelines.ts";
import { allOf, type QueryHandle, type ReadHandle, type WriteHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import { projectOfItem } from "../store/project-of.ts";
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
import { putVerdict, reviewersOf, verdictsOnItems } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { refuseStopped } from "./check-items.ts";
import { fieldFault, ServiceFault } from "./fault.ts";
import { renew, type Seat, seatOf, seatOpinion } from "./slots-on-save.ts";
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
      workspace.read(async (db) =>
        Array.fromAsync(await eventsOfItem(db, itemId, await reviewerName(db, actor)), (event) =>
          changeOf(db, event),
        ),
      ),

    earlier: async ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<EarlierVerdict[]> =>
      workspace.read(async (db) => {
        const engine = (await settingsOfProject(db, await projectOf(db, itemId)))["items.engine"];
        return earlierVerdicts(db, itemId, await reviewerName(db, actor), dialectOf(engine));
      }),

    saveDraft: (draft: StoredDraft, { actor }: CallContext): Promise<void> =>
      workspace.write(async (db) => {
        refuse(foreignParts(await verdictFormOf(db, await projectOf(db, draft.itemId)), draft));
        const [reviewer, at] = [await reviewerName(db, actor), now().toISOString()];
        await putDraft(db, reviewer, draft, at);
        // Typing is work on an item that they took.
        await renew(db, { projectId: await projectOf(db, draft.itemId), reviewer }, draft.itemId, at);
      }),

    draft: async ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<StoredDraft | null> =>
      workspace.read(async (db) => {
        const draft = await draftOf(db, itemId, await reviewerName(db, actor));
        // It may have been typed under an earlier form.
        return draft && fittedTo(await verdictFormOf(db, await projectOf(db, itemId)), draft);
      }),

    discardDraft: ({ itemId }: { itemId: number }, { actor }: CallContext): Promise<void> =>
      workspace.write(async (db) => removeDraft(db, itemId, await reviewerName(db, actor))),

    others: ({ itemId }: { itemId: number }, { actor }: CallContext) => others(workspace, itemId, actor),

    reviewers: async ({ projectId }: { projectId: number }) =>
      workspace.read((db) => reviewersOf(db, projectId)),
  };
}

/** What others said of an item, null where the caller may not see it; that they saw it is recorded. */
async function others(workspace: Workspace, itemId: number, actor: string): Promise<OthersOnItem | null> {
  const { viewer, said } = await workspace.read(async (db) => {
    const viewer = await viewerOf(db, await projectOf(db, itemId), actor);
    const inSight = (await itemsInSight(db, viewer, [itemId])).has(itemId);
    if (!inSight) return { viewer, said: null };
    const [all, consensus] = await Promise.all([
      verdictsOnItems(db, [itemId]),
      consensusOnItems(db, [itemId]),
    ]);
    const verdicts = all.filter(({ label, reviewer }) => label !== null && reviewer !== viewer.name);
    return { viewer, said: { verdicts, consensus: consensus.get(itemId) ?? null } };
  });
  if (said !== null) await recordSeen(workspace, viewer, [itemId]);
  return said;
}

async function save(
  { workspace, now, publish }: Dependencies,
  { itemId, baseRevision, saveId, judgement }: Save,
  actor: string,
): Promise<Verdict> {
  const reviewer = await reviewerName(workspace.autocommit, actor);
  const projectId = await projectOf(workspace.autocommit, itemId);
  const verdict = await workspace.write(async (db) => {
    // At once, as everybody's next write waits for this one; the item may be gone by now.
    const [earlier, settings, seat] = await Promise.all([
      eventBySaveId(db, saveId),
      settingsOfProject(db, projectId),
      seatOf(db, { projectId, itemId, reviewer }),
      projectOf(db, itemId),
    ]);
    const current = seat.verdict;
    if (earlier) return repeated(earlier, itemId, reviewer);
    await refuseStopped(db, projectId, reviewer, settings);
    refuseUnfit(settings["review.form"], judgement);
    if (current.revision !== baseRevision)
      throw new ServiceFault(
        "CONFLICT",
        "This verdict was saved in another window after you opened the item.",
        {
          current,
        },
      );
    const [verdict] = await Promise.all([
      appendVerdict(db, seat, {
        ...{ saveId, projectId, itemId, reviewer, actor, judgement },
        ...{ at: now().toISOString(), action: "save", revision: baseRevision + 1, reverts: null },
      }),
      removeDraft(db, itemId, reviewer),
    ]);
    return verdict;
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
  const verdict = await workspace.write(async (db) => {
    const reviewer = await reviewerName(db, actor);
    const target =
      action === "undo"
        ? await changeToUndo(db, projectId, reviewer)
        : await undoToRedo(db, projectId, reviewer);
    if (!target) return null;
    const { itemId } = target;
    const judgement =
      action === "undo" ? await judgementBefore(db, target) : await judgementUndone(db, target);
    refuse(foreignParts(await verdictFormOf(db, projectId), judgement));
    const seat = await seatOf(db, { projectId, itemId, reviewer });
    return appendVerdict(db, seat, {
      saveId: null,
      projectId,
      itemId,
      reviewer,
      actor,
      at: now().toISOString(),
      action,
      revision: seat.verdict.revision + 1,
      judgement,
      reverts: target.seq,
    });
  });
  if (verdict) publish({ type: "verdict", projectId, itemId: verdict.itemId, reviewer: verdict.reviewer });
  return verdict;
}

/** Throws `BAD_INPUT` for what a project's form does not have, or asks for in vain. */
export function refuseUnfit(form: VerdictForm, judgement: Judgement): void {
  const missing = missingPart(form, judgement);
  refuse([...foreignParts(form, judgement), ...(missing === null ? [] : [missing])]);
}

function refuse(defects: readonly JudgementDefect[]): void {
  const [first, ...others] = defects;
  if (first !== undefined) throw fieldFault(first, ...others);
}

async function projectOf(db: QueryHandle, itemId: number): Promise<number> {
  const projectId = await projectOfItem(db, itemId);
  if (projectId === null) throw unknownItem(itemId);
  return projectId;
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

/** Appends a change of a verdict and finds its slot, in one transaction: the one way to an opinion that a person gives. */
export async function appendVerdict(db: WriteHandle, seat: Seat, event: VerdictEventInput): Promise<Verdict> {
  const verdict = verdictOfEvent(event);
  const { projectId, itemId, reviewer, judgement, actor, at } = event;
  await allOf([
    appendEvent(db, event),
    seatOpinion(db, seat, { projectId, itemId, reviewer, label: judgement.label }, { actor, at }),
    putVerdict(db, projectId, { ...verdict, savedAt: at }),
  ]);
  return verdict;
}

function verdictOfEvent({ itemId, reviewer, revision, at, judgement }: VerdictEventInput): Verdict {
  return { ...judgement, itemId, reviewer, revision, savedAt: at };
}

async function judgementBefore(
  db: ReadHandle,
  { itemId, reviewer, revision }: VerdictEvent,
): Promise<Judgement> {
  return (await eventByRevision(db, itemId, reviewer, revision - 1))?.judgement ?? emptyJudgement;
}

async function judgementUndone(db: ReadHandle, undo: VerdictEvent): Promise<Judgement> {
  return (await eventBySeq(db, undo.reverts ?? -1))?.judgement ?? emptyJudgement;
}

async function changeOf(
  db: ReadHandle,
  { projectId, revision, actor, at, action, judgement }: VerdictEvent,
): Promise<VerdictChange> {
  const by = await reviewerName(db, actor);
  return { revision, actor: by, at, action, judgement, guidelines: await guidelinesAt(db, projectId, at) };
}
