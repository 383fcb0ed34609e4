import type { SnippetPlaces } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";

/** Snippets to find in the statements of a gold. */
export interface AnchorQuestion {
  gold: readonly string[];
  snippets: readonly string[];
  dialect: SqlDialect;
}

/** Where each snippet stands, in the order asked. */
export type AnchorAnswer = SnippetPlaces[];
