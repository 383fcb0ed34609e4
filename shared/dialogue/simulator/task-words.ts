import type { Phase } from "../../domain/task.ts";
import type { KnowledgeIndex } from "../../sql/knowledge-index.ts";
import { nameOf } from "../../sql/lex.ts";
import { type NamesOf, namesOf } from "../../sql/provenance/names.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { lastBrackets } from "../../text/last-brackets.ts";
import { type NameReader, nameReader } from "./name-segments.ts";
import { isSameWord } from "./said-text.ts";

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
  /** What the schema's meanings say of a column; null where they say nothing, or it is none of the schema's. */
  meaning(tree: SqlTree, node: SqlNode): string | null;
  /** What the schema's meanings say of a key in JSON, by its name; null where they say nothing. */
  fieldMeaning(key: string): string | null;
  /** The words of the one column that an output is made of: cost for SUM(t.cost) AS spent; null for others. */
  sourceWords(tree: SqlTree, node: SqlNode): string | null;
  /** What a value of a column stands for, in the words of the knowledge base; null where it says nothing of it. */
  valueWords(value: string, columnPhrase: string): string | null;
  /** What all codes of a column stand for, with the name of what they tell: "Quality Code", checked, doubtful, rejected. */
  codeWords(columnPhrase: string): string;
  /** The stems of the words of a text that say something; each text is read once. */
  roots(text: string): readonly string[];
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
  const fields = new Map(
    context.meanings.flatMap(({ fields: own }) => own.map(({ path, text }) => [path.at(-1) ?? "", text])),
  );
  const ctes = new Map(context.gold[phase].flatMap((tree) => cteSources(tree)));
  const renamed = new Map(context.gold[phase].flatMap((tree) => renamedColumns(tree)));
  const sources = new Map(context.gold[phase].flatMap((tree) => sourceColumns(tree)));
  const terms = phase === 1 ? termsOfAliases(context) : new Map<string, string>();
  const values = illustratedValues(context.knowledge);
  const illustratedColumns = columnsOfKnowledge(context);
  const telling = tellingFinder(context, phase, names[0]?.given ?? new Set());
  const cache = new Map<SqlNode, Called>();
  const rootsOf = new Map<string, readonly string[]>();
  const words: TaskWords = {
    context,
    phase,
    called(tree, node) {
      const found =
        cache.get(node) ??
        calledIn({ context, names, meaningOf, ctes, renamed, terms, telling }, phase, tree, node);
      cache.set(node, found);
      return found;
    },
    meaning(tree, node) {
      const to = tree.tokens[node.end - 1]?.to ?? -1;
      const name = nameOf(tree.tokens[node.end - 1])?.toLowerCase() ?? "";
      const column = names[context.gold[phase].indexOf(tree)]?.ofSchema.get(to);
      const meaning = column === undefined ? null : (meaningOf.get(column.toLowerCase()) ?? null);
      const topics = illustratedColumns.get(name) ?? [];
      return meaning === null && topics.length === 0 ? null : [meaning ?? "", ...topics].join(" ");
    },
    fieldMeaning: (key) => fields.get(key) ?? null,
    sourceWords(tree, node) {
      const source = sources.get(nameOf(tree.tokens[node.end - 1])?.toLowerCase() ?? "");
      if (source === undefined) return null;
      const meant = context.meanings.find(({ column }) => column.toLowerCase() === source)?.text ?? "";
      return `${readName(source, nameReader(context))} ${fullName(meant) ?? ""}`;
    },
    valueWords(value, columnPhrase) {
      const told = values.get(value.toLowerCase()) ?? [];
      const wanted = plainWords(columnPhrase);
      const isNumber = /^\d+$/.test(value);
      const fit = told.find(({ about }) => wanted.some((word) => word.length > 3 && about.includes(word)));
      return fit?.words ?? (isNumber || told.length !== 1 ? null : (told[0]?.words ?? null));
    },
    codeWords: (columnPhrase) => wordsOfCodes(values, columnPhrase),
    roots(text) {
      const found = rootsOf.get(text) ?? [...new Set(contentWords(text).map(stem))];
      rootsOf.set(text, found);
      return found;
    },
  };
  return words;
}

/** What the numbers stand for that nodes about a column explain, with the names of these. */
function wordsOfCodes(values: ReadonlyMap<string, readonly Illustrated[]>, columnPhrase: string): string {
  const wanted = plainWords(columnPhrase).filter((word) => word.length > 3);
  const told = [...values].flatMap(([value, entries]) => (/^\d+$/.test(value) ? entries : []));
  return told
    .filter(({ about }) => wanted.some((word) => about.includes(word)))
    .map(({ words, name }) => `${name} ${words}`)
    .join(" ");
}

/** Finds the words that point to one column alone of all that a phase's gold names. */
function tellingFinder(
  { gold, knowledge }: ProvenanceContext,
  phase: Phase,
  given: ReadonlySet<string>,
): (name: string, ways: readonly string[][]) => string[] {
  // The columns of each word: of the schema, and with what the gold makes of them, which has their words, too.
  type ColumnsOf = Map<string, Set<string>>;
  let columnsOf: { schema: ColumnsOf; all: ColumnsOf } | null = null;
  const ofSchema = new Set<string>();
  const read = () => {
    const found = { schema: new Map(), all: new Map() } satisfies typeof columnsOf;
    const add = (columns: ColumnsOf, word: string, name: string) =>
      columns.set(word, (columns.get(word) ?? new Set()).add(name));
    for (const tree of gold[phase])
      for (const node of nodesOf(tree.root)) {
        const name = node.kind === "column" ? nameOf(tree.tokens[node.end - 1])?.toLowerCase() : undefined;
        if (name === undefined) continue;
        if (!given.has(name)) ofSchema.add(name);
        const isOfSchema = ofSchema.has(name);
        const title = knowledge?.spellings.get(name)?.name ?? "";
        for (const word of [...plainWords(name), ...plainWords(title)])
          for (const columns of isOfSchema ? [found.schema, found.all] : [found.all])
            add(columns, stem(word), name);
      }
    return found;
  };
  return (name, ways) => {
    columnsOf ??= read();
    const small = name.toLowerCase();
    const known = ofSchema.has(small) ? columnsOf.schema : columnsOf.all;
    return [...new Set(ways.flat())].filter((word) => {
      const isLong = word.length > 3 && !smallWords.has(word) && !endings.has(word);
      const isPlain = word === "id" || (isLong && /\p{L}/u.test(word));
      const columns = known.get(stem(word));
      return isPlain && columns?.size === 1 && columns.has(small);
    });
  };
}

interface Named {
  context: ProvenanceContext;
  names: readonly NamesOf[];
  meaningOf: ReadonlyMap<string, string>;
  /** The table that a CTE reads first, by the name of the CTE. */
  ctes: ReadonlyMap<string, string>;
  /** The column that an alias renames, by the alias. */
  renamed: ReadonlyMap<string, string>;
  /** What the request calls an output whose making an ambiguity settles, by its alias. */
  terms: ReadonlyMap<string, string>;
  /** Of the words of a column's name and title those that no other column of the gold has. */
  telling(name: string, ways: readonly string[][]): string[];
}

function calledIn(named: Named, phase: Phase, tree: SqlTree, node: SqlNode): Called {
  const token = tree.tokens[node.end - 1];
  const name = nameOf(token) ?? textOf(tree, node);
  const reader = nameReader(named.context);
  const own = plainWords(name);
  const cut = own.flatMap((part) => reader.segments(part));
  const full = cut.map((segment) => reader.full(segment));
  const statement = named.context.gold[phase].indexOf(tree);
  const known = token === undefined ? undefined : named.names[statement]?.ofSchema.get(token.to);
  const knowledge = named.context.knowledge?.spellings.get(name.toLowerCase()) ?? null;
  const isColumn = known?.includes(".") ?? false;
  const meaning = isColumn ? (named.meaningOf.get((known as string).toLowerCase()) ?? null) : null;
  const gist = meaning === null ? null : (fullName(meaning) ?? gistOf(meaning, own));
  const isGlued = cut.length > own.length;
  const ways = isGlued
    ? [full, ...shorterNames(full), own, cut, ...shorterNames(cut)]
    : [own, ...shorterNames(own)];
  if (!isGlued && full.join() !== own.join()) ways.push(full, ...shorterNames(full));
  if (knowledge !== null) {
    const title = plainWords(lastBrackets(knowledge.name).bare);
    // Of a long name the last words do: "stress index".
    ways.push(title, ...(title.length > 2 ? [title.slice(1)] : []), ...tellingWords(title));
  }
  if (gist !== null) ways.push(contentWords(gist));
  const small = name.toLowerCase();
  const others = node.kind === "table-name" ? [named.ctes.get(small)] : [named.renamed.get(small)];
  for (const other of others)
    if (other !== undefined) ways.push(plainWords(other), ...shorterNames(plainWords(other)));
  if (node.kind === "column") for (const word of named.telling(name, ways.slice(0, 2))) ways.push([word]);
  const term = node.kind === "table-name" ? undefined : named.terms.get(small);
  if (term !== undefined) ways.push(contentWords(term));
  if (node.kind === "table-name" && cut.length > 1) ways.push(cut.slice(-1));
  const source = node.kind === "table-name" ? (named.ctes.get(small) ?? "") : "";
  const isOfTable = named.context.meanings.some(({ table }) => table.toLowerCase() === source.toLowerCase());
  const table = isColumn ? readName((known as string).split(".")[0] ?? "", reader) : null;
  return {
    phrase: isOfTable
      ? `${spaced(name)} ${spaced(source)}`
      : phraseFor(isGlued ? full.join("_") : name, knowledge?.name ?? null, gist),
    ways: ways.filter((way) => way.length > 0),
    table,
  };
}

/** A name in plain words, those that are written together too. */
function readName(name: string, reader: NameReader): string {
  return plainWords(name)
    .flatMap((part) => reader.segments(part))
    .join(" ");
}

const generalWords = new Set(
  "score index rate load value number level river ratio amount total average share count response concentration gauged text".split(
    " ",
  ),
);

/** The words of a title that each tell it from others: "stress" of "River Stress Index". */
function tellingWords(title: readonly string[]): string[][] {
  return title.length < 2
    ? []
    : title.filter((word) => word.length >= 4 && !generalWords.has(word)).map((word) => [word]);
}

const units = new Set("kg g mg km km2 m mm cm l ml s h v c m3 m3s eur usd pct 48h 24h".split(" "));
/** How people say the unit at the end of a name. */
const saidUnits: [end: RegExp, said: string][] = [
  [/ (kg|g|mg|t|l|m3) day$/, " in $1 per day"],
  [/ mg l$/, " in mg per litre"],
  [/ (kg|mg|km|cm|mm|ml)$/, " in $1"],
  [/ (k?m)([23])$/, " in $1^$2"],
  [/ v$/, " in volts"],
  [/ (?:pct|percent)$/, " in percent"],
  [/ eur$/, " in euros"],
  [/ usd$/, " in dollars"],
];

/** "load in kg per day" for "load kg day". */
function inUnit(name: string): string {
  const [end, said] = saidUnits.find(([unit]) => unit.test(name)) ?? [];
  return end === undefined || said === undefined
    ? name
    : name.replace(end, said).replace("^2", "²").replace("^3", "³");
}

const endings = new Set(["id", "code", "name", "on", "at", "no", "num", "text"]);

/** A name without what people leave out: its unit, and the id, code or preposition at its end. */
function shorterNames(own: string[]): string[][] {
  const unit = own.findIndex((word, at) => at > 0 && units.has(word));
  const plain = unit < 0 ? own : own.slice(0, unit);
  const last = plain.at(-1) ?? "";
  const short = plain.length > 1 && endings.has(last) ? plain.slice(0, -1) : plain;
  const measured = unit < 0 ? undefined : dimensions[own[unit] ?? ""];
  return [...(short.length < own.length ? [short] : []), ...(measured === undefined ? [] : [[measured]])];
}

/** What a unit measures: a battery_v is a voltage. */
const dimensions: Record<string, string> = {
  v: "voltage",
  km2: "area",
  pct: "percentage",
  eur: "euros",
  usd: "dollars",
};

/** A short meaning says more than the name of a column; a knowledge node's name more than its acronym. */
function phraseFor(name: string, knowledge: string | null, gist: string | null): string {
  if (knowledge !== null) return lastBrackets(knowledge).bare;
  if (gist !== null) return gist;
  const [, event, when] = /^(\w+ed) (on|at)$/.exec(spaced(name)) ?? [];
  return event === undefined ? inUnit(spaced(name)) || name : `${when === "on" ? "day" : "time"} ${event}`;
}

/** The full name that a meaning gives, as LiveSQLBench does: "air temperature" of "Full name: 'Air Temperature (°C)'."; null for none. */
function fullName(meaning: string): string | null {
  const [, name] = /^full name:\s*'([^']{2,60})'/i.exec(meaning) ?? [];
  const bare = name?.replaceAll(/\s*\([^)]*\)/g, "").trim() ?? "";
  return bare === "" ? null : bare.replaceAll(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
}

/** The first words of a meaning, where they name the column: "Date of hire"; null where they describe something else. */
function gistOf(meaning: string, own: readonly string[]): string | null {
  const first = /^[^.;:,(]+/.exec(meaning)?.[0]?.trim() ?? "";
  const words = first.split(/\s+/);
  const isDescription =
    /^(?:its?|the|their|true|false|whether|enum|what|number|code|one|as|as-is|how|when|where|who|a|an|in|free|text|json)\b/i.test(
      first,
    ) ||
    /^[A-Z]{2,}\b/.test(first) ||
    /^(?:first|second|day of opening as)/i.test(first);
  const names = words.some((word) => own.some((part) => isSameWord(stem(word.toLowerCase()), stem(part))));
  if (
    !names ||
    /\b(?:its?|their)\b/i.test(first) ||
    isDescription ||
    words.length < 2 ||
    words.length > 5 ||
    /\d/.test(first)
  )
    return null;
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
  return spaced(name).match(/\p{L}+|\d+/gu) ?? [];
}

/** A name as people write it: "started at", "area km2". */
function spaced(name: string): string {
  const parts = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return (parts.match(/[\p{L}\d]+/gu) ?? []).join(" ");
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

/** Aliases that only rename a column. */
function renamedColumns(tree: SqlTree): [string, string][] {
  return [...nodesOf(tree.root)].flatMap((node): [string, string][] => {
    const [value, alias] = node.kind === "select-item" ? node.children : [];
    if (value?.kind !== "column" || alias?.kind !== "alias") return [];
    const [name, column] = [nameOf(tree.tokens[alias.start]), nameOf(tree.tokens[value.end - 1])];
    return name === null || column === null ? [] : [[name.toLowerCase(), column]];
  });
}

/** Aliases of what is made of one column alone: SUM(t.cost) AS spent speaks of the cost, too. */
function sourceColumns(tree: SqlTree): [string, string][] {
  return [...nodesOf(tree.root)].flatMap((node): [string, string][] => {
    const [value, alias] = node.kind === "select-item" ? node.children : [];
    if (value === undefined || alias?.kind !== "alias") return [];
    const name = nameOf(tree.tokens[alias.start])?.toLowerCase();
    const named = [...nodesOf(value)].flatMap(({ kind, end }) =>
      kind === "column" ? (nameOf(tree.tokens[end - 1])?.toLowerCase() ?? []) : [],
    );
    const [source, ...others] = new Set(named);
    const isMade = name !== undefined && source !== undefined && others.length === 0 && source !== name;
    return isMade ? [[name, source]] : [];
  });
}

/** The terms of ambiguities whose snippets make a whole output, by its alias. */
function termsOfAliases({ task, gold, locations }: ProvenanceContext): Map<string, string> {
  const terms = new Map<string, string>();
  for (const [index, { matches }] of locations.entries())
    for (const { statement, anchor } of matches) {
      const tree = gold[1][statement];
      if (tree === undefined) continue;
      for (const node of nodesOf(tree.root)) {
        const [value, alias] = node.kind === "select-item" ? node.children : [];
        if (value?.from !== anchor.range.from || alias?.kind !== "alias") continue;
        const name = nameOf(tree.tokens[alias.start]);
        if (name !== null && value.to <= anchor.range.to)
          terms.set(name.toLowerCase(), task.ambiguities[index]?.term ?? "");
      }
    }
  return terms;
}

interface Illustrated {
  words: string;
  /** The name of that node. */
  name: string;
  /** What the node that says so is about, small letters. */
  about: string;
}

/** The names of the knowledge nodes that explain a column: those whose description names it, as measurement.quality. */
function columnsOfKnowledge({ knowledge }: ProvenanceContext): Map<string, string[]> {
  const topics = new Map<string, string[]>();
  for (const { name, description } of knowledge?.graph.nodes.values() ?? [])
    for (const [, column = ""] of description.matchAll(/\b\w+\.(\w+)\b/g))
      topics.set(column.toLowerCase(), [...(topics.get(column.toLowerCase()) ?? []), name]);
  return topics;
}

/** "ECOLI: Escherichia coli" and "day case: came and left on one day". */
const illustratedValue =
  /(?:^|[.;,]\s+)'?([\p{L}\d<~_]{1,20}(?:[ -][\p{L}\d]{1,20}){0,2})'?:\s+([^.;,:]{2,60})/gu;

const illustrated = new WeakMap<KnowledgeIndex, Map<string, Illustrated[]>>();

/** What the nodes of a knowledge base say of values: "3: doubtful." and "ECOLI: Escherichia coli."; read once. */
function illustratedValues(knowledge: KnowledgeIndex | null): Map<string, Illustrated[]> {
  if (knowledge === null) return new Map();
  const values = illustrated.get(knowledge) ?? readValues(knowledge);
  illustrated.set(knowledge, values);
  return values;
}

function readValues({ graph }: KnowledgeIndex): Map<string, Illustrated[]> {
  const values = new Map<string, Illustrated[]>();
  for (const { name, description, definition, type } of graph.nodes.values()) {
    if (type !== "value_illustration") continue;
    for (const match of definition.matchAll(illustratedValue)) {
      const [, value = "", words = ""] = match;
      const entry = { words, name, about: `${name} ${description}`.toLowerCase() };
      values.set(value.toLowerCase(), [...(values.get(value.toLowerCase()) ?? []), entry]);
    }
  }
  return values;
}
