import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { TextRange } from "../../domain/finding.ts";
import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../../sql/lex.ts";
import { calledName } from "../../sql/propose/detail.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import {
  nodesAround,
  nodesOf,
  type SqlNode,
  type SqlNodeKind,
  type SqlTree,
  textOf,
} from "../../sql/tree/sql-node.ts";
import { lastBrackets } from "../../text/last-brackets.ts";
import { filledColumn } from "./filled-column.ts";
import { literalMeaning, monthsAround } from "./literal-words.ts";
import { locatableNodes } from "./locatable-nodes.ts";
import { nodesInRange } from "./node-range.ts";
import {
  type NodeRoles,
  raise,
  rolesOfForm,
  rolesOfNode,
  rolesOfOne,
  rolesOfText,
  rolesOfType,
} from "./node-roles.ts";
import { type Place, placesOf } from "./output-column.ts";
import type { QuestionRole } from "./question-roles.ts";
import { knowledgeFinder } from "./related-knowledge.ts";
import { rootOf } from "./said-text.ts";
import { keysOfLiteral, type ValueKey } from "./said-values.ts";
import { snippetTree } from "./snippet-tree.ts";
import { contentWords, plainWords, type TaskWords, taskWords } from "./task-words.ts";
import { sortsOf, type ValueSort } from "./value-sort.ts";

/** Something that a question may be about. */
export interface Candidate {
  action: Exclude<SimulatorAction, { kind: "UNA" }>;
  /** What a question may ask of it, and how well it answers (0 to 1). */
  roles: NodeRoles;
  /** How much a word, as a stem, points to it. */
  words: ReadonlyMap<string, number>;
  /** The stems of its term, the words of the question that leave it open; empty for a node. */
  term: readonly string[];
  /** How much each of these tells it from other ambiguities (0 to 1). */
  termWeights: readonly number[];
  /** Phrases that name it: its term, the name and acronym of a masked knowledge node; small letters. */
  phrases: readonly string[];
  /** The names of columns in it that are several words, as people write them: "stream order". */
  names: readonly string[];
  /** The names of columns in it as they are written, in small letters. */
  columns: ReadonlySet<string>;
  /** Where in the result the column stands that it makes. */
  places: readonly Place[];
  /** The texts and numbers that it compares with. */
  literals: ReadonlySet<ValueKey>;
  /** The sorts of these. */
  kinds: ReadonlySet<ValueSort>;
  /** The functions that it calls, in small letters. */
  functions: ReadonlySet<string>;
  /** Whether it only shows a column as it is. */
  isBare: boolean;
  /** Whether it is what an ambiguity of phase 1 stood for, said again in the follow-up. */
  isSettledBefore: boolean;
  /** All that a question may ask of an ambiguity of its type; empty where its type does not say. */
  settles: readonly QuestionRole[];
  /** How many tokens it has: of two that fit a question alike, the smaller one answers it. */
  size: number;
}

/** How telling a word is, by where it comes from. */
const weights = {
  made: 1.2,
  name: 1,
  value: 1.1,
  knowledge: 0.75,
  clear: 0.5,
  function: 0.5,
  meaning: 0.4,
  /** What the values of a column stand for, also those that the gold does not compare with. */
  domain: 0.6,
  far: 0.3,
};

/** A node of more tokens has to do with too much of the knowledge base. */
const mostTokens = 40;

const known = new WeakMap<ProvenanceContext, Map<Phase, Candidate[]>>();

/** What a question in a phase may be about; read once for a context. In phase 2 nothing is ambiguous. */
export function candidatesOf(context: ProvenanceContext, phase: Phase): Candidate[] {
  const phases = known.get(context) ?? new Map<Phase, Candidate[]>();
  known.set(context, phases);
  const found = phases.get(phase) ?? readCandidates(context, phase);
  phases.set(phase, found);
  return found;
}

function readCandidates(context: ProvenanceContext, phase: Phase): Candidate[] {
  const related = knowledgeFinder(context, phase);
  const ambiguities = phase === 1 ? context.task.ambiguities : [];
  return [
    ...ambiguities.map((_, index) => ofAmbiguity(context, related, index)),
    ...ofNodes(context, related, phase),
  ];
}

type Related = ReturnType<typeof knowledgeFinder>;

function ofAmbiguity(context: ProvenanceContext, related: Related, index: number): Candidate {
  const ambiguity = context.task.ambiguities[index] as ProvenanceContext["task"]["ambiguities"][number];
  const [match] = context.locations[index]?.matches ?? [];
  const gold = match === undefined ? undefined : context.gold[1][match.statement];
  const located =
    match === undefined || gold === undefined ? null : { tree: gold, range: match.anchor.range };
  const { tree, range } = located ?? snippetTree(context, ambiguity.sqlSnippet);
  const nodes = nodesInRange(tree, range);
  const about = new WordBag(tree, taskWords(context, 1));
  for (const node of nodes) about.addNode(node);
  // Its term names it better.
  about.addFilled(range, weights.meaning);
  const isMasked = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
  for (const { id, name, description, definition, type } of related(tree, nodes))
    if (type === "value_illustration") about.addText(`${name} ${definition}`, weights.domain);
    else if (isMasked === null || id === isMasked) about.addText(`${name} ${description}`, weights.meaning);
  const masked = maskedBy(context, index);
  if (masked !== null) {
    about.addText(plainName(masked), weights.knowledge);
    about.addText(masked.description, weights.meaning);
  }
  const term = termOf(ambiguity.term);
  about.addText(ambiguity.words ?? "", weights.clear);
  const roles = rolesOf(tree, range, nodes);
  for (const role of rolesOfType(ambiguity.type)) raise(roles, role, 1);
  return {
    action: { kind: "AMB", ambiguity: index },
    roles,
    places: placesOf(tree, range),
    ...{ term, termWeights: term.map((root) => termWeight(context, root)) },
    phrases: phrasesOf(context, index),
    isBare: false,
    isSettledBefore: false,
    settles: rolesOfForm(ambiguity.type),
    ...about.read(nodes),
  };
}

function termOf(term: string): string[] {
  return [...new Set(contentWords(term).map(stem))];
}

/** Of a word of a term so much is left where it names what the rows are: "customer" of "recent customers". */
const ofEntity = 0.4;
const entities = new WeakMap<ProvenanceContext, ReadonlySet<string>>();

/** How much a word of a term tells it from the other terms and from the request as a whole. */
function termWeight(context: ProvenanceContext, root: string): number {
  const having = context.task.ambiguities.filter(({ term }) => termOf(term).includes(root)).length;
  return (isEntity(context, root) ? ofEntity : 1) / Math.max(1, having);
}

/** Whether a word names what the rows of the gold are: the signals, the customers. */
export function isEntity(context: ProvenanceContext, root: string): boolean {
  const found = entities.get(context) ?? entitiesOf(context);
  entities.set(context, found);
  return found.has(root);
}

/** The stems of the words by which a gold calls its tables. */
function entitiesOf(context: ProvenanceContext): Set<string> {
  return new Set(tableWords(context).map(stem));
}

/** The words by which the gold of phase 1 calls its tables. */
export function tableWords(context: ProvenanceContext): string[] {
  const words = taskWords(context, 1);
  return context.gold[1].flatMap((tree) =>
    [...nodesOf(tree.root)].flatMap((node) =>
      node.kind === "table-name" ? words.called(tree, node).ways.flat() : [],
    ),
  );
}

/** The phrases that name each ambiguity of a phase, in small letters: what a question that quotes one of them is about. */
export function phrasesOfAmbiguities(context: ProvenanceContext, phase: Phase): string[][] {
  return phase === 1 ? context.task.ambiguities.map((_, index) => phrasesOf(context, index)) : [];
}

/** A term and what is left of it without its article, and the name and acronym of the knowledge node that is masked. */
function phrasesOf(context: ProvenanceContext, index: number): string[] {
  const term = context.task.ambiguities[index]?.term.toLowerCase() ?? "";
  const bare = term.replace(/^(?:an?|the|our|their|its) /, "");
  const masked = maskedBy(context, index);
  const acronym = masked === null ? null : lastBrackets(masked.name).inside;
  const names = masked === null ? [] : [plainName(masked).toLowerCase()];
  return [
    term,
    ...(bare === term ? [] : [bare]),
    ...names,
    ...(acronym === null || acronym.length < 2 ? [] : [acronym.toLowerCase()]),
  ];
}

function maskedBy({ task, knowledge }: ProvenanceContext, index: number): KnowledgeNode | null {
  const ambiguity = task.ambiguities[index];
  if (ambiguity?.kind !== "knowledge" || ambiguity.deletedKnowledge === null) return null;
  return knowledge?.graph.nodes.get(ambiguity.deletedKnowledge) ?? null;
}

/** The name of a knowledge node without its acronym. */
function plainName({ name }: KnowledgeNode): string {
  return lastBrackets(name).bare;
}

function ofNodes(context: ProvenanceContext, related: Related, phase: Phase): Candidate[] {
  const words = taskWords(context, phase);
  return locatableNodes(context, phase).map(({ statement, from, to, nodes, about, holder }) => {
    const tree = context.gold[phase][statement] as SqlTree;
    const range = { from, to };
    const bag = new WordBag(tree, words);
    const isOutput = nodes[0]?.kind === "select-list";
    for (const node of isOutput ? [] : nodes) bag.addNode(node);
    const isSmall = nodes.every((node) => node.end - node.start <= mostTokens);
    for (const { name, description, definition, type } of isSmall && !isOutput ? related(tree, nodes) : []) {
      bag.addText(name, weights.clear);
      bag.addText(description, weights.meaning);
      bag.addText(definition, type === "value_illustration" ? weights.domain : weights.far);
    }
    // A column that is a condition by itself says yes or no.
    if (nodes[0]?.kind === "column") bag.add(["flag", "whether", "true", "allowed"], weights.function);
    // A part of what makes a column speaks of that column, too, though less than the whole does.
    const isCondition = nodes[0] !== undefined && conditions.has(nodes[0].kind);
    for (const node of about) bag.addAbout(node, isCondition ? weights.name : weights.knowledge);
    bag.addFilled(range, weights.made);
    if (nodes.length === 0) {
      bag.add(commandVocabulary(textOf(tree, range)), weights.clear);
      bag.add(plainWords(textOf(tree, range)), weights.name);
    }
    const action = { kind: "LOC", statement, range } as const;
    const roles = rolesOf(tree, range, nodes);
    for (const role of holder === null ? [] : rolesOfOne(tree, holder)) raise(roles, role, 1);
    // A column that is a condition by itself lets in or leaves out.
    if (nodes[0]?.kind === "column") for (const role of ["filter", "choice"] as const) raise(roles, role, 1);
    const settled = phase === 2 ? settledBefore(context, textOf(tree, range)) : null;
    if (settled !== null) bag.addText(`${settled.term} ${settled.words ?? ""}`, weights.clear);
    const isBare = nodes[0]?.kind === "select-item" && nodes[0].children[0]?.kind === "column";
    return {
      places: placesOf(tree, range),
      ...{ action, roles, term: [], termWeights: [], phrases: [], isBare },
      ...{ isSettledBefore: settled !== null, settles: [], ...bag.read(nodes) },
    };
  });
}

/** What a condition makes of rows is called as these are: "overloaded" are those that it lets in. */
const conditions: ReadonlySet<SqlNodeKind> = new Set(["comparison", "in", "between", "is", "like", "not"]);

/** The ambiguity of phase 1 whose snippet stands again in the follow-up; undefined ones are none. */
function settledBefore(
  { task }: ProvenanceContext,
  text: string,
): { term: string; words: string | null } | null {
  const plain = (sql: string) => sql.toLowerCase().replaceAll(/^set\b|\s+|\w+\./g, "");
  return task.ambiguities.find(({ sqlSnippet }) => plain(sqlSnippet) === plain(text)) ?? null;
}

function rolesOf(tree: SqlTree, range: TextRange, nodes: readonly SqlNode[]): NodeRoles {
  const [first] = nodes;
  const own = rolesOfText(textOf(tree, range));
  const roles: NodeRoles = new Map(own.map((role) => [role, 1]));
  // A list of columns is asked for as such, not for what makes one of them.
  if (first?.kind === "select-list") return roles.set("columns", 1);
  for (const node of nodes) for (const [role, degree] of rolesOfNode(tree, node)) raise(roles, role, degree);
  if (filledColumn(tree, range) !== null) raise(roles, "entered", 1);
  return roles;
}

/** How questions speak of parts of a command. */
function commandVocabulary(text: string): string[] {
  if (/^returns/i.test(text)) return ["return", "type", "result", "give", "back"];
  if (/^(?:immutable|stable|volatile)/i.test(text))
    return ["immutable", "stable", "volatile", "declare", "deterministic", "always", "same", "input"];
  if (/^unique/i.test(text))
    return ["unique", "combination", "once", "columns", "together", "duplicate", "constraint", "tie"];
  return ["add", "column", "name"];
}

const comparing = "above below higher lower highest lowest more less longer shorter exactly begin";

const json = "json object structure key format detail";

/** The words by which questions speak of functions and clauses. */
const vocabulary: Partial<Record<string, string>> = {
  avg: "average mean",
  sum: "total sum",
  count: "number count",
  max: "highest maximum largest latest",
  min: "lowest minimum smallest earliest",
  string_agg: "separator separated comma semicolon list line joined between cell",
  lag: "previous before earlier change against",
  lead: "next following after change",
  offset: "skip leave out begin",
  conflict: "already exist there twice again",
  "partition-by": "within each per same",
  "at-time-zone": "zone clock local utc",
  upper: "capitals uppercase",
  limit: "top rows first maximum",
  "group-by": "group per row each",
  having: "groups minimum",
  percentile_cont: "median middle percentile interpolate",
  percentile_disc: "median middle percentile observed",
  ntile: "quarter quartile quantile bucket tier class split divide group",
  rank: "rank place position",
  dense_rank: "rank place position",
  row_number: "rank place position number",
  json_build_object: json,
  jsonb_build_object: json,
  json_object_agg: json,
  jsonb_object_agg: json,
  json_agg: json,
  jsonb_agg: json,
  stddev: "deviation spread variation",
  abs: "absolute sign negative",
  item: "argument parameter column input",
  else: "rest other otherwise remaining",
  num_nonnulls: "all not every complete measured",
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

/** How people speak of values that were only noted to lie below or above a limit. */
const spokenSigns = "less below under above than sign limit detection";

/** So much of their weight the words have by which a join matches its rows. */
const ofMatch = 0.7;

/** What a bag of words says of a candidate. */
type Read = "columns" | "words" | "literals" | "kinds" | "names" | "size" | "functions";

/** Collects how much each word points to a candidate. */
class WordBag {
  private readonly words = new Map<string, number>();
  private readonly literals = new Set<string>();
  private readonly names = new Set<string>();
  private readonly tree: SqlTree;
  private readonly called: TaskWords;

  constructor(tree: SqlTree, called: TaskWords) {
    this.tree = tree;
    this.called = called;
  }

  read(nodes: readonly SqlNode[]): Pick<Candidate, Read> {
    const functions = new Set(
      nodes.flatMap((node) =>
        [...nodesOf(node)].flatMap((inner) => (inner.kind === "call" ? calledName(this.tree, inner) : [])),
      ),
    );
    const columns = new Set(
      nodes.flatMap((node) =>
        [...nodesOf(node)].flatMap(({ kind, end }) =>
          kind === "column" || kind === "alias"
            ? (nameOf(this.tree.tokens[end - 1])?.toLowerCase() ?? [])
            : [],
        ),
      ),
    );
    const size = nodes.reduce((sum, node) => sum + (node.end - node.start), 0);
    const kinds = sortsOf(this.literals);
    return {
      columns,
      words: this.words,
      literals: this.literals,
      kinds,
      names: [...this.names],
      size,
      functions,
    };
  }

  add(said: readonly string[], weight: number): void {
    for (const word of said) this.addRoot(rootOf(word), weight);
  }

  addText(text: string, weight: number): void {
    for (const root of this.called.roots(text)) this.addRoot(root, weight);
  }

  addNode(node: SqlNode): void {
    // What a join matches by speaks of both of its tables, the one that it adds of the join alone.
    const matched = node.kind === "join" ? node.children.find(({ kind }) => kind === "on") : undefined;
    const inMatch = new Set(matched === undefined ? [] : nodesOf(matched));
    for (const inner of nodesOf(node)) {
      const { words, literals, names } = ownWords(this.tree, inner, this.called);
      const share = inMatch.has(inner) ? ofMatch : 1;
      for (const [root, weight] of words) this.addRoot(root, weight * share);
      for (const literal of literals) this.literals.add(literal);
      for (const name of names) this.names.add(name);
    }
  }

  addAbout(node: SqlNode, weight: number): void {
    const { ways } = this.called.called(this.tree, node);
    for (const way of ways) this.add(way, weight);
  }

  /** What an INSERT fills speaks of its column, too. */
  addFilled(range: TextRange, weight: number): void {
    this.add(plainWords(filledColumn(this.tree, range) ?? ""), weight);
  }

  addLiterals(keys: readonly ValueKey[]): void {
    for (const key of keys) this.literals.add(key);
  }

  addName(words: readonly string[]): void {
    if (words.length > 1) this.names.add(words.map((word) => word.replace(/s$/, "s?")).join("[ _]"));
  }

  private addRoot(root: string, weight: number): void {
    if (weight > (this.words.get(root) ?? 0)) this.words.set(root, weight);
  }
}

type OwnWords = Pick<Candidate, "words" | "literals" | "names">;

const own = new WeakMap<TaskWords, Map<SqlNode, OwnWords>>();

/** What a node says without those in it; read once, however many candidates hold it. */
function ownWords(tree: SqlTree, node: SqlNode, called: TaskWords): OwnWords {
  const nodes = own.get(called) ?? new Map<SqlNode, OwnWords>();
  own.set(called, nodes);
  const found = nodes.get(node) ?? readOwnWords(tree, node, called);
  nodes.set(node, found);
  return found;
}

function readOwnWords(tree: SqlTree, node: SqlNode, called: TaskWords): OwnWords {
  const bag = new WordBag(tree, called);
  const text = textOf(tree, node);
  const key = node.kind === "operator" ? text : node.kind === "call" ? calledName(tree, node) : node.kind;
  const spoken = vocabulary[key];
  if (spoken !== undefined) bag.add(spoken.split(" "), weights.function);
  if (key === "count") addCounted(bag, tree, node, called);
  if (/^(?:extract|date_trunc|date_part|to_char)$/.test(key)) bag.add(takenOfTime(text), weights.value);
  if (node.kind === "column" || node.kind === "table-name" || node.kind === "alias")
    addName(bag, tree, node, called);
  else if (node.kind === "string" || node.kind === "typed-literal" || node.kind === "number") {
    const plain = text.replaceAll("'", "");
    bag.addLiterals(keysOfLiteral(tree, node));
    const meaning = literalMeaning(tree, node);
    if (meaning.kind === "date") bag.add(monthsAround(meaning), weights.meaning);
    if (node.kind !== "number") bag.add(plainWords(plain), weights.value);
    if (/^[<>]=?$/.test(plain)) bag.add(spokenSigns.split(" "), weights.function);
    bag.addText(called.valueWords(plain, "") ?? "", weights.knowledge);
    bag.addText(called.fieldMeaning(plain) ?? "", weights.meaning);
  } else if (node.kind === "item") bag.add(plainWords(text), weights.name);
  else if (node.kind === "comparison" || node.kind === "in" || node.kind === "assignment")
    addCodes(bag, tree, node, called);
  return bag.read([]);
}

const partsOfTime: [part: string, taken: RegExp][] = [
  ["year", /\byear\b|yyyy/i],
  ["quarter", /\bquarter\b/i],
  ["month", /\bmonth\b|mm(?!i)/i],
  ["week", /\bweek\b|\biw\b/i],
  ["day", /\bday\b|dd/i],
  ["hour", /\bhour\b|hh24/i],
];

/** What a call takes of a moment, by its text: EXTRACT(YEAR FROM …), TO_CHAR(…, 'YYYY-MM'). */
function takenOfTime(text: string): string[] {
  return partsOfTime.flatMap(([part, taken]) => (taken.test(text) ? part : []));
}

/** What numbers stand for that a column is compared with or set to: "doubtful" of quality = 3. */
function addCodes(bag: WordBag, tree: SqlTree, node: SqlNode, called: TaskWords): void {
  const inner = [...nodesOf(node)];
  const column = inner.find(({ kind }) => kind === "column");
  if (column === undefined) return;
  const { ways } = called.called(tree, column);
  if (inner.some(({ kind }) => kind === "number"))
    bag.addText(called.codeWords(ways.flat().join(" ")), weights.domain);
  for (const number of inner.filter(({ kind }) => kind === "number"))
    bag.addText(called.valueWords(textOf(tree, number), ways.flat().join(" ")) ?? "", weights.value);
}

/** COUNT(*) counts what its query reads. */
function addCounted(bag: WordBag, tree: SqlTree, call: SqlNode, called: TaskWords): void {
  const isStar = call.children.some(({ kind }) => kind === "star");
  const query = isStar ? innermost(tree.root, call) : null;
  for (const node of query === null ? [] : nodesOf(query))
    if (node.kind === "table-name")
      for (const way of called.called(tree, node).ways) bag.add(way, weights.meaning);
}

const ofAnything = /^(?:code|id|number|type|kind)$/;
/** So much is left of the weight of a word that many columns have in their names. */
const ofLabel = 0.5;

function addName(bag: WordBag, tree: SqlTree, node: SqlNode, called: TaskWords): void {
  const { ways, phrase } = called.called(tree, node);
  const [first = [], ...others] = ways;
  // What a node makes names it better than what it is made of.
  const more = node.kind === "alias" ? weights.made - weights.name : 0;
  // "Code" of parameter_code tells little of which code is meant.
  for (const word of first)
    bag.add([word], (weights.name + more) * (first.length > 1 && ofAnything.test(word) ? ofLabel : 1));
  if (node.kind !== "alias") bag.addName(first);
  for (const way of others) bag.add(way, weights.knowledge + more);
  bag.addText(phrase, weights.knowledge + more);
  const name = nameOf(tree.tokens[node.end - 1])?.toLowerCase() ?? "";
  const told = called.context.knowledge?.spellings.get(name);
  if (told !== undefined) bag.addText(`${told.description} ${told.definition}`, weights.meaning);
  bag.addText(called.valueWords(name, "") ?? "", weights.meaning);
  bag.addText(called.meaning(tree, node) ?? "", weights.far);
  bag.addText(called.sourceWords(tree, node) ?? "", weights.far);
}

/** The FROM of the innermost query that a node stands in; null where it reads nothing. */
function innermost(root: SqlNode, inner: SqlNode): SqlNode | null {
  const query = [...nodesAround(root, inner)].findLast(({ kind }) => kind === "select");
  return query?.children.find(({ kind }) => kind === "from") ?? null;
}
