import type { RuleOutcome } from "#shared/contract/disagreements.ts";
import type { ConsensusRule } from "#shared/domain/consensus.ts";
import { settledParts, settleOpinions } from "#shared/metrics/agreement/consensus.ts";
import { appendConsensusEvent } from "../store/consensus.ts";
import { openLabels } from "../store/disagreements.ts";
import type { ReadHandle } from "../store/handles.ts";
import { verdictsOnItems } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";

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

/** What settling by a rule comes to (shared/metrics/agreement/consensus.ts: the rule of `querent consensus`). */
export function ruleOutcome(db: ReadHandle, { projectId, rule, atLeast }: RuleOfProject): Outcome {
  const labels = new Map<number, string>();
  const byLabel: Record<string, number> = {};
  let stay = 0;
  for (const [itemId, said] of openLabels(db, projectId)) {
    if (said.length < atLeast) continue;
    const { label } = settleOpinions(said, rule);
    if (label === null) {
      stay += 1;
      continue;
    }
    labels.set(itemId, label);
    byLabel[label] = (byLabel[label] ?? 0) + 1;
  }
  return { labels, items: labels.size, byLabel, stay };
}

/** How many items are settled in one transaction, so that other calls have their turn between two. */
const together = 1_000;

/** Settles every open item by a rule, all under one save id; what somebody settled or said anew meanwhile is asked again. */
export async function settleAllByRule(
  workspace: Workspace,
  what: RuleOfProject,
  by: { actor: string; name: string; at: string; saveId: string },
): Promise<RuleOutcome> {
  const { projectId, rule, atLeast } = what;
  const { labels, ...outcome } = workspace.read((db) => ruleOutcome(db, what));
  const ids = [...labels.keys()];
  for (let from = 0; from < ids.length; from += together)
    await workspace.write((db) => {
      const some = ids.slice(from, from + together);
      const verdicts = Map.groupBy(verdictsOnItems(db, some), ({ itemId }) => itemId);
      const isOpen = new Set(
        some.filter((id) => db.sql("SELECT 1 FROM consensus WHERE item_id = ?").get(id) === undefined),
      );
      for (const itemId of some) {
        const opinions = (verdicts.get(itemId) ?? []).filter(({ label }) => label !== null);
        const { label } = settleOpinions(
          opinions.map((opinion) => opinion.label ?? ""),
          rule,
        );
        if (label === null || opinions.length < atLeast || !isOpen.has(itemId)) continue;
        appendConsensusEvent(db, {
          ...{
            saveId: by.saveId,
            projectId,
            itemId,
            actor: by.actor,
            at: by.at,
            action: "settle",
            reverts: null,
          },
          consensus: { rule, ...settledParts(label, opinions), settledBy: by.name },
        });
      }
    });
  return outcome;
}
