import type { Task } from "../../domain/task.ts";
import type { Anchor } from "../anchor/anchor.ts";
import { snippetSearch } from "../anchor/snippet-search.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { decimalDetail } from "./decimal.ts";
import type { ImplementationDetail, NodeInContext } from "./detail.ts";
import { distinctDetail } from "./distinct.ts";
import { divideByZeroDetail } from "./divide-by-zero.ts";
import { joinDetail } from "./join.ts";
import { nullDetail } from "./null.ts";
import { rankDetail } from "./rank.ts";
import { sortDetail } from "./sort.ts";
import { type Wording, wordingFor } from "./wording.ts";

/** An ambiguity that a task could have: what decides it in the gold, and how the question can leave it open. */
export interface Proposal extends Wording {
  kind: "non-critical";
  type: string;
  /** Index of the gold statement. */
  statement: number;
  /** The text that decides it, as it is in the gold. */
  snippet: string;
  anchor: Anchor;
}

const details: readonly ImplementationDetail[] = [
  decimalDetail,
  joinDetail,
  distinctDetail,
  sortDetail,
  nullDetail,
  rankDetail,
  divideByZeroDetail,
];

/** More than this are not proposed: the gold of a task decides a few details. */
const mostProposals = 50;

/** Every cue of every detail; those of the null detail differ with the node. */
const allCues = details.flatMap((detail) => detail.cues(null));

/**
 * The implementation-level ambiguities that the gold of phase 1 lets one annotate (BIRD-INTERACT appendix H.4, table 7; SPEC
 * G1…G3), in the order of the text. `gold` holds a tree for each statement of the task's gold. Not what the task has
 * already; of several equal ones the first.
 */
export function proposals(task: Task, gold: readonly SqlTree[]): Proposal[] {
  const question = task.ambiguousQuestion ?? task.clearQuestion ?? "";
  const search = snippetSearch(gold);
  const taken = takenRanges(task, search);
  const offered = new Map<string, Proposal>();
  for (const [statement, tree] of gold.entries())
    for (const { detail, context, node } of detailsOf(tree)) {
      if (offered.size >= mostProposals) break;
      const snippet = textOf(tree, node);
      const key = `${detail.type} ${snippet.replaceAll(/\s+/g, " ").toLowerCase()}`;
      const isTaken = taken.some((other) => covers(other, { type: detail.type, statement, ...node }));
      if (isTaken || offered.has(key)) continue;
      const anchor = search(snippet).matches.find(
        (match) => match.statement === statement && match.anchor.range.from === node.from,
      )?.anchor;
      if (anchor === undefined) continue;
      const wording = wordingFor(question, detail, { context, node, cues: allCues });
      offered.set(key, { kind: "non-critical", type: detail.type, statement, snippet, anchor, ...wording });
    }
  return [...offered.values()];
}

/** A range of the gold that an ambiguity of the task is clarified by. */
interface TakenRange {
  type: string;
  /** Whether all that the snippet holds is clarified with it. */
  isWhole: boolean;
  statement: number;
  from: number;
  to: number;
}

function takenRanges(task: Task, search: ReturnType<typeof snippetSearch>): TakenRange[] {
  return task.ambiguities.flatMap(({ kind, type, sqlSnippet }) =>
    search(sqlSnippet).matches.map(({ statement, anchor: { range } }) => ({
      type,
      isWhole: kind !== "non-critical",
      statement,
      ...range,
    })),
  );
}

/** Whether an ambiguity settles a detail: one of the same type that touches it, or one of another kind that holds it. */
function covers(taken: TakenRange, range: Omit<TakenRange, "isWhole">): boolean {
  if (taken.statement !== range.statement) return false;
  const touches = taken.from < range.to && range.from < taken.to;
  const holds = taken.from <= range.from && range.to <= taken.to;
  return taken.type === range.type ? touches : taken.isWhole && holds;
}

interface DecidedDetail {
  detail: ImplementationDetail;
  context: NodeInContext;
  node: SqlNode;
}

/** Every detail that a statement decides, in the order of the text. */
function detailsOf(tree: SqlTree): DecidedDetail[] {
  const found: DecidedDetail[] = [];
  const visit = (node: SqlNode, above: readonly SqlNode[]): void => {
    const context = { tree, node, above };
    for (const detail of details) {
      const decided = detail.decidedBy(context);
      if (decided !== null && isUnderstood(decided)) found.push({ detail, context, node: decided });
    }
    const around = [...above, node];
    for (const child of node.children) visit(child, around);
  };
  visit(tree.root, []);
  return found;
}

/** Half-typed SQL gives nodes that hold what could not be read. */
function isUnderstood(node: SqlNode): boolean {
  return [...nodesOf(node)].every(({ kind }) => kind !== "skipped");
}
