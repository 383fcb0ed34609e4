import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../lex.ts";
import type { NodeInContext } from "../propose/detail.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../tree/sql-node.ts";
import { formTrace, functionTraces, operatorTraces } from "./forms.ts";
import { literalTraces } from "./literals.ts";
import { createdNameAt, createdNameTraces, type NamesOf, namesOf, nameTraces } from "./names.ts";
import { nearby } from "./nearby.ts";
import { originOrder, type PartKind, type Trace, type TracedPart } from "./origin.ts";
import { type ProvenanceContext, type Sources, sourcesOf } from "./sources.ts";

/** Golds of more UTF-16 units are not traced while they are written, nor at every save (rule O7). */
export const longestTraced = 100_000;

/** How long what is traced of a phase is: its own gold, and that of phase 1 before it. */
export function tracedLength(goldSql: Record<Phase, readonly string[]>, phase: Phase): number {
  const all = phase === 1 ? goldSql[1] : [...goldSql[1], ...goldSql[2]];
  return all.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Traces every part of the gold of a phase that somebody has to know to where a solver could get it from (SPEC
 * O1…O6), in the order of the text. By rules alone: the same task gives the same traces, each with its evidence.
 */
export function provenanceOf(context: ProvenanceContext, phase: Phase = 1): TracedPart[] {
  const sources = sourcesOf(context, phase);
  const names = namesOf(context, phase);
  const earlier = phase === 2 ? provenanceOf(context, 1) : [];
  const settled = new Set(earlier.map((part) => partKey(context.gold[1][part.statement], part)));
  return context.gold[phase].flatMap((tree, statement) => {
    const tracer: Tracer = {
      ...{ context, phase, sources, settled, tree, statement },
      names: names[statement] as NamesOf,
      wordsOf: new Map(),
    };
    return tracedParts(tracer).sort((a, b) => a.range.from - b.range.from || b.range.to - a.range.to);
  });
}

/** Comparisons as seen from their other side. */
const turned: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

/** What a part is, wherever it is: its kind and its text, and of a number that is compared what it is compared with. */
function partKey(tree: SqlTree | undefined, { kind, range }: Pick<TracedPart, "kind" | "range">): string {
  if (tree === undefined) return kind;
  const { from, to } = range;
  const isNumber = kind === "literal" && /^[\d.]/.test(tree.sql.slice(from, to));
  const compared = isNumber ? comparedIn(tree).get(`${from} ${to}`) : undefined;
  const [left, sign, right] = compared?.children ?? [];
  const isTurned = left?.from === from && sign !== undefined && right !== undefined;
  const text = isTurned
    ? `${textOf(tree, right)} ${turned[textOf(tree, sign)] ?? textOf(tree, sign)} ${textOf(tree, left)}`
    : tree.sql.slice(compared?.from ?? from, compared?.to ?? to);
  // Another alias is no other column.
  const plain = compared === undefined ? text : text.replaceAll(/\b\w+\.(?=[a-z_])/gi, "");
  return `${kind} ${plain.replaceAll(/\s+/g, " ").toLowerCase()}`;
}

const comparisons = new WeakMap<SqlTree, ReadonlyMap<string, SqlNode>>();

/** The comparison or assignment that each part of one stands in, by the range of the part; read once for a tree. */
function comparedIn(tree: SqlTree): ReadonlyMap<string, SqlNode> {
  const known = comparisons.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, SqlNode>();
  for (const node of nodesOf(tree.root))
    if (node.kind === "comparison" || node.kind === "assignment")
      for (const { from, to } of node.children)
        if (!found.has(`${from} ${to}`)) found.set(`${from} ${to}`, node);
  comparisons.set(tree, found);
  return found;
}

interface Tracer {
  context: ProvenanceContext;
  phase: Phase;
  /** The parts that phase 1 had, by their keys; none for phase 1 itself. */
  settled: ReadonlySet<string>;
  sources: Sources;
  names: NamesOf;
  tree: SqlTree;
  statement: number;
  /** The words of the nodes that were read before. */
  wordsOf: Map<SqlNode, Set<string>>;
}

function tracedParts(tracer: Tracer): TracedPart[] {
  const parts: TracedPart[] = [];
  const visit = (node: SqlNode, above: readonly SqlNode[]): void => {
    parts.push(...partsAt(tracer, { tree: tracer.tree, node, above }));
    if (node.kind === "typed-literal") return;
    const around = [...above, node];
    for (const child of node.children) visit(child, around);
  };
  visit(tracer.tree.root, []);
  return parts;
}

/** What one node by itself decides; most nodes are only the sum of their parts. */
function partsAt(tracer: Tracer, context: NodeInContext): TracedPart[] {
  const { node, above } = context;
  const { sources } = tracer;
  const words = nearby(context, tracer.wordsOf);
  const form = formTrace(context, sources, words);
  const own = form === null ? [] : [traced(tracer, "form", form.node, form.traces, form.type)];
  switch (node.kind) {
    case "number":
    case "string":
    case "typed-literal":
      return [...own, traced(tracer, "literal", node, literalTraces(context, sources, words))];
    case "column":
    case "table-name":
      return [...own, traced(tracer, "name", node, namesAt(tracer, node))];
    case "call": {
      const [name] = node.children;
      return name === undefined
        ? own
        : [...own, traced(tracer, "function", name, functionTraces(context, sources, words))];
    }
    case "operator":
      return above.at(-1)?.kind === "operation"
        ? [...own, traced(tracer, "operation", node, operatorTraces(context, sources, words))]
        : own;
    case "command":
    case "create-as":
      return [...own, ...createdParts(tracer, node)];
    default:
      return own;
  }
}

function namesAt({ tree, names, context, sources }: Tracer, node: SqlNode): Trace[] {
  const last = tree.tokens[node.end - 1];
  const name = nameOf(last);
  if (name === null || last === undefined) return [{ origin: "rules", evidence: "It is not a name." }];
  return nameTraces({ name, to: last.to }, names, context, sources);
}

/** The name of what a CREATE makes. */
function createdParts(tracer: Tracer, node: SqlNode): TracedPart[] {
  const { tree, sources } = tracer;
  if (!/^create$/i.test(tree.tokens[node.start]?.text ?? "")) return [];
  const at = createdNameAt(tree, node.start);
  const token = at === null ? undefined : tree.tokens[at];
  if (token === undefined) return [];
  return [traced(tracer, "name", token, createdNameTraces(nameOf(token) ?? "", sources))];
}

/** A part with its traces, the surest first; what a snippet holds is clarified with it. */
function traced(
  { sources, statement, phase, settled, tree }: Tracer,
  kind: PartKind,
  { from, to }: { from: number; to: number },
  found: readonly Trace[],
  type: string | null = null,
): TracedPart {
  const clarified = sources.clarified.flatMap((snippet): Trace[] => {
    const holds = snippet.from <= from && to <= snippet.to;
    // A detail is settled, too, where the snippet is the part of it that decides: the WHEN of a CASE.
    const decides = snippet.type === type && from <= snippet.from && snippet.to <= to;
    const isThere = snippet.statement === statement && (holds || decides);
    return isThere ? [{ origin: "clarification", evidence: snippet.evidence }] : [];
  });
  const range = { from, to };
  const known: Trace[] = settled.has(partKey(tree, { kind, range }))
    ? [{ origin: "phase-1", evidence: "The gold of phase 1 has it too." }]
    : [];
  const traces = [...clarified, ...found, ...known].sort((a, b) => rankOf(a) - rankOf(b));
  if (traces.length === 0)
    traces.push({ origin: "nowhere", evidence: "Nothing that a solver can read mentions it." });
  return { phase, statement, range, kind, origin: (traces[0] as Trace).origin, traces };
}

function rankOf({ origin }: Trace): number {
  return originOrder.indexOf(origin);
}
