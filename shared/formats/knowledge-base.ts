import type { InputProblem } from "../contract/errors.ts";
import type { Finding } from "../domain/finding.ts";
import type { KnowledgeNode } from "../domain/knowledge-node.ts";
import { knowledgeBaseFindings } from "../findings/text/knowledge.ts";
import { unexpectedShape } from "../findings/text/row-format.ts";
import { readJsonRows } from "./json/json-rows.ts";
import { type JsonNode, memberOf } from "./json/json-tree.ts";
import { inside, type Lens, type Trail } from "./json/lens.ts";
import { integers, optionalInteger, text } from "./json/value-lens.ts";

/** A `<db>_kb.jsonl`: its nodes in order, why other rows could not be read, and what is wrong with the base. */
export interface KnowledgeBaseFile {
  nodes: KnowledgeNode[];
  problems: InputProblem[];
  findings: Finding[];
}

const isMinusOne = (node: JsonNode | undefined) => node?.kind === "number" && Number(node.text) === -1;

type ReadNode = Omit<KnowledgeNode, "id"> & { id: number | null };

function readNode(row: JsonNode, trail: Trail): ReadNode {
  const read = <T>(name: string, lens: Lens<T>) => lens.read(memberOf(row, name)?.value, inside(trail, name));
  return {
    id: read("id", optionalInteger),
    name: read("knowledge", text),
    description: read("description", text),
    definition: read("definition", text),
    type: read("type", text),
    // A list of ids, or -1 where it builds on nothing (rule K1).
    children: isMinusOne(memberOf(row, "children_knowledge")?.value)
      ? []
      : read("children_knowledge", integers).filter((child) => child !== -1),
  };
}

/** Reads a knowledge base, row by row; a row that is no node is a problem with its line, the rest is offered. */
export function readKnowledgeBase(text: string, file: string): KnowledgeBaseFile {
  const { rows, problems } = readJsonRows(text, file);
  const nodes: KnowledgeNode[] = [];
  const shapes: Finding[] = [];
  for (const { row, node: tree } of rows) {
    const trail: Trail = { path: [], notes: [] };
    const { id, ...rest } = readNode(tree, trail);
    if (id === null) {
      problems.push({
        file,
        row,
        field: "id",
        reason: "The id of the knowledge node is missing or not a whole number.",
        fix: "Add one; the other nodes can be imported without it.",
      });
      continue;
    }
    nodes.push({ id, ...rest });
    for (const { path, reason } of trail.notes)
      shapes.push(unexpectedShape({ kind: "knowledge", node: id }, path, reason));
  }
  return { nodes, problems, findings: [...shapes, ...knowledgeBaseFindings(nodes)] };
}
