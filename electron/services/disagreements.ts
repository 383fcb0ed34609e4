import type { Change } from "#shared/contract/changes.ts";
import type { Disagreement, InboxFilter, InboxRow, RuleOutcome } from "#shared/contract/disagreements.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { Settlement } from "#shared/domain/consensus.ts";
import { foreignParts } from "#shared/domain/judgement-defects.ts";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import { settledParts } from "#shared/metrics/agreement/consensus.ts";
import { appendConsensusEvent, consensusRevision } from "../store/consensus.ts";
import { isSaved } from "../store/consensus-changes.ts";
import { disagreeingIds, inboxRows } from "../store/disagreements.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { runnableItem } from "../store/items.ts";
import { openQuestionsTo, putQuestion } from "../store/opinion-questions.ts";
import { putSeen } from "../store/opinion-seen.ts";
import { reviewerName } from "../store/people.ts";
import { verdictFormOf } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault } from "./fault.ts";
import type { JobBoard } from "./job-board.ts";
import { disagreementOn, namedVerdicts } from "./opinions-on-item.ts";
import { type Reverted, revertSettling } from "./revert-settling.ts";
import { type RuleOfProject, ruleOutcome, settleAllByRule } from "./settle-by-rule.ts";
import { refuseUnknownProject, unknownItem } from "./stored-records.ts";
import {
  blindItems,
  itemsInSight,
  recordSeen,
  refuseOwed,
  refuseOwnOpinion,
  refuseUnlessSettles,
  type Viewer,
  viewerOf,
} from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
  board: JobBoard;
}

/** A change of what one item is settled as, on what the adjudicator saw. */
interface ItemChange {
  itemId: number;
  revision: number;
  saveId: string;
}

type SettledOn = { opinion: string } | Pick<Settlement, "label" | "diagnoses" | "notes">;

/** The inbox of items on which opinions differ, for those who settle them. */
export function createDisagreementsService(dependencies: Dependencies) {
  return { ...createInbox(dependencies), ...createSettling(dependencies) };
}

/** What stands in the inbox, and what waits for the caller's answer. */
// Longer than a function should be: one entry for each call of the contract.
function createInbox({ workspace }: Dependencies) {
  const read = async <Answer>(
    projectId: number,
    actor: string,
    ask: (db: ReadHandle, viewer: Viewer) => Promise<Answer>,
  ) => {
    await refuseUnknownProject(workspace, projectId);
    return workspace.read(async (db) => ask(db, await settler(db, projectId, actor)));
  };
  return {
    mine: async ({ projectId }: { projectId: number }, { actor }: CallContext) => {
      await refuseUnknownProject(workspace, projectId);
      const { sees, settles } = await workspace.read((db) => viewerOf(db, projectId, actor));
      return { seesAll: sees === "all", settles };
    },

    ids: async (
      { projectId, filter }: { projectId: number; filter: InboxFilter },
      { actor }: CallContext,
    ): Promise<number[]> =>
      read(projectId, actor, async (db, viewer) => {
        const blind = await blindItems(db, viewer);
        const ids = await disagreeingIds(db, projectId, filter, await verdictFormOf(db, projectId));
        return ids.filter((itemId) => !blind.has(itemId));
      }),

    async rows(
      { projectId, itemIds }: { projectId: number; itemIds: number[] },
      { actor }: CallContext,
    ): Promise<InboxRow[]> {
      const { viewer, shown, rows } = await read(projectId, actor, async (db, viewer) => {
        const inSight = await itemsInSight(db, viewer, itemIds);
        const shown = itemIds.filter((itemId) => inSight.has(itemId));
        return { viewer, shown, rows: await inboxRows(db, projectId, shown) };
      });
      // A line says how many people gave which label.
      await recordSeen(workspace, viewer, shown);
      return rows;
    },

    async item({ itemId }: { itemId: number }, { actor }: CallContext): Promise<Disagreement> {
      const { viewer, answer } = await workspace.read(async (db) => {
        const viewer = await settler(db, await projectOfItem(db, itemId), actor);
        await refuseOwed(db, viewer, itemId);
        return { viewer, answer: await disagreementOn(db, viewer, itemId) };
      });
      await recordSeen(workspace, viewer, [itemId]);
      return answer;
    },

    previewRule: async (what: RuleOfProject, { actor }: CallContext): Promise<RuleOutcome> =>
      read(what.projectId, actor, async (db, viewer) => {
        const { labels, ...outcome } = await ruleOutcome(db, what, viewer.name);
        return outcome;
      }),

    askedOfMe: async ({ projectId }: { projectId: number }, { actor }: CallContext) => {
      await refuseUnknownProject(workspace, projectId);
      return (
        await workspace.read(async (db) => openQuestionsTo(db, projectId, await reviewerName(db, actor)))
      ).map(({ itemId, question, askedBy, at }) => ({ itemId, question, askedBy, at }));
    },
  };
}

/** What is done about an item, or about all at once. */
function createSettling(dependencies: Dependencies) {
  const { workspace, now, publish, board } = dependencies;
  return {
    settle: ({ on, ...input }: ItemChange & { on: SettledOn }, { actor }: CallContext) =>
      settleAs(dependencies, input, actor, async (db, viewer) => {
        const parts = "opinion" in on ? await partsOfOpinion(db, viewer, input.itemId, on.opinion) : on;
        await refuseForeign(db, viewer.projectId, parts);
        return { rule: "adjudicated", ...parts, settledBy: viewer.name };
      }),

    reopen: (input: ItemChange, { actor }: CallContext) =>
      settleAs(dependencies, input, actor, async () => null),

    ask: (
      { itemId, opinion, question }: { itemId: number; opinion: string; question: string },
      { actor }: CallContext,
    ) =>
      changeItem(dependencies, itemId, actor, async (db, viewer) => {
        const { reviewer, revision } = await verdictNamed(db, viewer, itemId, opinion);
        const { projectId, name: askedBy } = viewer;
        const at = now().toISOString();
        await putQuestion(db, { projectId, itemId, reviewer, revision, question, askedBy, actor, at });
        // Whoever is asked can tell from it that somebody sees it otherwise.
        await putSeen(db, reviewer, [itemId]);
      }),

    undo: ({ projectId }: { projectId: number }, { actor }: CallContext): Promise<Reverted | null> =>
      revertSettling(dependencies, projectId, actor, "undo"),
    redo: ({ projectId }: { projectId: number }, { actor }: CallContext): Promise<Reverted | null> =>
      revertSettling(dependencies, projectId, actor, "redo"),

    async settleByRule(
      { saveId, ...what }: RuleOfProject & { saveId: string },
      { actor }: CallContext,
    ): Promise<Job> {
      const { projectId } = what;
      await refuseUnknownProject(workspace, projectId);
      const { name } = await workspace.read((db) => settler(db, projectId, actor));
      const by = { actor, name, at: now().toISOString(), saveId };
      return board.start({ kind: "settle", projectId, done: 0, total: 0 }, async (job) => {
        try {
          await settleAllByRule(workspace, what, by, job);
        } finally {
          publish({ type: "disagreements", projectId, itemId: null });
        }
        return null;
      });
    },
  };
}

async function settler(db: ReadHandle, projectId: number, actor: string): Promise<Viewer> {
  const viewer = await viewerOf(db, projectId, actor);
  refuseUnlessSettles(viewer);
  return viewer;
}

/** Changes something about an item, and answers how it is then. */
async function changeItem(
  { workspace, publish }: Dependencies,
  itemId: number,
  actor: string,
  make: (db: WriteHandle, viewer: Viewer) => Promise<void>,
): Promise<Disagreement> {
  const { answer, projectId } = await workspace.write(async (db) => {
    const projectId = await projectOfItem(db, itemId);
    const viewer = await settler(db, projectId, actor);
    await refuseOwed(db, viewer, itemId);
    await make(db, viewer);
    return { answer: await disagreementOn(db, viewer, itemId), projectId };
  });
  publish({ type: "disagreements", projectId, itemId });
  return answer;
}

/** Settles an item, or (`null`) makes it an open one, unless that save was committed already. */
function settleAs(
  dependencies: Dependencies,
  input: ItemChange,
  actor: string,
  consensusOf: (db: ReadHandle, viewer: Viewer) => Promise<Settlement | null>,
): Promise<Disagreement> {
  const { itemId, saveId } = input;
  return changeItem(dependencies, itemId, actor, async (db, viewer) => {
    if (await isSaved(db, saveId)) return;
    await refuseOwnOpinion(db, viewer, itemId);
    await refuseStale(db, input);
    const consensus = await consensusOf(db, viewer);
    const action = consensus === null ? "reopen" : "settle";
    const event = {
      projectId: viewer.projectId,
      itemId,
      saveId,
      actor,
      action,
      consensus,
      reverts: null,
    } as const;
    await appendConsensusEvent(db, { ...event, at: dependencies.now().toISOString() });
  });
}

async function projectOfItem(db: ReadHandle, itemId: number): Promise<number> {
  const item = await runnableItem(db, itemId);
  if (item === null) throw unknownItem(itemId);
  return item.projectId;
}

async function verdictNamed(db: ReadHandle, viewer: Viewer, itemId: number, key: string) {
  const found = (await namedVerdicts(db, viewer, itemId)).find((one) => one.key === key);
  if (found !== undefined) return found.verdict;
  const reason = "This opinion was taken back meanwhile.";
  throw fieldFault({ field: "opinion", reason, fix: "Look at the item again." });
}

/** What an item is settled on where one opinion is taken: its label and diagnoses, and the reasons of all who gave that label, this one first. */
async function partsOfOpinion(db: ReadHandle, viewer: Viewer, itemId: number, key: string) {
  const taken = await verdictNamed(db, viewer, itemId, key);
  const alike = (await namedVerdicts(db, viewer, itemId))
    .map(({ verdict }) => verdict)
    .filter(({ label, reviewer }) => label === taken.label && reviewer !== taken.reviewer);
  const { notes } = settledParts(taken.label ?? "", [taken, ...alike]);
  return { label: taken.label ?? "", diagnoses: taken.diagnoses, notes };
}

async function refuseStale(db: ReadHandle, { itemId, revision }: ItemChange): Promise<void> {
  if ((await consensusRevision(db, itemId)) === revision) return;
  const reason = "Somebody settled or reopened this item after you opened it.";
  throw fieldFault({ field: "revision", reason, fix: "Look at it again." });
}

async function refuseForeign(
  db: ReadHandle,
  projectId: number,
  { label, diagnoses }: Pick<Settlement, "label" | "diagnoses">,
): Promise<void> {
  const [first, ...others] = foreignParts(await verdictFormOf(db, projectId), {
    ...{ ...emptyJudgement, label, diagnoses },
  });
  if (first !== undefined) throw fieldFault(first, ...others);
}
