import type { SqlNode, SqlTree } from "../tree/sql-node.ts";
import { argumentsOf, calledName, type ImplementationDetail } from "./detail.ts";

const rounding = new Set(["round", "trunc", "truncate"]);
const count = String.raw`(?:\d+|one|two|three|four|five|six|no)`;
const places = `${count}[ -](?:decimals?|digits?)(?: (?:places?|points?|digits?))?`;

const cues = [
  /(?<=^|[.?!;] )round\b[^.?!;]*/iu,
  new RegExp(
    String.raw`\b(?:rounded|round|truncated|cut|given|shown|expressed)?\s*(?:off )?(?:up )?\b(?:to|with|in|at) ${places}`,
    "iu",
  ),
  /\b(?:rounded|truncated)(?: (?:up|down|off))? to (?:the nearest |full |a )?(?:\w+ )?(?:integer|number|whole|unit|percent|cent)s?\b/iu,
  /\bas (?:a |an )?(?:integer|whole number)s?\b/iu,
  /\brounded\b/iu,
];

/** Rounding and numeric formatting: ROUND, TRUNC, a cast to a number of so many places, a format of digits. */
export const decimalDetail: ImplementationDetail = {
  type: "decimal_ambiguity",
  decidedBy: ({ tree, node }) => (roundsNumber(tree, node) ? node : null),
  cues: () => cues,
  termStands: "by-name",
};

function roundsNumber(tree: SqlTree, node: SqlNode): boolean {
  if (node.kind === "cast") {
    const type = node.children.find(({ kind }) => kind === "type");
    return type !== undefined && /^(?:numeric|decimal)\s*\(/i.test(tree.sql.slice(type.from, type.to));
  }
  const name = calledName(tree, node);
  if (rounding.has(name)) return true;
  const [first, second] = argumentsOf(node).map(({ from, to }) => tree.sql.slice(from, to));
  if (name === "printf" || name === "format") return /%[-+ 0]*\d*\.\d+f/i.test(first ?? "");
  return name === "to_char" && /^'(?:FM)?[09.,DGLMISPR]*[09][.D][09]+'$/i.test(second ?? "");
}
