import type { TextRange } from "../../domain/finding.ts";
import type { SqlNode, SqlNodeKind } from "../../sql/tree/sql-node.ts";
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
import { countsRepeats, saidStatement } from "./function-cues.ts";
import { columnWay, literalWay, zoneWay } from "./literal-ways.ts";
import { nodesInRange } from "./node-range.ts";
import { addPart, collectAll, type PartCollector } from "./part-collector.ts";
import { phraseSaid } from "./said-text.ts";
import type { Speech } from "./speech.ts";
import { affirmed, type NodePart } from "./way.ts";

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
  for (const node of nodes) collect({ speech, parts, implied: [], collect }, node);
  return parts.filter(({ range: { from, to } }) => from >= range.from && to <= range.to);
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
  /\b(?:distinct|different|unique|once|only one|duplicates?|de-?duplicat\w*|repeat\w*|no matter how (?:often|many)|one time|separate)\b/i;

/** How the parts of each kind of node are found; those of all others are their children's. */
const collectors: Partial<Record<SqlNodeKind, Collect>> = {
  column: named("column"),
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
  "select-item": firstOnly,
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
