import { decimalDetail } from "../propose/decimal.ts";
import { calledName, type ImplementationDetail, type NodeInContext } from "../propose/detail.ts";
import { distinctDetail } from "../propose/distinct.ts";
import { divideByZeroDetail } from "../propose/divide-by-zero.ts";
import { joinDetail } from "../propose/join.ts";
import { nullDetail } from "../propose/null.ts";
import { rankDetail } from "../propose/rank.ts";
import { sortDetail } from "../propose/sort.ts";
import { type SqlNode, textOf } from "../tree/sql-node.ts";
import { cueOfFunction, operationCues } from "./cues.ts";
import { isAbout, type Nearby } from "./nearby.ts";
import type { Trace } from "./origin.ts";
import { type ReadText, type Sources, tracesIn } from "./sources.ts";

/** The details that leave a form open, how evidence calls them, and words by which knowledge settles them. */
const details: [detail: ImplementationDetail, what: string, inKnowledge: RegExp | null][] = [
  [decimalDetail, "how numbers are rounded", /\brounded\b/i],
  [joinDetail, "rows without a partner", null],
  [distinctDetail, "what counts once", /\b(?:different|distinct|unique)\b/i],
  [sortDetail, "the order", null],
  [divideByZeroDetail, "divisions by zero", /\bzero\b|\b0 (?:where|if|when)\b/i],
  [
    nullDetail,
    "missing values",
    /\b(?:null|missing|lost|known|unknown|valid|usable|default\w*|counts? as|none)\b|\\max/i,
  ],
  [rankDetail, "ties", /\b(?:ties?|tied|equal)\b/i],
];

/** Asked for in the question's own words, though not as strictly as a rewording needs. */
const askedFor: Record<string, RegExp> = {
  null_ambiguity:
    /\b(?:known|unknown|missing|null|defined|recorded|leave out|without|have a|has a|not yet)\b/i,
  divide_by_zero_ambiguity: /\b(?:0|zero|null) (?:where|if|when|for|without)\b|\bby zero\b/i,
  join_ambiguity:
    /\b(?:every|also|even|including|whether or not|regardless|0 where|even if|0 for|all .{1,40}\bwithout)\b/i,
  sort_ambiguity:
    /\b(?:order(?:ed|ing)?\b[^.?!]* by|in order of|ascending|descending|alphabetical|chronological|first\b(?!,? name)|from .{1,30} to )/i,
};

/** The detail that a node leaves to the gold, and where it can be known from; null for a node that decides none. */
export interface FormTrace {
  /** The type of ambiguity that leaves it open; null for a test for NULL, which asks for something of its own. */
  type: string | null;
  node: SqlNode;
  traces: Trace[];
}

/** DISTINCT, an outer join, an order, a rounding, a replacement of NULL …: what a question may leave open. */
export function formTrace(
  context: NodeInContext,
  { question, knowledge }: Sources,
  words: Nearby,
): FormTrace | null {
  for (const [detail, what, inKnowledge] of details) {
    const decided = detail.decidedBy(context);
    if (decided === null) continue;
    // A running number and quartiles have no ties that a question would speak of.
    if (detail === rankDetail && /^(?:row_number|ntile)$/.test(calledName(context.tree, context.node)))
      return null;
    const cues = [
      ...detail.cues(decided),
      ...(askedFor[detail.type] === undefined ? [] : [askedFor[detail.type] as RegExp]),
    ];
    const asked = tracesIn([question], ({ text }) => cues.some((cue) => cue.test(text)), `mentions ${what}`);
    const about = knowledge.filter((read) => isAbout(read, words.close));
    const said =
      inKnowledge === null ? [] : tracesIn(about, ({ text }) => inKnowledge.test(text), `mentions ${what}`);
    return { type: detail.type, node: leafOf(context.node), traces: [...asked, ...said] };
  }
  return nullTest(context, { question, knowledge, words });
}

/** The words of a detail that are its own: the rest of the node is traced by itself. */
function leafOf(node: SqlNode): SqlNode {
  const own = { join: "join-type", call: "function-name", is: "operator" }[node.kind as string];
  return node.children.find(({ kind }) => kind === own) ?? node;
}

/** x IS NULL asks for something of its own, as "not yet closed": the question or the knowledge says so. */
function nullTest(
  { node, tree }: NodeInContext,
  { question, knowledge, words }: { question: ReadText; knowledge: readonly ReadText[]; words: Nearby },
): FormTrace | null {
  if (node.kind !== "is" || !/\bis\s+null$|\bisnull$/i.test(textOf(tree, node))) return null;
  const cue =
    /\b(?:null|open|without|no|none|never|not|nobody|missing|unknown|still|current|empty|un\w+ed)\b/i;
  const about = [question, ...knowledge.filter((read) => isAbout(read, words.close))];
  return {
    type: null,
    node: leafOf(node),
    traces: tracesIn(about, ({ text }) => cue.test(text), "mentions missing values"),
  };
}

/** What a function is for: asked for in words, or about the form of values only. */
export function functionTraces(
  { tree, node }: NodeInContext,
  { question, knowledge }: Sources,
  words: Nearby,
): Trace[] {
  const name = calledName(tree, node);
  const isPivot =
    /^(?:max|min)$/.test(name) && node.children.some(({ kind }) => kind === "filter" || kind === "case");
  if (isPivot) return [{ origin: "rules", evidence: `${name} only picks the single value of its group.` }];
  const cue = cueOfFunction(name);
  if (cue === null) return [{ origin: "rules", evidence: `${name} only changes how values are written.` }];
  const texts = [question, ...knowledge.filter((read) => isAbout(read, words.query))];
  return tracesIn(texts, ({ text }) => cue.test(text), `asks for ${name}`);
}

/** What an operator of a calculation is for: the question asks in words, a definition with its sign. */
export function operatorTraces(
  { tree, node }: NodeInContext,
  { question, knowledge }: Sources,
  words: Nearby,
): Trace[] {
  const sign = textOf(tree, node);
  const cue = operationCues[sign];
  if (cue === undefined) return [{ origin: "rules", evidence: `${sign} follows from its operands.` }];
  const asked = tracesIn(
    [question],
    ({ text }) => cue.words.test(text),
    `asks for a calculation with ${sign}`,
  );
  const about = knowledge.filter((read) => isAbout(read, words.query));
  const isTold = (text: string) => cue.signs.test(text) || cue.words.test(text);
  return [...asked, ...tracesIn(about, ({ text }) => isTold(text), `calculates with ${sign}`)];
}
