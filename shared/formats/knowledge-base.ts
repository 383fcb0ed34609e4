import type { InputProblem } from "../contract/errors.ts";
import type { Finding } from "../domain/finding.ts";
import type { KnowledgeNode } from "../domain/knowledge-node.ts";
import { knowledgeBaseFindings } from "../findings/text/knowledge.ts";
import { unexpectedShape } from "../findings/text/row-format.ts";
import { onOneLine, patchJsonText } from "./json/json-patch.ts";
import { readJsonRows } from "./json/json-rows.ts";
import { type JsonNode, readJsonTree } from "./json/json-tree.ts";
import { type Lens, mapped, quietTrail, same, type Trail } from "./json/lens.ts";
import { record } from "./json/record-lens.ts";
import { integers, optionalInteger, text } from "./json/value-lens.ts";

/** A knowledge node with the JSON text it was read from, null for a new one. */
export interface SourcedKnowledgeNode {
  node: KnowledgeNode;
  source: string | null;
}

/** A `<db>_kb.jsonl`: its nodes in order, why other rows could not be read, and what is wrong with the base. */
export interface KnowledgeBaseFile {
  nodes: SourcedKnowledgeNode[];
  problems: InputProblem[];
  findings: Finding[];
}

const isMinusOne = (node: JsonNode | undefined) => node?.kind === "number" && Number(node.text) === -1;

/** The children of a node: a list of ids, or -1 where it builds on nothing (rule K1). */
const listedChildren = mapped(
  integers,
  (ids) => ids.filter((id) => id !== -1),
  (ids) => ids,
);
const children: Lens<number[]> = {
  read: (node, trail) => (isMinusOne(node) ? [] : listedChildren.read(node, trail)),
  write: (node, value) => {
    if (same(children.read(node, quietTrail()), value)) return null;
    if (value.length === 0) return { kind: "set", json: "-1" };
    return listedChildren.write(node?.kind === "list" ? node : undefined, value);
  },
};

const nodeLens: Lens<Omit<KnowledgeNode, "id"> & { id: number | null }> = record({
  id: { name: "id", lens: optionalInteger },
  name: { name: "knowledge", lens: text },
  description: { name: "description", lens: text },
  definition: { name: "definition", lens: text },
  type: { name: "type", lens: text },
  children: { name: "children_knowledge", lens: children },
});

const skeleton =
  '{"id": null, "knowledge": "", "description": "", "definition": "", "type": "", "children_knowledge": -1}';

/** Reads a knowledge base, row by row; a row that is no node is a problem with its line, the rest is offered. */
export function readKnowledgeBase(text: string, file: string): KnowledgeBaseFile {
  const { rows, problems } = readJsonRows(text, file);
  const nodes: SourcedKnowledgeNode[] = [];
  const shapes: Finding[] = [];
  for (const { row, text: source, node: tree } of rows) {
    const trail: Trail = { path: [], notes: [] };
    const { id, ...rest } = nodeLens.read(tree, trail);
    if (id === null) {
      problems.push({
        file,
        row,
        field: "id",
        reason: "The knowledge node has no id that is a whole number.",
        fix: "Give it one; the other nodes can be imported without it.",
      });
      continue;
    }
    nodes.push({ node: { id, ...rest }, source });
    for (const { path, reason } of trail.notes)
      shapes.push(unexpectedShape({ kind: "knowledge", node: id }, path, reason));
  }
  return { nodes, problems, findings: [...shapes, ...knowledgeBaseFindings(nodes.map(({ node }) => node))] };
}

/** The nodes as JSONL, one a line, each with a line feed. What was not edited is written as it was read. */
export function writeKnowledgeBase(nodes: readonly SourcedKnowledgeNode[]): string {
  return nodes
    .map(({ node, source }) => {
      const text = source ?? skeleton;
      return `${onOneLine(patchJsonText(text, nodeLens.write(readJsonTree(text), node)))}\n`;
    })
    .join("");
}
