import type { TextRange } from "../../domain/finding.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, textOf } from "../../sql/tree/sql-node.ts";
import { listed } from "../../text/listed.ts";
import { valuePhrase } from "./condition-phrase.ts";
import { createdName } from "./function-cues.ts";
import { heldSentence } from "./held-constants.ts";
import { nodesInRange } from "./node-range.ts";
import { orderItemPhrase, orderPhrase } from "./order-phrase.ts";
import { type Speech, withA, withThe } from "./speech.ts";
import { contentWords, plainWords } from "./task-words.ts";

/** What a stretch of the gold means, in plain English: one sentence, or a few, without SQL. */
export function sentenceOf(speech: Speech, range: TextRange): string {
  const text = speech.tree.sql.slice(range.from, range.to);
  const nodes = nodesInRange(speech.tree, range);
  const [only, ...others] = nodes;
  const held = only === undefined || others.length > 0 ? null : heldSentence(speech.tree, only);
  if (held !== null) return held;
  const head = headSentence(speech, text, nodes);
  if (head !== null) return head;
  const areConditions = nodes.length > 1 && nodes.every((node) => conditions.has(node.kind));
  if (areConditions) return filterSentence(speech, nodes);
  const sentences = nodes.map((node) => nodeSentence(speech, node)).filter((sentence) => sentence !== "");
  return sentences.length > 0
    ? sentences.join(" ")
    : (optionSentence(text) ?? `It is about ${plainWords(text).join(" ")}.`);
}

const conditions = new Set<SqlNodeKind>([
  "and",
  "or",
  "not",
  "comparison",
  "is",
  "in",
  "between",
  "like",
  "exists",
]);

function nodeSentence(speech: Speech, node: SqlNode): string {
  const say = sayings[node.kind];
  if (say !== undefined) return say(speech, node);
  return conditions.has(node.kind) ? filterSentence(speech, [node]) : plainSentence(speech, node);
}

/** A column that stands for a condition lets rows through; any other expression is used. */
function plainSentence(speech: Speech, node: SqlNode): string {
  const holder = [...nodesOf(speech.tree.root)].find(({ children }) => children.includes(node));
  const isCondition =
    node.kind === "column" && ["where", "having", "and", "or", "filter"].includes(holder?.kind ?? "");
  const bare = node.kind === "parenthesised" ? node.children[0] : node;
  return isCondition ? filterSentence(speech, [node]) : usedSentence(speech, bare);
}

/** "Use the value.", "Say whether the value is above 2." */
function usedSentence(speech: Speech, node: SqlNode | undefined): string {
  const phrase = speech.noun(node);
  return phrase.startsWith("whether ") ? `Say ${phrase}.` : `Use ${withThe(phrase)}.`;
}

const clause = (speech: Speech, node: SqlNode): string => filterSentence(speech, node.children.slice(0, 1));
const parts = (speech: Speech, node: SqlNode): string =>
  node.children.map((child) => nodeSentence(speech, child)).join(" ");
const said = (text: string) => () => text;

/** How nodes are said that are neither plain expressions nor conditions. */
const sayings: Partial<Record<SqlNodeKind, (speech: Speech, node: SqlNode) => string>> = {
  where: clause,
  having: clause,
  filter: clause,
  on: clause,
  "order-by": (speech, node) => `Sort by ${orderPhrase(speech, node)}.`,
  "order-item": (speech, node) => `Sort by ${orderItemPhrase(speech, node)}.`,
  "order-direction": (speech, node) =>
    /^desc$/i.test(textOf(speech.tree, node)) ? "The highest first." : "The lowest first.",
  limit: (speech, node) => `Show only the first ${speech.noun(node.children[0])} rows.`,
  fetch: (speech, node) => `Show only the first ${speech.noun(node.children[0])} rows.`,
  offset: (speech, node) => `Leave out the first ${speech.noun(node.children[0])} rows.`,
  "group-by": (speech, node) =>
    `Make one row for each ${listed(
      node.children.map((child) => speech.noun(child)),
      "and",
    )}.`,
  distinct: said("Count or show equal values only once."),
  "select-item": itemSentence,
  "select-list": (speech, node) => {
    const names = outputNames(speech, node);
    const all = names.some((name) => name.includes(", ")) ? names.join("; ") : listed(names, "and");
    return `Show ${names.length === 1 ? "one column" : "these columns"}: ${all}.`;
  },
  select: parts,
  query: parts,
  with: said(""),
  from: parts,
  table: (speech, node) => `Use the ${speech.noun(node.children[0])}.`,
  join: joinSentence,
  "join-type": (speech, node) => `${joinRule(textOf(speech.tree, node))}.`,
  when: whenSentence,
  else: (speech, node) => `In all other cases use ${withThe(speech.noun(node.children[0]))}.`,
  case: (speech, node) => `Use ${withThe(speech.noun(node))}.`,
  set: parts,
  assignment: (speech, node) =>
    `Set ${withThe(speech.noun(node.children[0]))} to ${assignedPhrase(speech, node)}.`,
  values: (speech, node) =>
    `Add ${listed(
      node.children.map((row) => speech.noun(row)),
      "and",
    )}.`,
  conflict: (speech, node) =>
    /\bnothing\s*$/i.test(textOf(speech.tree, node))
      ? "Leave what is there already as it is."
      : "Where a row is there already, change that one.",
  item: itemOfCommand,
  alias: (speech, node) => `It is called ${speech.noun(node)}.`,
  "table-name": (speech, node) => `It is about the ${speech.noun(node)}.`,
  using: (speech, node) => `They belong together by equal ${usingColumns(speech, node)}.`,
};

function assignedPhrase(speech: Speech, node: SqlNode): string {
  return valuePhrase(speech, node, node.children.at(-1));
}

/** "Count only visits whose flow is known." */
function filterSentence(speech: Speech, nodes: readonly SqlNode[]): string {
  const clauses = nodes.map((node) => withThe(speech.clause(node))).join(" and ");
  return `Count only ${rowsOf(speech, nodes)} where ${clauses}.`;
}

/** What the rows are that a condition is about: the table of its columns, where there is one. */
function rowsOf({ tree, words }: Speech, nodes: readonly SqlNode[]): string {
  const inner = nodes.flatMap((node) => [...nodesOf(node)]);
  const isGrouped = inner.some(({ kind }) => kind === "call");
  const columns = inner.filter(({ kind }) => kind === "column");
  const tables = new Set(columns.map((column) => words.called(tree, column).table));
  const [table] = tables;
  return tables.size === 1 && table !== null && table !== undefined && !isGrouped ? severalOf(table) : "rows";
}

/** "visits", "outfall inspections"; "rows of equipment" where a name has no plural. */
function severalOf(table: string): string {
  if (/[^siu]s$/.test(table)) return table;
  if (/(?:s|ance|ence|ing|equipment|staff|personnel|data|information|people|log|history)$/.test(table))
    return `rows of ${table}`;
  return `${table.replace(/([^aeiou])y$/, "$1ie").replace(/(?:ch|sh|x|z)$/, "$&e")}s`;
}

function itemSentence(speech: Speech, node: SqlNode): string {
  const [value, alias] = node.children;
  const phrase = speech.noun(value);
  const name = alias?.kind === "alias" ? speech.noun(alias) : null;
  const isNew = name !== null && contentWords(name).some((word) => !plainWords(phrase).includes(word));
  if (!isNew) return `Show ${withThe(phrase)}.`;
  const isNamed =
    alias !== undefined &&
    speech.words.context.knowledge?.spellings.has(textOf(speech.tree, alias).toLowerCase());
  const verb = phrase.startsWith("whether ") ? "says" : "is";
  return `${isNamed ? "The" : "The column"} ${name} ${verb} ${withThe(phrase)}.`;
}

/** What the columns of a result are called: their making is not told. */
function outputNames(speech: Speech, list: SqlNode): string[] {
  return list.children
    .filter(({ kind }) => kind === "select-item")
    .map(({ children }) => speech.noun(children.find(({ kind }) => kind === "alias") ?? children[0]));
}

function whenSentence(speech: Speech, node: SqlNode): string {
  const [condition, value] = node.children;
  return `Where ${withThe(speech.clause(condition))}, use ${withThe(speech.noun(value))}.`;
}

function joinSentence(speech: Speech, node: SqlNode): string {
  const [type, table, on] = node.children;
  const name = speech.noun(table?.children[0]);
  const words = type === undefined ? "" : textOf(speech.tree, type).toUpperCase();
  const rule = /LEFT|FULL/.test(words)
    ? `Keep every row, also those that have no ${name}`
    : /RIGHT/.test(words)
      ? `Keep every row of ${name}, also those without a match`
      : `Keep only rows that have ${withA(name)}`;
  if (on === undefined) return `${rule}.`;
  if (on.kind === "using") return `${rule} with the same ${usingColumns(speech, on)}.`;
  return `${rule} ${matchPhrase(speech, on.children[0])}.`;
}

/** "with the same station code", and where further conditions hold. */
function matchPhrase(speech: Speech, condition: SqlNode | undefined): string {
  const sides =
    condition?.kind === "and" ? condition.children.filter(({ kind }) => kind !== "operator") : [condition];
  const keys = sides.flatMap((side) => sharedKey(speech, side) ?? []);
  const others = sides
    .filter((side) => sharedKey(speech, side) === null)
    .map((side) => withThe(speech.clause(side)));
  const by = keys.length === 0 ? [] : [`with the same ${listed(keys, "and")}`];
  return [...by, ...(others.length === 0 ? [] : [`where ${others.join(" and ")}`])].join(" ");
}

/** The name that both sides of a match of two columns have; null for any other condition. */
function sharedKey(speech: Speech, side: SqlNode | undefined): string | null {
  const [left, operator, right] = side?.kind === "comparison" ? side.children : [];
  if (left?.kind !== "column" || right?.kind !== "column" || operator === undefined) return null;
  const [name, other] = [speech.noun(left), speech.noun(right)];
  return textOf(speech.tree, operator) === "=" && name === other ? name : null;
}

function usingColumns({ tree }: Speech, node: SqlNode): string {
  return plainWords(textOf(tree, node).replace(/^using/i, "")).join(" ");
}

function joinRule(type: string): string {
  if (/LEFT|RIGHT|FULL/i.test(type)) return "Keep rows without a partner, too";
  return "Keep only rows that have a partner on both sides";
}

/** A column or parameter of a CREATE: "flow text"; the column of a constraint. */
function itemOfCommand({ tree }: Speech, node: SqlNode): string {
  const [, first = "", others = ""] = /^(\S+)\s*(.*)$/s.exec(textOf(tree, node)) ?? [];
  const name = plainWords(first).join(" ");
  const type = plainWords((others.split(constraint)[0] ?? "").replace(/\([^)]*\)/, "")).join(" ");
  if (/^\d/.test(name)) return `The size of its type is ${name}.`;
  if (type === "") return `The ${name} is part of it.`;
  const [, table] = /\breferences\s+(\w+)/i.exec(others) ?? [];
  const flags = [
    ...(/\bprimary\s+key\b/i.test(others) ? ["tells the rows apart"] : []),
    ...(/\bunique\b/i.test(others) ? ["is never the same in two rows"] : []),
    ...(/\bnot\s+null\b/i.test(others) ? ["must not be missing"] : []),
    ...(table === undefined ? [] : [`refers to ${plainWords(table).join(" ")}`]),
  ];
  const further = flags.length === 0 ? "" : ` that ${listed(flags, "and")}`;
  // A snippet that no gold holds is read as a column of a table x; it may as well be a parameter.
  return /^\s*create\b[^(]*\btable\b(?! x \()/i.test(tree.sql)
    ? `It has a column ${name} of type ${type}${further}.`
    : `It takes the ${name} as ${type}${further}.`;
}

const constraint =
  /\b(?:primary\s+key|not\s+null|null|references|unique|default|check|constraint|generated)\b/i;

/** What a command says outside its parentheses of a function, a constraint or a column; null for anything else. */
function optionSentence(text: string): string | null {
  const [, option = "", name = ""] = /^(\w+)\s*(\w*)/.exec(text) ?? [];
  const type = plainWords(name).join(" ");
  const options: Record<string, string> = {
    returns: type === "void" ? "It gives nothing back." : `It gives back a value of type ${type}.`,
    language: `It is written in the language ${type}.`,
    immutable: "The same input always gives the same result.",
    stable: "Within one statement the same input gives the same result.",
    volatile: "The same input may give another result each time.",
  };
  return options[option.toLowerCase()] ?? null;
}

const heads: [pattern: RegExp, sentence: string][] = [
  [
    /^create\s+(?:or\s+replace\s+)?(?:temp\w*\s+)?materialized\s+view/i,
    "Create a materialized view, which keeps its rows until it is refreshed.",
  ],
  [
    /^create\s+(?:or\s+replace\s+)?(?:temp\w*\s+)?view/i,
    "Create a view, which always shows the current rows.",
  ],
  [/^create\s+(?:or\s+replace\s+)?function/i, "Create a function."],
  [/^create\s+(?:or\s+replace\s+)?procedure/i, "Create a procedure."],
  [/^create\s+(?:or\s+replace\s+)?trigger/i, "Create a trigger."],
  [/^create\s+(?:unique\s+)?index/i, "Create an index."],
  [/^create\s+(?:temp\w*\s+|unlogged\s+)?table/i, "Create a table."],
  [/^create\s+type/i, "Create a type."],
];

/** A statement's beginning, or the whole of one that no expression stands for; null for all others. */
function headSentence(speech: Speech, text: string, nodes: readonly SqlNode[]): string | null {
  const table = nodes.flatMap((node) => [...nodesOf(node)]).find(({ kind }) => kind === "table-name");
  const name = table === undefined ? "" : speech.noun(table);
  if (/^delete\s+from\b/i.test(text))
    return `Delete the rows of ${name} for good.${conditionsOf(speech, nodes)}`;
  if (/^truncate\b/i.test(text)) return "Delete all rows of the table.";
  if (/^insert\s+into\b/i.test(text)) return `Add new rows to ${name}.`;
  if (/^update\b/i.test(text))
    return `Change the rows of ${name}.${assignmentsOf(speech, nodes)}${conditionsOf(speech, nodes)}`;
  const created = heads.find(([pattern]) => pattern.test(text))?.[1];
  const called = createdName(text);
  if (created !== undefined)
    return called === null ? created : created.replace(/^[^.,]+/, (head) => `${head} called ${called.name}`);
  return alterSentence(text);
}

function conditionsOf(speech: Speech, nodes: readonly SqlNode[]): string {
  const where = nodes.flatMap((node) => [...nodesOf(node)]).find(({ kind }) => kind === "where");
  return where === undefined ? "" : ` ${nodeSentence(speech, where)}`;
}

function assignmentsOf(speech: Speech, nodes: readonly SqlNode[]): string {
  const set = nodes.flatMap((node) => [...nodesOf(node)]).find(({ kind }) => kind === "set");
  return set === undefined ? "" : ` ${nodeSentence(speech, set)}`;
}

function alterSentence(text: string): string | null {
  const column = /\badd\s+(?!constraint\b)(?:column\s+)?(?:if\s+not\s+exists\s+)?(\w+)\s+(\w+)/i.exec(text);
  const name = /\badd\s+constraint\s+(\w+)/i.exec(text);
  const constraint = /\bunique\s*\(([^)]*)\)/i.exec(text);
  if (!/^(?:alter\s+table|add\b)/i.test(text)) return /^drop\b/i.test(text) ? "Remove it for good." : null;
  if (constraint !== null)
    return `Allow each combination of ${listed(
      (constraint[1] ?? "").split(",").map((name) => plainWords(name).join(" ")),
      "and",
    )} only once.`;
  if (column === null && name !== null) return `Call the rule ${plainWords(name[1] ?? "").join(" ")}.`;
  if (column === null) return "Change the table itself.";
  return `Add a column ${plainWords(column[1] ?? "").join(" ")} of type ${column[2]?.toLowerCase()}.`;
}
