import type { SqlNode } from "../tree/sql-node.ts";
import type { ImplementationDetail } from "./detail.ts";

const cues = [
  /(?<=^|[.?!;] )(?:order|sort|rank|arrange) (?:them |it |the \w+ |results? )?(?:by|from|in)\b[^.?!;]*/iu,
  /\b(?:and )?(?:sorted|ordered|ranked|arranged|listed|order(?:ing)?|sort(?:ing)?)(?: them| it| the \w+)?(?: alphabetically| in)?(?: (?:ascending|descending|increasing|decreasing)(?:ly)?(?: order)?)? (?:by|from|in|with)\b[^.;?!()]*/iu,
  /\bfrom (?:the )?\w+(?:est|most|least|st)\b[^,.;?!()]* to (?:the )?\w+(?:est|most|least|st)\b(?: \w+)?(?:, equal [^.;?!()]*| and (?:then )?by [^.;?!()]*|, then by [^.;?!()]*)?/iu,
  /\b(?:by [^,.;?!()]+, )?(?:the )?(?:\w+est|most|least|best|worst|first|last)(?: [^\s,.;?!()]+){0,3} first\b(?:, (?:then|equal|ties)[^.;?!()]*| and then by [^.;?!()]*)?/iu,
  /\bin (?:the |an? )?(?:(?:\w+ )?(?:alphabetic(?:al)?|chronological|ascending|descending|increasing|decreasing|reversed?|numerical|lexicographic(?:al)?|sorted)\b[^,.;?!()]*?)?\border\b(?: (?:of|by) [^,.;?!()]*)?/iu,
];

/** What may be around the query whose rows are the result: anything else makes it a part of another query. */
const around = new Set([
  "script",
  "query",
  "select",
  "parenthesised-query",
  "create-as",
  "explain",
  "insert",
]);

/** The order of the result's rows where no LIMIT depends on it. */
export const sortDetail: ImplementationDetail = {
  type: "sort_ambiguity",
  decidedBy({ node, above }) {
    if (node.kind !== "order-by" || !above.every(({ kind }) => around.has(kind))) return null;
    return above.some(isLimited) ? null : node;
  },
  cues: () => cues,
  termStands: "before",
};

function isLimited({ children }: SqlNode): boolean {
  return children.some(({ kind }) => kind === "limit" || kind === "fetch");
}
