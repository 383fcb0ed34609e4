import type { TextRange } from "../../domain/finding.ts";
import type { SqlNode } from "../../sql/tree/sql-node.ts";
import type { Speech } from "./speech.ts";
import { anyOf, type NodePart, type Way } from "./way.ts";

/** Takes the parts of nodes, one after the other. */
export interface PartCollector {
  speech: Speech;
  parts: NodePart[];
  /** Ways in which what stands around a part says it, too: a value says its column. */
  implied: readonly Way[];
  /** Adds the parts of a node and of those in it. */
  collect(collector: PartCollector, node: SqlNode): void;
}

/** Adds one part. */
export function addPart(
  { parts, implied }: PartCollector,
  kind: string,
  node: TextRange,
  ...ways: Way[]
): void {
  parts.push({ range: { from: node.from, to: node.to }, kind, way: anyOf([...ways, ...implied]) });
}

/** Adds the parts of several nodes; `implied` are further ways for all of them. */
export function collectAll(
  collector: PartCollector,
  nodes: readonly (SqlNode | undefined)[],
  implied: readonly Way[] = [],
): void {
  const within =
    implied.length === 0 ? collector : { ...collector, implied: [...collector.implied, ...implied] };
  for (const node of nodes) if (node !== undefined) collector.collect(within, node);
}
