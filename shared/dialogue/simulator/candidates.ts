import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { parseTree } from "../../sql/tree/parse-tree.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { locatableNodes } from "./locatable-nodes.ts";
import { nodesInRange } from "./node-range.ts";
import { rolesOfNode, rolesOfType } from "./node-roles.ts";
import type { QuestionRole } from "./question-roles.ts";
import { contentWords, plainWords, type TaskWords, taskWords } from "./task-words.ts";

/** Something that a question may be about. */
export interface Candidate {
  action: Exclude<SimulatorAction, { kind: "UNA" }>;
  /** The words of the question that leave it open; "" for a node. */
  term: string;
  roles: ReadonlySet<QuestionRole>;
  /** How much a word, as a stem, points to it. */
  words: ReadonlyMap<string, number>;
  /** Phrases that name it: its term, the name and acronym of a masked knowledge node; small letters. */
  phrases: readonly string[];
}

/** How telling a word is, by where it comes from. */
const weights = { term: 3, name: 2, value: 2, knowledge: 1.5, meaning: 0.8 };

const known = new WeakMap<ProvenanceContext, Map<Phase, Candidate[]>>();

/** What a question in a phase may be about; read once for a context. In phase 2 nothing is ambiguous. */
export function candidatesOf(context: ProvenanceContext, phase: Phase): Candidate[] {
  const phases = known.get(context) ?? new Map<Phase, Candidate[]>();
  known.set(context, phases);
  const found = phases.get(phase) ?? [
    ...(phase === 1 ? context.task.ambiguities.map((_, index) => ofAmbiguity(context, index)) : []),
    ...ofNodes(context, phase),
  ];
  phases.set(phase, found);
  return found;
}

function ofAmbiguity(context: ProvenanceContext, index: number): Candidate {
  const ambiguity = context.task.ambiguities[index] as ProvenanceContext["task"]["ambiguities"][number];
  const words = new Map<string, number>();
  const [match] = context.places[index]?.matches ?? [];
  const gold = match === undefined ? undefined : context.gold[1][match.statement];
  const tree = gold ?? parseTree(ambiguity.sqlSnippet, context.gold[1][0]?.dialect ?? "postgresql");
  const range = match?.anchor.range ?? { from: 0, to: tree.sql.length };
  const nodes = nodesInRange(tree, range);
  for (const node of nodes) addNodeWords(words, tree, node, taskWords(context, 1));
  const phrases = [ambiguity.term.toLowerCase()];
  if (ambiguity.kind === "knowledge" && ambiguity.deletedKnowledge !== null) {
    const masked = context.knowledge?.graph.nodes.get(ambiguity.deletedKnowledge);
    if (masked !== undefined) {
      const name = masked.name.replace(/\s*\([^)]*\)\s*$/, "");
      const acronym = /\(([^)]+)\)\s*$/.exec(masked.name)?.[1];
      phrases.push(
        name.toLowerCase(),
        ...(acronym === undefined || acronym.length < 2 ? [] : [acronym.toLowerCase()]),
      );
      addWords(words, contentWords(name), weights.knowledge);
      addWords(words, contentWords(masked.description), weights.meaning);
    }
  }
  addWords(words, contentWords(ambiguity.term), weights.term);
  const roles = new Set([
    ...rolesOfType(ambiguity.type),
    ...nodes.flatMap((node) => [...rolesOfNode(tree, node)]),
  ]);
  return { action: { kind: "AMB", ambiguity: index }, term: ambiguity.term, roles, words, phrases };
}

function ofNodes(context: ProvenanceContext, phase: Phase): Candidate[] {
  const words = taskWords(context, phase);
  return locatableNodes(context, phase).map(({ statement, node, about }) => {
    const tree = context.gold[phase][statement] as SqlTree;
    const found = new Map<string, number>();
    for (const other of [node, ...about]) addNodeWords(found, tree, other, words);
    const range = { from: node.from, to: node.to };
    return {
      action: { kind: "LOC", statement, range },
      term: "",
      roles: rolesOfNode(tree, node),
      words: found,
      phrases: [],
    };
  });
}

function addWords(words: Map<string, number>, said: readonly string[], weight: number): void {
  for (const word of said) {
    const root = stem(word);
    words.set(root, Math.max(words.get(root) ?? 0, weight));
  }
}

/** The words of the names and values in a node. */
function addNodeWords(words: Map<string, number>, tree: SqlTree, node: SqlNode, called: TaskWords): void {
  for (const inner of nodesOf(node)) {
    if (inner.kind === "column" || inner.kind === "table-name" || inner.kind === "alias") {
      const { ways, phrase } = called.called(tree, inner);
      const [own = [], ...others] = ways;
      addWords(words, own, weights.name);
      for (const way of others) addWords(words, way, weights.knowledge);
      addWords(words, contentWords(phrase), weights.knowledge);
    } else if (inner.kind === "string" || inner.kind === "typed-literal")
      addWords(words, plainWords(textOf(tree, inner)), weights.value);
    else if (inner.kind === "number" || inner.kind === "item")
      addWords(words, plainWords(textOf(tree, inner)), weights.meaning);
  }
}
