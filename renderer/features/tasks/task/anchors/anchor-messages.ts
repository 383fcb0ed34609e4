import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { AmbiguityChain } from "#shared/domain/ambiguity-chain.ts";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { VisibleDatabase } from "#shared/sql/parsed-task.ts";
import type { EnvironmentalProposal, UsedColumn } from "#shared/sql/propose/environmental.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import type { TracedPart } from "#shared/sql/provenance/origin.ts";

/** Snippets to find in the statements of a gold. */
export interface AnchorQuestion {
  about: "places";
  gold: readonly string[];
  snippets: readonly string[];
  dialect: SqlDialect;
}

/** What the snippets became that an edit of the gold broke: for each ambiguity the gold in which its snippet last stood, null where there is nothing to ask. */
export interface FollowedQuestion {
  about: "followed";
  gold: readonly string[];
  broken: readonly ({ ambiguity: Ambiguity; before: readonly string[] } | null)[];
  dialect: SqlDialect;
}

/** Which parts of a statement hold a selection, or the cursor. */
export interface NodesQuestion {
  about: "nodes";
  sql: string;
  range: TextRange;
  dialect: SqlDialect;
}

/** Which ambiguities the gold of phase 1 lets one annotate. */
export interface ProposalsQuestion {
  about: "proposals";
  task: Task;
  dialect: SqlDialect;
}

/** Where each part of the gold of a phase can be known from; `nodes` null where no knowledge base is at hand. */
export interface ProvenanceQuestion {
  about: "provenance";
  task: Task;
  phase: Phase;
  dialect: SqlDialect;
  nodes: readonly KnowledgeNode[] | null;
  database: VisibleDatabase;
}

/** Which clarification leads on to which. */
export interface ChainsQuestion {
  about: "chains";
  task: Task;
  dialect: SqlDialect;
  nodes: readonly KnowledgeNode[] | null;
}

/** Which columns the gold of phase 1 uses. */
export interface ColumnsQuestion {
  about: "columns";
  task: Task;
  dialect: SqlDialect;
  schema: DatabaseSchema;
}

/** Which columns the gold of phase 1 uses, and which ambiguities the data of those looked at lets one annotate. */
export interface DataQuestion {
  about: "data";
  task: Task;
  dialect: SqlDialect;
  schema: DatabaseSchema;
  profiles: readonly ColumnProfile[];
}

/** Which of some tables and columns the statements of a gold use. */
export interface NamesQuestion {
  about: "names";
  gold: readonly string[];
  tables: readonly { name: string; columns: readonly string[] }[];
  dialect: SqlDialect;
}

export type AnalysisQuestion =
  | AnchorQuestion
  | FollowedQuestion
  | NodesQuestion
  | ProposalsQuestion
  | ProvenanceQuestion
  | ChainsQuestion
  | ColumnsQuestion
  | DataQuestion
  | NamesQuestion;

/** What is answered to each question. */
export interface AnalysisAnswers {
  /** Where each snippet stands, in the order asked, and whether the gold reads as finished SQL. */
  places: { places: SnippetLocations[]; isRead: boolean };
  /** The part of the gold that each broken snippet is now; null where there is none. */
  followed: (string | null)[];
  /** The parts around the selection, the smallest first, each larger than the one before. */
  nodes: TextRange[];
  proposals: Proposal[];
  provenance: TracedPart[];
  chains: AmbiguityChain[];
  columns: UsedColumn[];
  data: { columns: UsedColumn[]; proposals: EnvironmentalProposal[] };
  /** Each table and each column once; a table without a column where it is named itself. */
  names: { table: string; column: string | null }[];
}
