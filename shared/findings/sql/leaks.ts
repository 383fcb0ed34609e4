import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { TextRange } from "../../domain/finding.ts";
import { ancestors, type KnowledgeNode } from "../../domain/knowledge-node.ts";
import { maskedNodes } from "../../domain/mask.ts";
import { folded } from "../../sql/knowledge-index.ts";
import { significantTokens } from "../../sql/lex.ts";
import { acronymOf, lastBrackets } from "../../text/last-brackets.ts";
import { quoted } from "../../text/quoted.ts";
import type { LintContext } from "../context.ts";
import { defineRules, type FindingOf, sqlFamily } from "../rule.ts";

/** Definitions and descriptions shorter than this, folded, are found by chance. */
const leastDefinition = 12;
const leastDescription = 40;

/** What the system under test can read of a task: its ambiguous question, and the nodes that are not masked. */
interface Readable {
  question: string;
  foldedQuestion: string;
  nodes: KnowledgeNode[];
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
    const readable: Readable = { question, foldedQuestion: folded(question), nodes: visibleNodes(context) };
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

function knowledgeLeaks(
  context: LintContext,
  readable: Readable,
  ambiguity: Ambiguity,
  index: number,
): Leak[] {
  const id = ambiguity.kind === "knowledge" ? ambiguity.deletedKnowledge : null;
  const node = id === null ? undefined : context.knowledge?.graph.nodes.get(id);
  if (node === undefined) return [];
  return [
    ...definitionLeaks(context, readable, node, index),
    ...nameInQuestion(context, readable.question, node, index),
    ...nameInKnowledge(context, readable.nodes, node, index),
  ];
}

function definitionLeaks(
  context: LintContext,
  { foldedQuestion, nodes }: Readable,
  node: KnowledgeNode,
  index: number,
): Leak[] {
  const wanted = [
    { what: "definition", text: formulaOf(node.definition), least: leastDefinition },
    { what: "description", text: folded(node.description), least: leastDescription },
  ].filter(({ text, least }) => text.length >= least);
  const sources = [
    { name: "The ambiguous question", text: foldedQuestion },
    ...nodes.map(({ id, name }) => ({
      name: `The visible node ${id} (${name})`,
      text: context.knowledge?.texts.get(id) ?? "",
    })),
  ];
  return sources.flatMap(({ name, text }): Leak[] => {
    const found = wanted.find((part) => text.includes(part.text));
    if (found === undefined) return [];
    return [
      {
        rule: "leak-definition",
        where: { kind: "ambiguity", index },
        message: `${name} gives away the ${found.what} of the masked node ${node.id} (${node.name}). Hide that node too, or remove the ${found.what}.`,
      },
    ];
  });
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
  nodes: readonly KnowledgeNode[],
  node: KnowledgeNode,
  index: number,
): Leak[] {
  if (knowledge === null) return [];
  const above = ancestors(knowledge.graph, node.id);
  const telling = nodes.filter(
    (other) =>
      !above.has(other.id) &&
      !node.children.includes(other.id) &&
      nameRange(knowledge.sayings.get(other.id) ?? "", node) !== null,
  );
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

/** Where a text says a node's name: in full, without its acronym, or the acronym alone in capitals. */
function nameRange(text: string, { name }: KnowledgeNode): TextRange | null {
  const acronym = acronymOf(name, 3);
  const words = lastBrackets(name).bare;
  const full = words.includes(" ") ? wordRange(text, words, false) : null;
  return full ?? (acronym !== null && /^[A-Z]/.test(acronym) ? wordRange(text, acronym, true) : null);
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
