import type { TextRange } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SnippetPlaces } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";

/** Snippets to find in the statements of a gold. */
export interface AnchorQuestion {
  about: "places";
  gold: readonly string[];
  snippets: readonly string[];
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

export type AnalysisQuestion = AnchorQuestion | NodesQuestion | ProposalsQuestion;

/** What is answered to each question. */
export interface AnalysisAnswers {
  /** Where each snippet stands, in the order asked. */
  places: SnippetPlaces[];
  /** The parts around the selection, the smallest first, each larger than the one before. */
  nodes: TextRange[];
  proposals: Proposal[];
}
