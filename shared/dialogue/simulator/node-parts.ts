import type { TextRange } from "../../domain/finding.ts";
import { type SqlNode, type SqlNodeKind, textOf } from "../../sql/tree/sql-node.ts";
import { escapedPattern, phrasePattern } from "../../text/phrase-pattern.ts";
import { collectAssignment, collectItem, collectJoin, collectOrder } from "./clause-parts.ts";
import {
  collectAnd,
  collectBetween,
  collectComparison,
  collectIn,
  collectIs,
  collectLike,
  collectOr,
} from "./condition-parts.ts";
import { collectBranch, collectCall, collectOperation } from "./expression-parts.ts";
import { countsRepeats, createdName, saidStatement } from "./function-cues.ts";
import { columnOf, columnWay, literalWay, looseColumnWay, zoneWay } from "./literal-ways.ts";
import { nodesInRange } from "./node-range.ts";
import { conjoinedWay } from "./operation-ways.ts";
import { addPart, collectAll, type PartCollector } from "./part-collector.ts";
import { phraseSaid, saidText, wordsSaid } from "./said-text.ts";
import type { Speech } from "./speech.ts";
import { plainWords } from "./task-words.ts";
import { affirmed, anyOf, type NodePart } from "./way.ts";

/** The literals, columns, operators, directions and conditions of a stretch of a statement, in order. */
export function nodeParts(speech: Speech, range: TextRange): NodePart[] {
  const text = speech.tree.sql.slice(range.from, range.to);
  const nodes = nodesInRange(speech.tree, range);
  const verb = saidStatement(text);
  const first = nodes[0];
  const isStatement =
    verb !== null && !(first !== undefined && first.from === range.from && first.kind === "item");
  const parts: NodePart[] = [];
  if (isStatement)
    parts.push({
      range: { from: range.from, to: range.from + (/^\w+(?:\s+\w+)?/.exec(text)?.[0].length ?? 0) },
      kind: "statement",
      way: affirmed(verb),
    });
  const created = createdName(text);
  if (created !== null) {
    const from = range.from + created.from;
    parts.push({
      range: { from, to: from + created.name.length },
      kind: "name",
      way: (said) => wordsSaid(said, plainWords(created.name)),
    });
  }
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    if (before !== undefined) collectAdjoining(speech, parts, [before, node]);
    collect({ speech, parts, implied: [], collect }, node);
  }
  shareColumns(speech, parts);
  if (parts.some(({ kind }) => !names.has(kind)))
    for (const part of parts) if (part.loose !== undefined) part.way = anyOf([part.way, part.loose]);
  return parts.filter(({ range: { from, to } }) => from >= range.from && to <= range.to);
}

/** The kinds of part that only name what is looked at. */
const names = new Set(["column", "table", "function", "unit", "distinct", "key", "type"]);

/** What says a column in one place says it in all others of the stretch. */
function shareColumns({ tree }: Speech, parts: NodePart[]): void {
  const nameOf = ({ range: { from, to } }: NodePart) => tree.sql.slice(from, to).toLowerCase();
  const columns = parts.filter(({ kind }) => kind === "column");
  for (const alike of Map.groupBy(columns, nameOf).values()) {
    const way = anyOf(alike.map((part) => part.way));
    for (const part of alike) part.way = way;
  }
}

/** A column that is only shown: its new name, said as it is written, says nothing of it. */
function collectShown(collector: PartCollector, node: SqlNode): void {
  const [value, alias] = node.children;
  const count = collector.parts.length;
  collectAll(collector, [value]);
  const added = collector.parts[count];
  if (value?.kind !== "column" || alias?.kind !== "alias" || added === undefined) return;
  const name = textOf(collector.speech.tree, alias);
  const written = name.includes("_") ? phrasePattern(escapedPattern(name), "gi") : null;
  if (written === null) return;
  const own = added.way;
  added.way = ({ text }) => own(saidText(text.replaceAll(written, (one) => " ".repeat(one.length))));
}

/** Two of several conditions that hold together, where a snippet has not all of them. */
function collectAdjoining(
  speech: Speech,
  parts: NodePart[],
  [before, node]: readonly [SqlNode, SqlNode],
): void {
  const between = speech.tree.sql.slice(before.to, node.from);
  const at = /^\s*(?=and\s*$)/i.exec(between)?.[0].length;
  const [first, second] = [columnOf(speech, before), columnOf(speech, node)];
  if (at === undefined || first === null || second === null) return;
  const from = before.to + at;
  parts.push({ range: { from, to: from + 3 }, kind: "connective", way: conjoinedWay(first, second) });
}

type Collect = (collector: PartCollector, node: SqlNode) => void;

const named =
  (kind: string): Collect =>
  (collector, node) =>
    addPart(collector, kind, node, columnWay(collector.speech, node));
const literal =
  (kind: string): Collect =>
  (collector, node) =>
    addPart(collector, kind, node, literalWay(collector.speech, node));
const firstOnly: Collect = (collector, node) => collectAll(collector, node.children.slice(0, 1));
const nothing: Collect = () => {};

const saidOnce =
  /\b(?:distinct|different|unique\w*|once|(?:only|just|as|be|is|stays?|remains?|but) (?:a single )?one|single|individual|duplicates?|de-?duplicat\w*|repeat\w*|repetitions?|(?:no matter|regardless of|however|whatever|irrespective of|never mind) (?:how )?(?:often|many|frequently)|one time|separate|(?:not|never) (?:\w+ ){0,4}(?:twice|double|again|several times|more than once|repeatedly))\b|n't (?:\w+ ){0,4}(?:twice|double|again|several times|more than once|repeatedly)\b|\b(?:no|none|nothing|without)\b[^.;,]{0,30}\b(?:twice|double|several times|more than once|repeatedly|repetitions?)\b|\b(?:makes?|that is|gives?) (?:just |only )?one\b/i;

/** How the parts of each kind of node are found; those of all others are their children's. */
const collectors: Partial<Record<SqlNodeKind, Collect>> = {
  column: (collector, node) => {
    named("column")(collector, node);
    const added = collector.parts.at(-1);
    if (added !== undefined) added.loose = looseColumnWay(collector.speech, node);
  },
  "table-name": named("table"),
  number: literal("number"),
  string: literal("text"),
  "typed-literal": literal("text"),
  comparison: collectComparison,
  in: collectIn,
  between: collectBetween,
  is: collectIs,
  like: collectLike,
  call: collectCall,
  operation: collectOperation,
  when: collectBranch,
  "order-by": (collector, node) => collectOrder(collector, node.children),
  "order-item": (collector, node) => collectOrder(collector, [node]),
  distinct: (collector, node) =>
    addPart(collector, "distinct", node, ({ text }) =>
      countsRepeats.test(text) ? null : phraseSaid(text, saidOnce),
    ),
  and: collectAnd,
  or: collectOr,
  join: collectJoin,
  assignment: collectAssignment,
  item: collectItem,
  "select-item": collectShown,
  table: firstOnly,
  cast: firstOnly,
  "at-time-zone": (collector, node) => {
    collectAll(collector, node.children.slice(0, 1));
    const zone = node.children[1];
    if (zone !== undefined)
      addPart({ ...collector, implied: [] }, "time zone", zone, zoneWay(collector.speech, zone));
  },
  alias: nothing,
  type: nothing,
  into: nothing,
  "join-type": nothing,
};

function collect(collector: PartCollector, node: SqlNode): void {
  const own = collectors[node.kind];
  if (own === undefined) collectAll(collector, node.children);
  else own(collector, node);
}
