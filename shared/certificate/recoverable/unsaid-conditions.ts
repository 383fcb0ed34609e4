import { turnedSign } from "../../dialogue/simulator/comparison-said.ts";
import { columnWay, isLiteral, literalWay } from "../../dialogue/simulator/literal-ways.ts";
import { saidText } from "../../dialogue/simulator/said-text.ts";
import type { Speech } from "../../dialogue/simulator/speech.ts";
import { speechOf } from "../../dialogue/simulator/speech-of.ts";
import { plainWords, taskWords } from "../../dialogue/simulator/task-words.ts";
import type { TextRange } from "../../domain/finding.ts";
import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import { maskedNodes, neededNodes } from "../../domain/mask.ts";
import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../../sql/lex.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { saysNumber, wordIndex } from "../../sql/provenance/word-index.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { phrasePattern } from "../../text/phrase-pattern.ts";
import { conditionsOf } from "../conditions-of.ts";
import { namesNode } from "./named-nodes.ts";

/** A part of a statement of the gold. */
interface GoldStretch {
  statement: number;
  range: TextRange;
}

/**
 * Conditions of the gold of which nothing is said: no column and no value of theirs is in the words that are `heard` (the question
 * and all clarifications), or in the knowledge that the phase is about.
 */
export function unsaidConditions(context: ProvenanceContext, phase: Phase, heard: string): GoldStretch[] {
  const said = saidText(heard);
  const read = nodesRead(context, phase, heard).map(
    ({ name, description, definition }) => `${name} | ${description} | ${definition.replaceAll("\\_", "_")}`,
  );
  const before = new Set(
    phase === 1 ? [] : context.gold[1].flatMap((tree) => conditionsOf(tree).map((node) => bare(tree, node))),
  );
  return context.gold[phase].flatMap((tree, statement) => {
    const speech = speechOf(taskWords(context, phase), tree);
    return conditionsOf(tree)
      .filter((node) => !before.has(bare(tree, node)) && !isClarified(context, phase, statement, node))
      .filter((node) => {
        const parts = [...nodesOf(node)].filter((part) => part.kind === "column" || isLiteral(part));
        const isSaid = (part: SqlNode) =>
          wayOf(speech, part, node)(said) !== null || read.some((text) => isIn(text, tree, part));
        return !parts.some((part) => (isTrivial(tree, part) ? saysOne(tree, part, heard) : isSaid(part)));
      })
      .map(({ from, to }) => ({ statement, range: { from, to } }));
  });
}

function wayOf(speech: Speech, part: SqlNode, condition: SqlNode) {
  if (part.kind === "column") return columnWay(speech, part);
  // A value is read by the column that it is compared with, on whichever side that stands.
  const isTurned = condition.kind === "comparison" && condition.children[0] === part;
  return literalWay(
    speech,
    part,
    isTurned ? { ...condition, children: condition.children.toReversed() } : condition,
  );
}

/** 0 and 1 are in every knowledge base. */
function isTrivial(tree: SqlTree, part: SqlNode): boolean {
  return part.kind === "number" && /^[01]$/.test(textOf(tree, part));
}

function saysOne(tree: SqlTree, part: SqlNode, heard: string): boolean {
  return textOf(tree, part) === "1" && saysNumber(wordIndex(heard), "1");
}

/** Whether a text writes a name or a value as the gold does, or its words one after another. */
function isIn(text: string, tree: SqlTree, part: SqlNode): boolean {
  const written =
    part.kind === "column"
      ? plainWords(nameOf(tree.tokens[part.end - 1]) ?? "")
      : plainWords(textOf(tree, part).replace(/^[^']*'|'$/g, ""));
  if (written.length === 0) return false;
  const whole = `(?<![\\p{L}\\p{N}])${written.join("[\\s_.-]*")}(?![\\p{L}\\p{N}])`;
  return phrasePattern(whole, "iu")?.test(text) === true;
}

/** What a phase is about: what its list has, and what its question names, with all that these build on, unless it is hidden. */
function nodesRead({ task, knowledge }: ProvenanceContext, phase: Phase, heard: string): KnowledgeNode[] {
  if (knowledge === null) return [];
  const { graph } = knowledge;
  const listed = phase === 1 ? task.knowledgeIds : (task.followUp?.knowledgeIds ?? []);
  const named = [...graph.nodes.values()].filter((node) => namesNode(heard, node)).map(({ id }) => id);
  const hidden = new Set(maskedNodes(task, graph));
  return [...neededNodes(graph, [...listed, ...named])].flatMap((id) =>
    hidden.has(id) ? [] : (graph.nodes.get(id) ?? []),
  );
}

/** A condition without layout, case, side and the names of its tables. */
function bare(tree: SqlTree, node: SqlNode): string {
  const [left, operator, right] = node.kind === "comparison" ? node.children : [];
  const isTurned = isLiteral(left) && operator !== undefined && right !== undefined;
  const text = isTurned
    ? `${textOf(tree, right)}${turnedSign(textOf(tree, operator))}${textOf(tree, left)}`
    : textOf(tree, node);
  return text
    .toLowerCase()
    .replaceAll(/\b\w+\.(?=\w)/g, "")
    .replaceAll(/\s+/g, "");
}

function isClarified(
  { locations }: ProvenanceContext,
  phase: Phase,
  statement: number,
  { from, to }: SqlNode,
) {
  return (
    phase === 1 &&
    locations
      .flatMap(({ matches }) => matches)
      .some(
        (match) =>
          match.statement === statement && match.anchor.range.from < to && from < match.anchor.range.to,
      )
  );
}
