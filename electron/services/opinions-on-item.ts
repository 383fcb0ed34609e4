import { createHash } from "node:crypto";
import type { Disagreement, Opinion } from "#shared/contract/disagreements.ts";
import type { Verdict } from "#shared/domain/verdict.ts";
import { consensusEventsOfItem, consensusOnItems } from "../store/consensus.ts";
import type { ReadHandle } from "../store/handles.ts";
import { judgeLabelsOn } from "../store/judge-labels.ts";
import { questionsOnItem } from "../store/opinion-questions.ts";
import { settingsOfProject } from "../store/settings.ts";
import { verdictsOnItems } from "../store/verdicts.ts";
import type { Viewer } from "./visibility.ts";

/** A verdict under the name by which an adjudicator knows it. */
interface NamedVerdict {
  key: string;
  verdict: Verdict;
}

/**
 * The labelled verdicts on an item in an order that says nothing of who gave them: another one for each item and adjudicator, and
 * always the same for these, so that nothing moves when the window is opened again.
 */
export async function namedVerdicts(
  db: ReadHandle,
  { name }: Viewer,
  itemId: number,
): Promise<NamedVerdict[]> {
  const keyOf = (reviewer: string) =>
    createHash("sha256")
      .update(JSON.stringify([itemId, name, reviewer]))
      .digest("hex")
      .slice(0, 16);
  return (await verdictsOnItems(db, [itemId]))
    .filter(({ label }) => label !== null)
    .map((verdict) => ({ key: keyOf(verdict.reviewer), verdict }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** An item of the inbox whole, with names where the project shows them to adjudicators. */
export async function disagreementOn(db: ReadHandle, viewer: Viewer, itemId: number): Promise<Disagreement> {
  const showsNames = (await settingsOfProject(db, viewer.projectId))["review.inboxNames"];
  const questions = await questionsOnItem(db, itemId);
  const history = await consensusEventsOfItem(db, itemId);
  return {
    itemId,
    opinions: (await namedVerdicts(db, viewer, itemId)).map(
      ({ key, verdict: { itemId: _, reviewer, revision, savedAt, ...judgement } }): Opinion => ({
        ...{ key, reviewer: showsNames ? reviewer : null, judgement },
        questions: questions
          .filter((one) => one.reviewer === reviewer)
          .map(({ question, askedBy, at, isOpen }) => ({ question, askedBy, at, isOpen })),
      }),
    ),
    judges: await judgeLabelsOn(db, itemId),
    consensus: (await consensusOnItems(db, [itemId])).get(itemId) ?? null,
    revision: history[0]?.revision ?? 0,
    history: history.map(({ revision, action, at, consensus }) => ({ revision, action, at, consensus })),
  };
}
