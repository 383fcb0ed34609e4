import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../../sql/lex.ts";
import { calledName } from "../../sql/propose/detail.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { parseTree } from "../../sql/tree/parse-tree.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { locatableNodes } from "./locatable-nodes.ts";
import { nodesInRange } from "./node-range.ts";
import { rolesOfNode, rolesOfText, rolesOfType } from "./node-roles.ts";
import type { QuestionRole } from "./question-roles.ts";
import { knowledgeFinder } from "./related-knowledge.ts";
import { contentWords, plainWords, type TaskWords, taskWords } from "./task-words.ts";

/** Something that a question may be about. */
export interface Candidate {
  action: Exclude<SimulatorAction, { kind: "UNA" }>;
  roles: ReadonlySet<QuestionRole>;
  /** How much a word, as a stem, points to it. */
  words: ReadonlyMap<string, number>;
  /** The stems of its term, the words of the question that leave it open; empty for a node. */
  term: readonly string[];
  /** Phrases that name it: its term, the name and acronym of a masked knowledge node; small letters. */
  phrases: readonly string[];
  /** The texts and numbers that it compares with. */
  literals: ReadonlySet<string>;
  /** Whether it lets rows through or not. */
  isCondition: boolean;
  /** How many tokens it has: of two that fit a question alike, the smaller one answers it. */
  size: number;
}

/** How telling a word is, by where it comes from. */
const weights = {
  made: 2.6,
  name: 2,
  value: 2,
  knowledge: 1.5,
  clear: 1,
  function: 1,
  meaning: 0.8,
  far: 0.5,
};

/** A node of more tokens has to do with too much of the knowledge base. */
const mostTokens = 40;

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
  const [match] = context.locations[index]?.matches ?? [];
  const gold = match === undefined ? undefined : context.gold[1][match.statement];
  const tree = gold ?? parseTree(ambiguity.sqlSnippet, context.gold[1][0]?.dialect ?? "postgresql");
  const range = match?.anchor.range ?? { from: 0, to: tree.sql.length };
  const nodes = nodesInRange(tree, range);
  const about = new WordBag(tree, taskWords(context, 1));
  for (const node of nodes) about.addNode(node);
  const isMasked = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
  for (const { id, name, description } of knowledgeFinder(context, 1)(tree, nodes))
    if (isMasked === null || id === isMasked)
      about.add(contentWords(`${name} ${description}`), weights.meaning);
  const phrases = [ambiguity.term.toLowerCase()];
  if (ambiguity.kind === "knowledge" && ambiguity.deletedKnowledge !== null) {
    const masked = context.knowledge?.graph.nodes.get(ambiguity.deletedKnowledge);
    if (masked !== undefined) {
      const name = masked.name.replace(/\s*\([^)]*\)\s*$/, "");
      const acronym = /\(([^)]{2,})\)\s*$/.exec(masked.name)?.[1];
      phrases.push(name.toLowerCase(), ...(acronym === undefined ? [] : [acronym.toLowerCase()]));
      about.add(contentWords(name), weights.knowledge);
      about.add(contentWords(masked.description), weights.meaning);
    }
  }
  const term = [...new Set(contentWords(ambiguity.term).map(stem))];
  about.add(contentWords(ambiguity.words ?? ""), weights.clear);
  const roles = new Set([...rolesOfType(ambiguity.type), ...rolesOf(tree, range, nodes)]);
  return { action: { kind: "AMB", ambiguity: index }, roles, term, phrases, ...about.read(nodes) };
}

function ofNodes(context: ProvenanceContext, phase: Phase): Candidate[] {
  const words = taskWords(context, phase);
  const related = knowledgeFinder(context, phase);
  return locatableNodes(context, phase).map(({ statement, from, to, nodes, about }) => {
    const tree = context.gold[phase][statement] as SqlTree;
    const range = { from, to };
    const bag = new WordBag(tree, words);
    const isOutput = nodes[0]?.kind === "select-list";
    for (const node of isOutput ? [] : nodes) bag.addNode(node);
    const isSmall = nodes.every((node) => node.end - node.start <= mostTokens);
    for (const { name, description } of isSmall && !isOutput ? related(tree, nodes) : []) {
      bag.add(contentWords(name), weights.clear);
      bag.add(contentWords(description), weights.meaning);
    }
    // A part of what makes a column speaks of that column, too, though less than the whole does.
    for (const node of about) bag.addAbout(node);
    if (nodes.length === 0) {
      bag.add(commandVocabulary(textOf(tree, range)), weights.clear);
      bag.add(plainWords(textOf(tree, range)), weights.name);
    }
    const action = { kind: "LOC", statement, range } as const;
    return { action, roles: rolesOf(tree, range, nodes), term: [], phrases: [], ...bag.read(nodes) };
  });
}

function rolesOf(tree: SqlTree, range: TextRange, nodes: readonly SqlNode[]): Set<QuestionRole> {
  // Words of a command: which columns, which may repeat, what kind of thing it is.
  if (nodes.length === 0) return new Set(["columns", "duplicates", "object"]);
  if (nodes[0]?.kind === "select-list") return new Set(["columns"]);
  return new Set([
    ...rolesOfText(textOf(tree, range)),
    ...nodes.flatMap((node) => [...rolesOfNode(tree, node)]),
  ]);
}

/** How questions speak of parts of a command. */
function commandVocabulary(text: string): string[] {
  if (/^returns/i.test(text)) return ["return", "type", "result", "give", "back"];
  if (/^(?:immutable|stable|volatile)/i.test(text))
    return ["immutable", "stable", "volatile", "declare", "deterministic"];
  if (/^unique/i.test(text))
    return ["unique", "combination", "once", "columns", "together", "duplicate", "constraint", "tie"];
  return ["add", "column", "name"];
}

const comparing = "above below higher lower highest lowest more less longer shorter exactly begin";

/** The words by which questions speak of functions and clauses. */
const vocabulary: Partial<Record<string, string>> = {
  avg: "average mean",
  sum: "total sum",
  count: "number count",
  max: "highest maximum largest latest",
  min: "lowest minimum smallest earliest",
  string_agg: "separator separated comma semicolon list line joined between",
  upper: "capitals uppercase",
  limit: "top rows first maximum",
  "group-by": "group per row each",
  having: "groups",
  ">": comparing,
  "<": comparing,
  ">=": comparing,
  "<=": comparing,
  between: "between range until included",
  in: "accept allowed among",
  "/": "divide divided factor ratio",
  "*": "multiply times factor",
  "-": "difference subtract",
};

const conditionKinds = new Set([
  "comparison",
  "in",
  "between",
  "is",
  "like",
  "and",
  "or",
  "having",
  "where",
  "when",
]);

/** Collects how much each word points to a candidate. */
class WordBag {
  private readonly words = new Map<string, number>();
  private readonly literals = new Set<string>();
  private readonly tree: SqlTree;
  private readonly called: TaskWords;

  constructor(tree: SqlTree, called: TaskWords) {
    this.tree = tree;
    this.called = called;
  }

  read(nodes: readonly SqlNode[]): Pick<Candidate, "words" | "literals" | "size" | "isCondition"> {
    const isCondition = nodes.some(({ kind }) => conditionKinds.has(kind));
    const size = nodes.reduce((sum, node) => sum + (node.end - node.start), 0);
    return { words: this.words, literals: this.literals, size, isCondition };
  }

  add(said: readonly string[], weight: number): void {
    for (const word of said) {
      const root = stem(word);
      this.words.set(root, Math.max(this.words.get(root) ?? 0, weight));
    }
  }

  addNode(node: SqlNode): void {
    for (const inner of nodesOf(node)) this.addOne(inner);
  }

  addAbout(node: SqlNode): void {
    const { ways } = this.called.called(this.tree, node);
    for (const way of ways) this.add(way, weights.knowledge);
  }

  private addOne(node: SqlNode): void {
    const text = textOf(this.tree, node);
    const key =
      node.kind === "operator" ? text : node.kind === "call" ? calledName(this.tree, node) : node.kind;
    const spoken = vocabulary[key];
    if (spoken !== undefined) this.add(spoken.split(" "), weights.function);
    if (node.kind === "column" || node.kind === "table-name" || node.kind === "alias") this.addName(node);
    else if (node.kind === "string" || node.kind === "typed-literal" || node.kind === "number") {
      const plain = text.replaceAll("'", "");
      this.literals.add(plain.toLowerCase());
      if (node.kind !== "number") this.add(plainWords(plain), weights.value);
      this.add(contentWords(this.called.valueWords(plain, "") ?? ""), weights.knowledge);
    } else if (node.kind === "item") this.add(plainWords(text), weights.name);
  }

  private addName(node: SqlNode): void {
    const { ways, phrase } = this.called.called(this.tree, node);
    const [own = [], ...others] = ways;
    // What a node makes names it better than what it is made of.
    const more = node.kind === "alias" ? weights.made - weights.name : 0;
    this.add(own, weights.name + more);
    for (const way of others) this.add(way, weights.knowledge + more);
    this.add(contentWords(phrase), weights.knowledge + more);
    const name = nameOf(this.tree.tokens[node.end - 1])?.toLowerCase() ?? "";
    const told = this.called.context.knowledge?.spellings.get(name);
    if (told !== undefined) this.add(contentWords(`${told.description} ${told.definition}`), weights.meaning);
    this.add(contentWords(this.called.valueWords(name, "") ?? ""), weights.meaning);
    this.add(contentWords(this.called.meaning(this.tree, node) ?? ""), weights.far);
  }
}
