import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { TextRange } from "../../domain/finding.ts";
import { ancestors, type KnowledgeNode } from "../../domain/knowledge-node.ts";
import { maskedNodes } from "../../domain/mask.ts";
import { folded } from "../../sql/knowledge-index.ts";
import { significantTokens } from "../../sql/lex.ts";
import { acronymOf, lastBrackets } from "../../text/last-brackets.ts";
import { quoted } from "../../text/quoted.ts";
import { textsWith } from "../../text/texts-with.ts";
import type { LintContext } from "../context.ts";
import { defineRules, type FindingOf, sqlFamily } from "../rule.ts";

/** Definitions and descriptions shorter than this, folded, are found by chance. */
const leastDefinition = 12;
const leastDescription = 40;

/** What the system under test can read of a task, and which of the words that give a masked node away are in which of it. */
interface Readable {
  question: string;
  nodes: KnowledgeNode[];
  /** Where the definition or description of a masked node is, folded: at 0 in the question, at n in the nth visible node. */
  definitions: ReadonlyMap<string, readonly number[]>;
  /** In the sayings of which visible nodes a masked node's name is, in small letters, also as a part of a word. */
  names: ReadonlyMap<string, readonly number[]>;
}

const rules = defineRules({
  "leak-literal": {
    severity: { warning: "texts", info: "numbers" },
    meaning:
      "Every literal of the masked snippet occurs in the ambiguous question. Not checked for schema linking, where the column is open, not the value.",
    fix: "Use vaguer words, or unmask the snippet.",
  },
  "leak-definition": {
    severity: "warning",
    meaning:
      "The ambiguous question or a visible node contains the definition or description of a masked node.",
    fix: "Hide that node too, or remove the words from the question.",
  },
  "leak-name": {
    severity: {
      warning: "the question, although a critical ambiguity should use vaguer words",
      info: "the question in other cases, or a visible node that does not list it as a child",
    },
    meaning: "The ambiguous question, or a visible node, names a masked node.",
    fix: "Use the ambiguity's term, or remove the name.",
  },
});
type Leak = FindingOf<typeof rules>;

/** Whether the system under test can still read what is masked. */
export const leaks = sqlFamily({
  topic: "leaks",
  rules,
  find(context) {
    const question = context.task.ambiguousQuestion;
    if (question === null) return [];
    const readable = readableOf(context, question);
    return context.task.ambiguities.flatMap((ambiguity, index) => [
      ...literalLeak(context, question, ambiguity, index),
      ...knowledgeLeaks(context, readable, ambiguity, index),
    ]);
  },
});

/** All literals of a masked snippet are in the question, so that nothing of its values is left to ask. */
function literalLeak(
  { dialect }: LintContext,
  question: string,
  ambiguity: Ambiguity,
  index: number,
): Leak[] {
  const { kind, isMask, type, sqlSnippet, term } = ambiguity;
  // Which column is meant stays open though the value is in the question.
  if (kind === "non-critical" || kind === "environmental" || isMask === false) return [];
  if (type === "schema_linking_ambiguity") return [];
  const literals = significantTokens(sqlSnippet, dialect).flatMap(({ kind: token, text }) => {
    if (token === "number") return /^\d$/.test(text) ? [] : [text];
    return token === "string" && /\p{L}{3}/u.test(text)
      ? [text.replace(/^[^']*'|'$/g, "").replaceAll("%", "")]
      : [];
  });
  const ranges = literals.map((literal) => wordRange(question, literal, false));
  const [range] = ranges;
  if (range === undefined || ranges.includes(null)) return [];
  return [
    {
      rule: "leak-literal",
      severity: literals.every((literal) => /^[\d.]/.test(literal)) ? "info" : "warning",
      where: { kind: "ambiguous-question", range },
      message: `The ambiguous question says ${literals.map(quoted).join(", ")}, which the masked snippet of ${quoted(term)} should clarify (ambiguity ${index + 1}). Use vaguer words, or unmask the snippet.`,
      evidence: { kind: "sql", sql: sqlSnippet },
    },
  ];
}

/** The node that an ambiguity masks, if it is in the base. */
function maskedNode({ knowledge }: LintContext, ambiguity: Ambiguity): KnowledgeNode | undefined {
  const id = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
  return id === null ? undefined : knowledge?.graph.nodes.get(id);
}

function readableOf(context: LintContext, question: string): Readable {
  const { task, knowledge } = context;
  const nodes = visibleNodes(context);
  const masked = task.ambiguities.flatMap((ambiguity) => maskedNode(context, ambiguity) ?? []);
  const textsOf = (texts: ReadonlyMap<number, string> | undefined) =>
    nodes.map(({ id }) => texts?.get(id) ?? "");
  return {
    ...{ question, nodes },
    definitions: textsWith(
      masked.flatMap((node) => definitionTexts(node).map(({ text }) => text)),
      [folded(question), ...textsOf(knowledge?.texts)],
    ),
    names: textsWith(
      masked.flatMap(namesOf),
      textsOf(knowledge?.sayings).map((text) => text.toLowerCase()),
    ),
  };
}

function knowledgeLeaks(
  context: LintContext,
  readable: Readable,
  ambiguity: Ambiguity,
  index: number,
): Leak[] {
  const node = maskedNode(context, ambiguity);
  if (node === undefined) return [];
  return [
    ...definitionLeaks(readable, node, index),
    ...nameInQuestion(context, readable.question, node, index),
    ...nameInKnowledge(context, readable, node, index),
  ];
}

function definitionLeaks({ nodes, definitions }: Readable, node: KnowledgeNode, index: number): Leak[] {
  const told = new Map<number, string>();
  for (const { what, text } of definitionTexts(node))
    for (const place of definitions.get(text) ?? []) if (!told.has(place)) told.set(place, what);
  return [...told]
    .sort(([one], [other]) => one - other)
    .map(([place, what]) => {
      const { id, name } = nodes[place - 1] ?? {};
      const source = place === 0 ? "The ambiguous question" : `The visible node ${id} (${name})`;
      return {
        rule: "leak-definition",
        where: { kind: "ambiguity", index },
        message: `${source} gives away the ${what} of the masked node ${node.id} (${node.name}). Hide that node too, or remove the ${what}.`,
      };
    });
}

/** What of a node is to be hidden besides its name, folded. */
function definitionTexts({ definition, description }: KnowledgeNode): { what: string; text: string }[] {
  return [
    { what: "definition", text: formulaOf(definition), least: leastDefinition },
    { what: "description", text: folded(description), least: leastDescription },
  ].filter(({ text, least }) => text.length >= least);
}

/** The right side of a definition, which is what is to be hidden: "CLI = a / b" gives "a/b". */
function formulaOf(definition: string): string {
  const text = folded(definition);
  const sign = text.search(/=/);
  const right = sign < 0 ? text : text.slice(sign + 1);
  return right.split(/,where|\.where|where/)[0] ?? right;
}

function nameInQuestion(context: LintContext, question: string, node: KnowledgeNode, index: number): Leak[] {
  const range = nameRange(question, node);
  if (range === null) return [];
  const isObscured = sharesSnippetWithWords(context, index);
  return [
    {
      rule: "leak-name",
      severity: isObscured ? "warning" : "info",
      where: { kind: "ambiguous-question", range },
      message: isObscured
        ? `The ambiguous question still names the masked node ${node.id} (${node.name}), although a critical ambiguity should use vaguer words. Use the ambiguity's term instead.`
        : `The ambiguous question names the masked node ${node.id} (${node.name}), so the system knows what to ask for.`,
    },
  ];
}

/** Whether a critical ambiguity has the same snippet: then its vague words are meant to stand for the node's name. */
function sharesSnippetWithWords({ task, locations }: LintContext, index: number): boolean {
  const range = locations[index]?.matches[0]?.anchor.range;
  const own = folded(task.ambiguities[index]?.sqlSnippet ?? "");
  return task.ambiguities.some(({ kind, sqlSnippet }, other) => {
    if (kind !== "critical") return false;
    const theirs = locations[other]?.matches[0]?.anchor.range;
    const isSamePlace = range !== undefined && theirs?.from === range.from && theirs.to === range.to;
    return isSamePlace || folded(sqlSnippet) === own;
  });
}

/** Nodes that build on a masked one name it as a matter of course; others need not. */
function nameInKnowledge(
  { knowledge }: LintContext,
  { nodes, names }: Readable,
  node: KnowledgeNode,
  index: number,
): Leak[] {
  if (knowledge === null) return [];
  const places = [...new Set(namesOf(node).flatMap((name) => names.get(name) ?? []))];
  const naming = places
    .sort((one, other) => one - other)
    .flatMap((place) => nodes[place] ?? [])
    .filter(
      ({ id }) => !node.children.includes(id) && nameRange(knowledge.sayings.get(id) ?? "", node) !== null,
    );
  const above = naming.length === 0 ? new Set<number>() : ancestors(knowledge.graph, node.id);
  const telling = naming.filter(({ id }) => !above.has(id));
  if (telling.length === 0) return [];
  return [
    {
      rule: "leak-name",
      severity: "info",
      where: { kind: "ambiguity", index },
      message: `The masked node ${node.id} (${node.name}) is named by ${telling.map(({ id, name }) => `node ${id} (${name})`).join(", ")}, which does not list it among its children. List it there, or remove the name.`,
    },
  ];
}

function visibleNodes({ task, knowledge }: LintContext): KnowledgeNode[] {
  if (knowledge === null) return [];
  const masked = new Set(maskedNodes(task, knowledge.graph));
  return [...knowledge.graph.nodes.values()].filter(({ id }) => !masked.has(id));
}

/** How a text may say a node's name: in full, without its acronym, or by the acronym alone in capitals. */
function spellingsOf({ name }: KnowledgeNode): { words: string; withCase: boolean }[] {
  const acronym = acronymOf(name, 3);
  const { bare } = lastBrackets(name);
  return [
    ...(bare.includes(" ") ? [{ words: bare, withCase: false }] : []),
    ...(acronym !== null && /^[A-Z]/.test(acronym) ? [{ words: acronym, withCase: true }] : []),
  ];
}

const namesOf = (node: KnowledgeNode): string[] => spellingsOf(node).map(({ words }) => words.toLowerCase());

/** Where a text says a node's name. */
function nameRange(text: string, node: KnowledgeNode): TextRange | null {
  for (const { words, withCase } of spellingsOf(node)) {
    const range = wordRange(text, words, withCase);
    if (range !== null) return range;
  }
  return null;
}

/** Where whole words are in a text; numbers count by how they are written. */
function wordRange(text: string, words: string, withCase: boolean): TextRange | null {
  const [haystack, needle] = withCase ? [text, words] : [text.toLowerCase(), words.toLowerCase()];
  if (needle.trim() === "" || haystack.length !== text.length) return null;
  for (let from = haystack.indexOf(needle); from >= 0; from = haystack.indexOf(needle, from + 1)) {
    const to = from + needle.length;
    const isPart = /[\p{L}\p{N}]/u;
    const joinsNumber =
      /^[.,]\d/.test(haystack.slice(to, to + 2)) ||
      /\d[.,]$/.test(haystack.slice(Math.max(0, from - 2), from));
    const isNumber = /^\d/.test(needle);
    if (isPart.test(haystack[from - 1] ?? "") || isPart.test(haystack[to] ?? "")) continue;
    if (!(isNumber && joinsNumber)) return { from, to };
  }
  return null;
}
