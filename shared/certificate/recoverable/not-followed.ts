import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { namesInStatements } from "../../sql/state-dependence.ts";
import { quoted } from "../../text/quoted.ts";
import { placeOfName } from "./named-nodes.ts";

/** What nodes that a question names ask for and the gold does not have, each in a sentence. */
export function notFollowed(context: ProvenanceContext, phase: Phase, text: string): string[] {
  return nodesNotFollowed(context, phase, (node) => {
    const at = placeOfName(text, node);
    return at !== null && !isDenied(text, at);
  }).map(
    ({ node, missing }) =>
      `it names ${quoted(node.name)}, which asks for ${missing.map(quoted).join(", ")}, and the gold has none of it`,
  );
}

/** The nodes of the list of a phase whose numbers the gold does not have: lists say what golds use. */
export function listedNotFollowed(context: ProvenanceContext, phase: Phase): UnfollowedNode[] {
  const { task } = context;
  const listed = new Set(phase === 1 ? task.knowledgeIds : (task.followUp?.knowledgeIds ?? []));
  return nodesNotFollowed(context, phase, ({ id }) => listed.has(id)).flatMap(({ node, missing }) => {
    const numbers = missing.filter((one) => Number.isFinite(Number(one)));
    return numbers.length === 0 ? [] : [{ node, missing: numbers }];
  });
}

/** A node with what it asks for and the gold does not have. */
interface UnfollowedNode {
  node: KnowledgeNode;
  missing: string[];
}

/** Of the nodes that are asked for, columns of formulas, their constants and bounds that no gold up to a phase has. */
function nodesNotFollowed(
  { knowledge, gold, schema }: ProvenanceContext,
  phase: Phase,
  isAskedFor: (node: KnowledgeNode) => boolean,
): UnfollowedNode[] {
  if (knowledge === null || schema === null) return [];
  const trees = phase === 1 ? gold[1] : [...gold[1], ...gold[2]];
  const names = namesInStatements(trees);
  const numbers = new Set(
    trees.flatMap(({ sql }) => sql.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => Number(number)),
  );
  const columns = new Set(
    schema.tables.flatMap((table) => table.columns.map(({ name }) => name.toLowerCase())),
  );
  return [...knowledge.graph.nodes.values()].filter(isAskedFor).flatMap((node): UnfollowedNode[] => {
    const wanted = wantedBy(node);
    const missing = [
      ...wanted.names.filter((name) => columns.has(name) && !names.has(name)),
      ...wanted.numbers.filter((number) => !numbers.has(number)).map(String),
    ];
    return missing.length === 0 ? [] : [{ node, missing }];
  });
}

/** "without Half-Limit Substitution", "that are no Headwaters". */
function isDenied(text: string, at: number): boolean {
  return /\b(?:not|no|non|without|never|except|excluding|instead of|rather than)\s+(?:\w+\s+){0,2}$/i.test(
    text.slice(0, at),
  );
}

function wantedBy({ definition }: KnowledgeNode): { names: string[]; numbers: number[] } {
  const plain = definition.replaceAll("\\_", "_");
  const formulas = plain.match(/\$[^$]+\$/g) ?? [];
  const names = formulas.flatMap((formula) => formula.match(/(?<![\\A-Za-z_])[a-z][a-z_]{3,}/g) ?? []);
  const inFormulas = formulas.flatMap(
    (formula) => formula.match(/(?<![\w.^{])\d+(?:\.\d+)?(?![\w}])/g) ?? [],
  );
  const bounds = [
    ...plain.matchAll(/\b(?:above|below|over|under|at least|at most|more than|less than) (\d+(?:\.\d+)?)/g),
  ];
  const numbers = [...inFormulas, ...bounds.map(([, number = ""]) => number)].map(Number);
  return {
    names: [...new Set(names)],
    numbers: [...new Set(numbers)].filter((number) => number !== 0 && number !== 1),
  };
}
