import type { ImplementationDetail } from "./detail.ts";

const cues = [
  /\b(?:different|distinct|unique)\b/iu,
  /\b(?:without|no) (?:duplicates|repeats|repetitions?)\b/iu,
  /\b(?:each|every one|all) (?:only |just )?once\b/iu,
  /\bcounted once(?: each)?\b/iu,
];

/** A select list this long is not shown whole: its DISTINCT is taken alone. */
const longestList = 160;

/** DISTINCT in a select list or in an aggregate. */
export const distinctDetail: ImplementationDetail = {
  type: "distinct_ambiguity",
  decidedBy({ node, above }) {
    if (node.kind !== "distinct") return null;
    const owner = above.at(-1);
    const isSmall = owner !== undefined && owner.to - owner.from <= longestList;
    return owner !== undefined && (owner.kind === "call" || isSmall) ? owner : node;
  },
  cues: () => cues,
  termStands: "behind",
};
