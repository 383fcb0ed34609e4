import type { ColumnMeaning } from "../../domain/column-meaning.ts";
import type { TextRange } from "../../domain/finding.ts";
import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import type { DatabaseSchema } from "../../domain/schema.ts";
import type { SqlNode, SqlNodeKind, SqlTree } from "../tree/sql-node.ts";
import type { Splice } from "./splice.ts";

/** What an operator changes; the types of the taxonomy choose by it. */
export type MutationTopic =
  | "aggregate"
  | "arithmetic"
  | "cast"
  | "change"
  | "column"
  | "comparison"
  | "condition"
  | "constant"
  | "date"
  | "duplicates"
  | "join"
  | "knowledge"
  | "limit"
  | "missing-values"
  | "order"
  | "rank"
  | "rounding"
  | "statement"
  | "text"
  | "value"
  | "window"
  | "zero";

/** What is known around a text of SQL; null or empty where nothing is. */
export interface Surroundings {
  schema: DatabaseSchema | null;
  knowledge: readonly KnowledgeNode[];
  meanings: readonly ColumnMeaning[];
}

/** A node of a tree, seen by an operator: with the nodes around it, the nearest first, and the stretch that may be changed. */
export interface MutationSite extends Surroundings {
  tree: SqlTree;
  node: SqlNode;
  parents: readonly SqlNode[];
  range: TextRange;
}

/** A change of a text by splices, and what it then means, against what it meant: "the maximum instead of the average". */
export interface Mutation {
  splices: Splice[];
  meaning: string;
}

/**
 * One way to change the meaning of SQL. The mutations of a node come with the most plausible first; they parse, but whether
 * they run or change a result depends on the data.
 */
export interface MutationOperator {
  /** Unique; stored with the readings that it made. */
  id: string;
  topic: MutationTopic;
  /** The kinds of nodes that it is asked about. */
  kinds: readonly SqlNodeKind[];
  mutationsAt(site: MutationSite): Iterable<Mutation>;
}
