import { useMemo } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { SnippetPlaces } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { AnchorQuestion } from "./anchor-messages.ts";
import { useAnalysis } from "./use-analysis.ts";

/** Where the snippet of each ambiguity stands in the gold of phase 1; null until it is known. */
export function useSnippetPlaces(
  { goldSql, ambiguities }: Task,
  dialect: SqlDialect,
): readonly SnippetPlaces[] | null {
  const snippets = ambiguities.map(({ sqlSnippet }) => sqlSnippet).join("\0");
  const question = useMemo<AnchorQuestion>(
    () => ({
      about: "places",
      gold: goldSql,
      snippets: ambiguities.length === 0 ? [] : snippets.split("\0"),
      dialect,
    }),
    [goldSql, ambiguities.length, snippets, dialect],
  );
  return useAnalysis(question);
}
