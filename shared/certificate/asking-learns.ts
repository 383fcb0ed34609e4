import { snippetPart } from "../dialogue/simulator/clarification-words.ts";
import { leaksIn } from "../dialogue/simulator/leaks-in.ts";
import { saidParts } from "../dialogue/simulator/said-parts.ts";
import { contentWords } from "../dialogue/simulator/task-words.ts";
import type { Finding } from "../domain/finding.ts";
import { descendants, type KnowledgeNode } from "../domain/knowledge-node.ts";
import { maskedNodes, neededNodes } from "../domain/mask.ts";
import { termRange } from "../findings/text/ambiguities.ts";
import type { ProvenanceContext } from "../sql/provenance/sources.ts";
import { stem } from "../sql/provenance/word-index.ts";
import { quoted } from "../text/quoted.ts";

/** What makes recoverable fail because nobody says it. */
const unsaidRules = ["part-not-settled", "condition-not-said", "order-not-said"];

/**
 * Whether asking is what settles a task: no ambiguity is settled by what a system reads without asking, none has the words of
 * another, and nothing of the gold stays unsaid (`recoverable`: what that property reports) when everything has been asked.
 */
export function askingLearns(context: ProvenanceContext, recoverable: readonly Finding[]): Finding[] {
  const unlearnt = recoverable.filter(
    ({ rule, severity, where }) =>
      severity === "error" && unsaidRules.includes(rule) && where.kind !== "follow-up",
  );
  return [
    ...givenAway(context),
    ...termsAlike(context),
    ...unlearnt.map(({ where, evidence }): Finding => {
      const sql = evidence?.kind === "sql" ? evidence.sql : "";
      return {
        ...{ rule: "not-learnt-by-asking", severity: "error", where },
        message: `Who asks about every ambiguity still does not learn ${quoted(sql)} of the gold. Annotate it as an ambiguity, or say it in the question.`,
      };
    }),
  ];
}

/** Ambiguities that what a system reads without asking settles: words of the question, its SQL, or another node for a hidden one. */
function givenAway(context: ProvenanceContext): Finding[] {
  const { ambiguousQuestion: question, clearQuestion, ambiguities } = context.task;
  if (question === null) return [];
  const indexes = [...ambiguities.keys()];
  const elsewhere = indexes.filter((index) => isSettledBy(context, index, question));
  const anywhere = indexes.filter(
    (index) => says(context, index, question) && !says(context, index, ambiguities[index]?.term ?? ""),
  );
  const whole: Finding["where"] = { kind: "ambiguous-question", range: null };
  const found: Finding[] = [];
  // One by itself may be chance: its words are everyday words, too.
  const saying = anywhere.length === indexes.length ? anywhere : elsewhere;
  if (saying.length > 1)
    for (const index of saying) found.push(settled(context, index, "The ambiguous question"));
  if (clearQuestion !== null && saysAllOf(question, clearQuestion))
    found.push({
      ...{ rule: "settled-without-asking", severity: "error", where: whole },
      message:
        "The ambiguous question says all that the clear one says, so nobody has to ask. Use vaguer words.",
    });
  for (const { words } of leaksIn(context, 1, question, []))
    if (isSql.test(words))
      found.push({
        ...{ rule: "settled-without-asking", severity: "error", where: whole },
        message: `The ambiguous question quotes the SQL of its gold: ${quoted(words)}. Say it in plain words, and leave open what has to be asked.`,
      });
  for (const [index, { kind, ...ambiguity }] of ambiguities.entries()) {
    const hidden =
      kind === "knowledge" && "deletedKnowledge" in ambiguity ? ambiguity.deletedKnowledge : null;
    const node =
      hidden === null
        ? undefined
        : nodesBeside(context, hidden).find((one) => says(context, index, textOfNode(one)));
    if (node !== undefined)
      found.push(settled(context, index, `The visible knowledge node ${node.id} (${node.name})`));
  }
  return found;
}

const isSql = /[=<>(']|\w\.\w/;

function settled({ task }: ProvenanceContext, index: number, what: string): Finding {
  return {
    ...{ rule: "settled-without-asking", severity: "error", where: { kind: "ambiguity", index } },
    message: `${what} says all that ambiguity ${index + 1} (${quoted(task.ambiguities[index]?.term ?? "")}) should leave open, so nobody has to ask. Use vaguer words, or hide the node.`,
  };
}

/** Whether a question says every part of an ambiguity's snippet in other words than those that leave it open. */
function isSettledBy(context: ProvenanceContext, index: number, question: string): boolean {
  const term = context.task.ambiguities[index]?.term ?? "";
  const range = termRange(question, term);
  return says(
    context,
    index,
    range === null ? question : `${question.slice(0, range.from)} … ${question.slice(range.to)}`,
  );
}

function says(context: ProvenanceContext, index: number, text: string): boolean {
  const part = snippetPart(context, index);
  const said = part === null ? [] : saidParts(context, 1, part, text);
  return said.length > 0 && said.every(({ isSaid }) => isSaid);
}

/** Whether a text has every word and number of another. */
function saysAllOf(text: string, other: string): boolean {
  const words = new Set(contentWords(text).map(stem));
  return contentWords(other).every((word) => words.has(stem(word)));
}

function textOfNode({ name, description, definition }: KnowledgeNode): string {
  return `${name}. ${description} ${definition}`;
}

/** The visible nodes that a task needs, but those that a hidden one builds on: they have its words, and not what it says. */
function nodesBeside({ task, knowledge }: ProvenanceContext, node: number): KnowledgeNode[] {
  if (knowledge === null) return [];
  const { graph } = knowledge;
  const passed = new Set([...maskedNodes(task, graph), ...descendants(graph, node)]);
  return [...neededNodes(graph, task.knowledgeIds)].flatMap((id) =>
    passed.has(id) ? [] : (graph.nodes.get(id) ?? []),
  );
}

function termsAlike({ task }: ProvenanceContext): Finding[] {
  const plain = task.ambiguities.map(({ term }) => term.trim().replaceAll(/\s+/g, " ").toLowerCase());
  return plain.flatMap((term, index): Finding[] => {
    const first = plain.indexOf(term);
    return term === "" || first === index
      ? []
      : [
          {
            ...{ rule: "terms-alike", severity: "error", where: { kind: "ambiguity", index } },
            message: `Ambiguities ${first + 1} and ${index + 1} have one term, ${quoted(term)}, so a question about it is answered for one of them only. Give each the words that leave it open.`,
          },
        ];
  });
}
