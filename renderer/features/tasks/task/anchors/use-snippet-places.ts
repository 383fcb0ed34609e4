import { useEffect, useMemo, useState } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { SnippetPlaces } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { AnchorQuestion } from "./anchor-messages.ts";
import { askAnchors } from "./ask-anchors.ts";

/** Where the snippet of each ambiguity stands in the gold of phase 1; null until it is known. */
export function useSnippetPlaces(task: Task, dialect: SqlDialect): readonly SnippetPlaces[] | null {
  const question = useMemo<AnchorQuestion>(
    () => ({ gold: task.goldSql, snippets: task.ambiguities.map(({ sqlSnippet }) => sqlSnippet), dialect }),
    [task, dialect],
  );
  const [known, setKnown] = useState<{ question: AnchorQuestion; places: SnippetPlaces[] } | null>(null);
  useEffect(() => askAnchors(question, (places) => setKnown({ question, places })), [question]);
  return known?.question === question ? known.places : null;
}
