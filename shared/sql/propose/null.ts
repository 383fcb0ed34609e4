import type { SqlNode, SqlTree } from "../tree/sql-node.ts";
import { calledName, type ImplementationDetail, isZero } from "./detail.ts";
import { guardsDivision } from "./divide-by-zero.ts";

const nullFunctions = new Set(["coalesce", "ifnull", "isnull", "nvl", "num_nulls", "num_nonnulls"]);

/** Another value replaces the missing one. */
const substitution = [
  /\b(?:treat(?:ing|ed)?|count(?:ing|ed)?|tak(?:ing|e|en)|show(?:ing|n)?|consider(?:ing|ed)?|with) (?:the )?(?:null|nulls|null values|missing|missing values|unknown|blank|empty)\b[^,.;?!()]*\bas\b[^,.;?!()]*/iu,
  /(?:'[^']*'|"[^"]*"|\b\d+|\b\w+) (?:where|when|if)\b[^,.;?!()]*\b(?:no|none|nothing|not|missing|null|unknown|without)\b[^,.;?!()]*/iu,
  /(?<=^|[.?!;] )[^.?!;,]*\b(?:without|missing|unknown)\b[^.?!;,]*\bcounts? as\b[^.?!;]*/iu,
];

/** Rows with missing values are left out. */
const exclusion = [
  /\b(?:ignor(?:ing|e|ed)|exclud(?:ing|e|ed)|leav(?:ing|e) out|skip(?:ping)?|without)\b[^,.;?!()]*\b(?:null|nulls|missing|unknown|blank|empty|undefined)\b[^,.;?!()]*/iu,
  /(?<=^|[.?!;] )[^.?!;,]*\b(?:without|missing|unknown)\b[^.?!;,]*\b(?:do(?:es)? not count|are left out|are ignored)\b/iu,
  /\b(?:for|over|of) which [^,.;?!()]*\b(?:is|are) (?:known|defined|given|recorded|not null)\b/iu,
  /\bwith (?:a|an) (?:known|non-null|valid)\b[^,.;?!()]*/iu,
];

/** What becomes of missing values: COALESCE and the like, WHEN x IS NULL, IS NOT NULL, NULLS FIRST, NULLIF. */
export const nullDetail: ImplementationDetail = {
  type: "null_ambiguity",
  decidedBy({ tree, node, above }) {
    const name = calledName(tree, node);
    if (nullFunctions.has(name)) return guardsDivision(tree, node) ? null : node;
    if (name === "nullif") return isZero(tree, node.children[2]) ? null : node;
    if (node.kind === "nulls-order" || leavesOut(tree, node)) return node;
    const isCondition = node.kind === "is" && above.at(-1)?.children[0] === node;
    return isCondition && above.at(-1)?.kind === "when" ? (above.at(-1) ?? null) : null;
  },
  cues: (node) => {
    if (node === null) return [...substitution, ...exclusion];
    return node.kind === "is" ? exclusion : substitution;
  },
  termStands: "by-name",
};

/** x IS NOT NULL leaves rows out; x IS NULL asks for something of its own, as "not yet closed". */
function leavesOut(tree: SqlTree, { kind, children }: SqlNode): boolean {
  const operator = kind === "is" ? children[1] : undefined;
  if (operator === undefined) return false;
  return /^(?:IS\s+NOT\s+NULL|NOT\s*NULL)$/i.test(tree.sql.slice(operator.from, operator.to));
}
