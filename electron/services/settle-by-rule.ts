import type { RuleOutcome } from "#shared/contract/disagreements.ts";
import type { ConsensusRule } from "#shared/domain/consensus.ts";
import { settledParts, settleOpinions } from "#shared/metrics/agreement/consensus.ts";
import { appendConsensusEvent, consensusOnItems } from "../store/consensus.ts";
import { openLabels } from "../store/disagreements.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { verdictsOnItems } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import type { JobWork } from "./job-board.ts";
import { othersFirst } from "./replace-file.ts";
import {
  blindItems,
  itemsNotToSettle,
  itemsOfOwnOpinion,
  refuseUnlessSettles,
  viewerOf,
} from "./visibility.ts";

/** By which rule the open items of a project are settled, those with fewer opinions than `atLeast` left as they are. */
export interface RuleOfProject {
  projectId: number;
  rule: ConsensusRule;
  atLeast: number;
}

interface Outcome extends RuleOutcome {
  /** The label of each item on which the rule settles. */
  labels: ReadonlyMap<number, string>;
}

/**
 * What settling by a rule comes to (shared/metrics/agreement/consensus.ts: the rule of `querent consensus`), but for items that are still
 * blind to who asks, and those that they judged themselves in a project with slots (SPEC SL8).
 */
export async function ruleOutcome(
  db: ReadHandle,
  { projectId, rule, atLeast }: RuleOfProject,
  name: string,
): Promise<Outcome> {
  const blind = await blindItems(db, { projectId, name });
  const judged = await itemsOfOwnOpinion(db, { projectId, name });
  const labels = new Map<number, string>();
  const byLabel: Record<string, number> = {};
  let [stay, own] = [0, 0];
  // Many items have the same labels.
  const settledAs = new Map<string, string | null>();
  for (const { itemId, people, said } of await openLabels(db, projectId)) {
    if (people < atLeast || blind.has(itemId)) continue;
    if (judged.has(itemId)) {
      own += 1;
      continue;
    }
    if (!settledAs.has(said)) settledAs.set(said, settleOpinions(JSON.parse(said) as string[], rule).label);
    const label = settledAs.get(said) ?? null;
    if (label === null) {
      stay += 1;
      continue;
    }
    labels.set(itemId, label);
    byLabel[label] = (byLabel[label] ?? 0) + 1;
  }
  return { labels, items: labels.size, byLabel, stay, own };
}

/** How many items are settled in one transaction, so that other calls have their turn between two. */
export const settledTogether = 1_000;

/** Who settles, when, and the one save that all of it is. */
interface SettledBy {
  actor: string;
  name: string;
  at: string;
  saveId: string;
}

/** Settles every open item by a rule, until it is stopped; what somebody settled or said anew meanwhile is held to it again. */
export async function settleAllByRule(
  workspace: Workspace,
  what: RuleOfProject,
  by: SettledBy,
  { signal, progress }: Pick<Parameters<JobWork>[0], "signal" | "progress">,
): Promise<void> {
  const ids = [...(await workspace.read((db) => ruleOutcome(db, what, by.name))).labels.keys()];
  for (let from = 0; from < ids.length; from += settledTogether) {
    progress(from, ids.length);
    await othersFirst(signal);
    await workspace.write((db) => {
      // It may have waited for its turn.
      signal.throwIfAborted();
      return settleSome(db, what, ids.slice(from, from + settledTogether), by);
    });
  }
  progress(ids.length, ids.length);
}

async function settleSome(
  db: WriteHandle,
  { projectId, rule, atLeast }: RuleOfProject,
  ids: readonly number[],
  { name, ...by }: SettledBy,
): Promise<void> {
  refuseUnlessSettles(await viewerOf(db, projectId, by.actor));
  // Who settles may have taken or judged some of them meanwhile.
  const kept = await itemsNotToSettle(db, { projectId, name });
  const settled = await consensusOnItems(db, ids);
  const verdicts = Map.groupBy(await verdictsOnItems(db, ids), ({ itemId }) => itemId);
  for (const itemId of ids) {
    if (kept.has(itemId)) continue;
    const opinions = (verdicts.get(itemId) ?? []).filter(({ label }) => label !== null);
    const { label } = settleOpinions(
      opinions.map((opinion) => opinion.label ?? ""),
      rule,
    );
    if (label === null || opinions.length < atLeast || settled.has(itemId)) continue;
    await appendConsensusEvent(db, {
      ...{ ...by, projectId, itemId, action: "settle", reverts: null },
      consensus: { rule, ...settledParts(label, opinions), settledBy: name },
    });
  }
}
