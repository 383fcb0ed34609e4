import type { ConsensusRule } from "../../domain/consensus.ts";

/** The label on which opinions settle by a rule, or why they do not. */
export type Settled = { label: string } | { label: null; because: "no-opinion" | "disagreement" | "tie" };

/** Settles the opinions on one item; a single opinion settles it by either rule. */
export function settleOpinions(labels: readonly string[], rule: ConsensusRule): Settled {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  if (first === undefined) return { label: null, because: "no-opinion" };
  if (second === undefined) return { label: first[0] };
  if (rule === "unanimous") return { label: null, because: "disagreement" };
  if (first[1] * 2 > labels.length) return { label: first[0] };
  return { label: null, because: first[1] === second[1] ? "tie" : "disagreement" };
}

/** What of an opinion becomes part of a consensus. */
interface SettledOpinion {
  label: string | null;
  diagnoses: readonly string[];
  note: string;
}

/**
 * What the opinions on an item settle on beside their label: the diagnoses that more than half of those with the label ticked, and
 * every reason that was given, in their order (ROSE's reason_1, reason_2).
 */
export function settledParts(
  label: string,
  opinions: readonly SettledOpinion[],
): { label: string; diagnoses: string[]; notes: string[] } {
  const agreeing = opinions.filter((opinion) => opinion.label === label);
  const ticked = [...new Set(agreeing.flatMap(({ diagnoses }) => diagnoses))];
  const times = (id: string) => agreeing.filter(({ diagnoses }) => diagnoses.includes(id)).length;
  return {
    label,
    diagnoses: ticked.filter((id) => times(id) * 2 > agreeing.length),
    notes: opinions.map(({ note }) => note).filter((note) => note.trim() !== ""),
  };
}
