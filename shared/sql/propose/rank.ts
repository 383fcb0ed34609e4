import { calledName, type ImplementationDetail } from "./detail.ts";

const ranking = new Set(["row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile"]);

const cues = [
  /(?<=^|[.?!;,] )(?:equal|tied)\b[^.?!;]*\b(?:share|get|have|same)\b[^.?!;]*/iu,
  /(?<=^|[.?!;] )(?:if|where|when)\b[^.?!;]*\b(?:tied?|ties|equal|same)\b[^.?!;]*/iu,
  /\b(?:where|with|if|so that|and) (?:equal|tied|ties|the same)\b[^,.;?!()]*\b(?:share|get|have|rank|place|skip\w*|same|number\w*)\b[^,.;?!()]*/iu,
  /\b(?:with|without) (?:gaps|ties|skipping|skipped \w+)\b[^,.;?!()]*/iu,
  /\b(?:dense(?:ly)?|unique|consecutive)(?= rank| place| number)/iu,
];

/** A ranking function, which decides what happens to ties. */
export const rankDetail: ImplementationDetail = {
  type: "rank_ambiguity",
  decidedBy({ tree, node }) {
    const isWindow = node.children.some(({ kind }) => kind === "over");
    return isWindow && ranking.has(calledName(tree, node)) ? node : null;
  },
  cues: () => cues,
  termStands: "by-name",
};
