import { nameOf } from "../lex.ts";
import type { NodeInPlace } from "../propose/detail.ts";
import type { SqlNode, SqlTree } from "../tree/sql-node.ts";
import { formTrace, functionTraces, operatorTraces } from "./forms.ts";
import { literalTraces } from "./literals.ts";
import { createdNameAt, createdNameTraces, type NamesOf, namesOf, nameTraces } from "./names.ts";
import { nearby } from "./nearby.ts";
import { originOrder, type PartKind, type Trace, type TracedPart } from "./origin.ts";
import { type ProvenanceContext, type Sources, sourcesOf } from "./sources.ts";

/**
 * Traces every part of the gold of phase 1 that somebody has to know to where a solver could get it from (design §5, SPEC
 * O1…O5), in the order of the text. By rules alone: the same task gives the same traces, each with its evidence.
 */
export function provenanceOf(context: ProvenanceContext): TracedPart[] {
  const sources = sourcesOf(context);
  const names = namesOf(context);
  return context.gold[1].flatMap((tree, statement) => {
    const tracer: Tracer = {
      context,
      sources,
      names: names[statement] as NamesOf,
      tree,
      statement,
      wordsOf: new Map(),
    };
    return tracedParts(tracer).sort((a, b) => a.range.from - b.range.from || b.range.to - a.range.to);
  });
}

interface Tracer {
  context: ProvenanceContext;
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
function partsAt(tracer: Tracer, place: NodeInPlace): TracedPart[] {
  const { node, above } = place;
  const { sources } = tracer;
  const words = nearby(place, tracer.wordsOf);
  const form = formTrace(place, sources, words);
  const own = form === null ? [] : [traced(tracer, "form", form.node, form.traces, form.type)];
  switch (node.kind) {
    case "number":
    case "string":
    case "typed-literal":
      return [...own, traced(tracer, "literal", node, literalTraces(place, sources, words))];
    case "column":
    case "table-name":
      return [...own, traced(tracer, "name", node, namesAt(tracer, node))];
    case "call": {
      const [name] = node.children;
      return name === undefined
        ? own
        : [...own, traced(tracer, "function", name, functionTraces(place, sources, words))];
    }
    case "operator":
      return above.at(-1)?.kind === "operation"
        ? [...own, traced(tracer, "operation", node, operatorTraces(place, sources, words))]
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
  if (name === null || last === undefined) return [{ origin: "rules", evidence: "It names nothing." }];
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
  { sources, statement }: Tracer,
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
  const traces = [...clarified, ...found].sort((a, b) => rankOf(a) - rankOf(b));
  if (traces.length === 0)
    traces.push({ origin: "nowhere", evidence: "Nothing that a solver can read says it." });
  return { statement, range: { from, to }, kind, origin: (traces[0] as Trace).origin, traces };
}

function rankOf({ origin }: Trace): number {
  return originOrder.indexOf(origin);
}
