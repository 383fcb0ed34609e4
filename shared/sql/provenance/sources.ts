import { maskedNodes, neededNodes } from "../../domain/mask.ts";
import type { Phase } from "../../domain/task.ts";
import type { InformedTask, VisibleDatabase } from "../parsed-task.ts";
import type { Trace } from "./origin.ts";
import { type WordIndex, wordIndex } from "./word-index.ts";

/** What a task's gold is traced in: the task with its snippets found and its knowledge, and what the system sees of the database. */
export interface ProvenanceContext extends InformedTask, VisibleDatabase {}

/** A text that a system reads, and how evidence speaks of it. */
export interface ReadText {
  origin: "question" | "knowledge" | "schema";
  /** "The question", "Node 5 (Crane Load Index)", "The meaning of visit.flow". */
  name: string;
  index: WordIndex;
}

/** All that a system under test can read about a task. */
export interface Sources {
  question: ReadText;
  knowledge: readonly ReadText[];
  meanings: readonly ReadText[];
  /** The question first. */
  texts: readonly ReadText[];
  /** Text of the gold within snippets: `statement`, offsets and the words for it. */
  clarified: readonly { statement: number; from: number; to: number; type: string; evidence: string }[];
}

/** Reads what the system under test sees in a phase, once for all parts of its gold; a follow-up has no snippets. */
export function sourcesOf(context: ProvenanceContext, phase: Phase): Sources {
  const { task, locations } = context;
  const seen = phase === 2 ? task.followUp?.question : (task.ambiguousQuestion ?? task.clearQuestion);
  const question: ReadText = { origin: "question", name: "The question", index: wordIndex(seen ?? "") };
  const knowledge = visibleKnowledge(context, phase);
  const meanings = meaningsOfUsedTables(context, phase);
  const clarified = (phase === 2 ? [] : task.ambiguities).flatMap(({ term, type }, index) =>
    (locations[index]?.matches ?? []).map(({ statement, anchor: { range } }) => ({
      statement,
      ...range,
      type,
      evidence: `Ambiguity ${index + 1}${term === "" ? "" : ` ("${term}")`} clarifies it.`,
    })),
  );
  return {
    question,
    knowledge,
    meanings,
    texts: [question, ...knowledge, ...meanings],
    clarified,
  };
}

/** The nodes that the phases up to this one need and that are not hidden; all visible ones where the task lists none. */
function visibleKnowledge({ task, knowledge }: ProvenanceContext, phase: Phase): ReadText[] {
  if (knowledge === null) return [];
  const hidden = new Set(maskedNodes(task, knowledge.graph));
  const listed = [...task.knowledgeIds, ...(phase === 2 ? (task.followUp?.knowledgeIds ?? []) : [])];
  const ids = listed.length > 0 ? neededNodes(knowledge.graph, listed) : knowledge.graph.nodes.keys();
  return [...ids].flatMap((id): ReadText[] => {
    const node = knowledge.graph.nodes.get(id);
    if (node === undefined || hidden.has(id)) return [];
    const text = `${node.name} | ${node.description} | ${node.definition}`;
    return [{ origin: "knowledge", name: `Node ${id} (${node.name})`, index: wordIndex(text) }];
  });
}

/** The meanings of the columns of tables that the gold names. */
function meaningsOfUsedTables({ gold, meanings }: ProvenanceContext, phase: Phase): ReadText[] {
  const named = new Set(
    gold[phase].flatMap(({ tokens }) => tokens.map(({ text }) => text.replaceAll('"', "").toLowerCase())),
  );
  return meanings
    .filter(({ table }) => named.has(table.toLowerCase()))
    .map(({ table, column, text, fields }) => {
      const inside = fields.map(({ path, text: meaning }) => `${path.join(" ")} ${meaning}`).join(" | ");
      return {
        origin: "schema",
        name: `The meaning of ${table}.${column}`,
        index: wordIndex(`${text} | ${inside}`),
      };
    });
}

/** The traces of every text that passes a test; `what` ends the sentence: 'says "industrial"'. */
export function tracesIn(
  texts: readonly ReadText[],
  test: (index: WordIndex) => boolean,
  what: string,
): Trace[] {
  return texts
    .filter(({ index }) => test(index))
    .map(({ origin, name }) => ({ origin, evidence: `${name} ${what}.` }));
}
