import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../../sql/lex.ts";
import { type NamesOf, namesOf } from "../../sql/provenance/names.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";

/** What a column or table is called in plain words. */
export interface Called {
  /** How a sentence says it, without an article: "average River Stress Index" has "River Stress Index". */
  phrase: string;
  /** The ways in which others may say it: all the words of one of them. */
  ways: string[][];
  /** The table of the schema that a column belongs to, in plain words; null where it is none of the schema's. */
  table: string | null;
}

/** What the names and values of one phase's gold are called, read from the schema, its meanings and the knowledge base. */
export interface TaskWords {
  context: ProvenanceContext;
  phase: Phase;
  called(tree: SqlTree, node: SqlNode): Called;
  /** What a value of a column stands for, in the words of the knowledge base; null where it says nothing of it. */
  valueWords(value: string, columnPhrase: string): string | null;
}

const known = new WeakMap<ProvenanceContext, Map<Phase, TaskWords>>();

/** The words of a phase's gold; they are read once for a context. */
export function taskWords(context: ProvenanceContext, phase: Phase): TaskWords {
  const phases = known.get(context) ?? new Map<Phase, TaskWords>();
  known.set(context, phases);
  const words = phases.get(phase) ?? readWords(context, phase);
  phases.set(phase, words);
  return words;
}

function readWords(context: ProvenanceContext, phase: Phase): TaskWords {
  const names = namesOf(context, phase);
  const meaningOf = new Map(
    context.meanings.map(({ table, column, text }) => [`${table}.${column}`.toLowerCase(), text]),
  );
  const ctes = new Map(context.gold[phase].flatMap((tree) => cteSources(tree)));
  const values = illustratedValues(context);
  const cache = new Map<SqlNode, Called>();
  const words: TaskWords = {
    context,
    phase,
    called(tree, node) {
      const found = cache.get(node) ?? calledIn({ context, names, meaningOf, ctes }, phase, tree, node);
      cache.set(node, found);
      return found;
    },
    valueWords(value, columnPhrase) {
      const told = values.get(value.toLowerCase()) ?? [];
      const wanted = plainWords(columnPhrase);
      const isNumber = /^\d+$/.test(value);
      const fit = told.find(({ about }) => wanted.some((word) => word.length > 3 && about.includes(word)));
      return fit?.words ?? (isNumber || told.length !== 1 ? null : (told[0]?.words ?? null));
    },
  };
  return words;
}

interface Named {
  context: ProvenanceContext;
  names: readonly NamesOf[];
  meaningOf: ReadonlyMap<string, string>;
  /** The table that a CTE reads first, by the name of the CTE. */
  ctes: ReadonlyMap<string, string>;
}

function calledIn(named: Named, phase: Phase, tree: SqlTree, node: SqlNode): Called {
  const token = tree.tokens[node.end - 1];
  const name = nameOf(token) ?? textOf(tree, node);
  const own = plainWords(name);
  const statement = named.context.gold[phase].indexOf(tree);
  const known = token === undefined ? undefined : named.names[statement]?.ofSchema.get(token.to);
  const knowledge = named.context.knowledge?.spellings.get(name.toLowerCase()) ?? null;
  const ways = [own];
  if (knowledge !== null) ways.push(plainWords(knowledge.name.replace(/\([^)]*\)\s*$/, "")));
  const isColumn = known?.includes(".") ?? false;
  const meaning = isColumn ? (named.meaningOf.get((known as string).toLowerCase()) ?? null) : null;
  const gist = meaning === null ? null : gistOf(meaning);
  if (gist !== null) ways.push(contentWords(gist));
  if (node.kind === "table-name") {
    const source = named.ctes.get(name.toLowerCase());
    if (source !== undefined) ways.push(plainWords(source));
    if (own.length > 1) ways.push(own.slice(-1));
  }
  const nameWords = own.length > 1 && /^(?:id|code|name)$/.test(own.at(-1) ?? "") ? own.slice(0, -1) : null;
  if (nameWords !== null && own.at(-1) === "id") ways.push(nameWords);
  const table = isColumn ? plainWords((known as string).split(".")[0] ?? "").join(" ") : null;
  return {
    phrase: phraseFor(name, own, knowledge?.name ?? null, gist),
    ways: ways.filter((way) => way.length > 0),
    table,
  };
}

/** A short meaning says more than the name of a column; a knowledge node's name more than its acronym. */
function phraseFor(name: string, own: string[], knowledge: string | null, gist: string | null): string {
  if (knowledge !== null) return knowledge.replace(/\s*\([^)]*\)\s*$/, "");
  if (gist !== null) return gist;
  return own.length > 0 ? own.join(" ") : name;
}

/** The first words of a meaning, where they name the column: "Date of hire"; null where they describe something else. */
function gistOf(meaning: string): string | null {
  const first = /^[^.;:,(]+/.exec(meaning)?.[0]?.trim() ?? "";
  const words = first.split(/\s+/);
  const isDescription =
    /^(?:its?|the|their|true|false|whether|enum|what|number|code|one|as|as-is|how|when|where|who|a|an|in|free|text|json|[A-Z]{2,})\b/i.test(
      first,
    ) || /^(?:first|second|day of opening as)/i.test(first);
  if (isDescription || words.length < 2 || words.length > 5 || /\d/.test(first)) return null;
  return first.charAt(0).toLowerCase() + first.slice(1);
}

const smallWords = new Set(
  "a an the of in on at to for from by with and or is are was were be it its they their that this which who as".split(
    " ",
  ),
);

/** The words of a phrase that say something. */
export function contentWords(phrase: string): string[] {
  return plainWords(phrase).filter((word) => !smallWords.has(word));
}

/** The words of a name or phrase, in small letters: "startedAt" and "started_at" as started and at. */
export function plainWords(name: string): string[] {
  const spaced = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return spaced.match(/\p{L}+|\d+/gu) ?? [];
}

function cteSources(tree: SqlTree): [string, string][] {
  return [...nodesOf(tree.root)].flatMap((node): [string, string][] => {
    if (node.kind !== "cte") return [];
    const name = nameOf(tree.tokens[node.start])?.toLowerCase();
    const table = [...nodesOf(node)].find(({ kind }) => kind === "table-name");
    const source = table === undefined ? null : nameOf(tree.tokens[table.end - 1]);
    return name === undefined || source === null ? [] : [[name, source]];
  });
}

interface Illustrated {
  words: string;
  /** What the node that says so is about, small letters. */
  about: string;
}

/** What knowledge nodes say of values: "3: doubtful." and "ECOLI: Escherichia coli." */
function illustratedValues({ knowledge }: ProvenanceContext): Map<string, Illustrated[]> {
  const values = new Map<string, Illustrated[]>();
  for (const { name, description, definition, type } of knowledge?.graph.nodes.values() ?? []) {
    if (type !== "value_illustration") continue;
    for (const match of definition.matchAll(/(?:^|[.;,]\s+)'?([\p{L}\d<~_]{1,20})'?:\s+([^.;,:]{2,60})/gu)) {
      const [, value = "", words = ""] = match;
      const entry = { words, about: `${name} ${description}`.toLowerCase() };
      values.set(value.toLowerCase(), [...(values.get(value.toLowerCase()) ?? []), entry]);
    }
  }
  return values;
}
