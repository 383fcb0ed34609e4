import { useMemo, useState } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SnippetLocations } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { goldId, type TaskDocument } from "../documents/task-documents.ts";
import type { FollowedQuestion, GoldAnswers, SnippetsQuestion } from "./gold-questions.ts";
import { type FoundSnippets, foundSnippets, nearestText, storedLocations } from "./snippet-locations.ts";
import { useAnalysis } from "./use-analysis.ts";

/** The snippets of the ambiguities in the gold of phase 1 as it is. */
export interface SnippetsInGold {
  /** Where each is; null until it is known. Where the gold is no finished SQL, where it last was. */
  locations: readonly SnippetLocations[] | null;
  /** The gold reads as SQL; else the locations are those of before. */
  isRead: boolean;
  /** For each that is nowhere in the gold, the part of the gold to take instead: what it became in an edit, else what is most like it. */
  instead: readonly (string | null)[];
}

interface Last {
  taskId: number;
  answer: GoldAnswers["snippets"];
  found: FoundSnippets;
}

const nothingFound: FoundSnippets = new Map();

/** Follows the snippets of a task through the edits of its gold; `isRefused`: the database's own parser refuses the gold as it was saved. */
export function useSnippetLocations(
  taskId: number,
  { goldSql, ambiguities }: Task,
  documents: readonly TaskDocument[],
  { dialect, isRefused }: { dialect: SqlDialect; isRefused: boolean },
): SnippetsInGold {
  const gold = documents.find(({ id }) => id === goldId(1)) as TaskDocument;
  const joined = ambiguities.map(({ sqlSnippet }) => sqlSnippet).join("\0");
  const snippets = useMemo(
    () => (ambiguities.length === 0 ? [] : joined.split("\0")),
    [ambiguities.length, joined],
  );
  const question = useMemo<SnippetsQuestion>(
    () => ({ about: "snippets", gold: { 1: goldSql }, snippets, dialect }),
    [goldSql, snippets, dialect],
  );
  const answer = useAnalysis(question);
  const [last, setLast] = useState<Last | null>(null);
  const before = last?.taskId === taskId ? last.found : nothingFound;
  if (answer !== null && last?.answer !== answer)
    setLast({ taskId, answer, found: foundSnippets(before, answer, { gold, goldSql, snippets }) });
  const isRead = !isRefused && (answer?.isRead ?? true);
  const broken = useMemo<FollowedQuestion | null>(
    () =>
      answer === null || !isRead
        ? null
        : {
            about: "followed",
            gold: { 1: goldSql },
            broken: brokenSnippets(ambiguities, answer, before),
            dialect,
          },
    [answer, isRead, goldSql, ambiguities, before, dialect],
  );
  const followed = useAnalysis(broken?.broken.some((item) => item !== null) ? broken : null);
  return useMemo(() => {
    if (answer === null) return { locations: null, isRead, instead: [] };
    if (!isRead)
      return {
        locations: storedLocations(answer.locations, before, { gold, snippets }),
        isRead,
        instead: [],
      };
    const instead = answer.locations.map((found, index) => followed?.[index] ?? nearestText(goldSql, found));
    return { locations: answer.locations, isRead, instead };
  }, [answer, isRead, before, gold, goldSql, snippets, followed]);
}

/** The ambiguities whose snippets are nowhere in the gold now, each with the gold in which it last was. */
function brokenSnippets(
  ambiguities: readonly Ambiguity[],
  { locations }: GoldAnswers["snippets"],
  found: FoundSnippets,
): FollowedQuestion["broken"] {
  return ambiguities.map((ambiguity, index) => {
    const earlier = found.get(ambiguity.sqlSnippet);
    if (earlier === undefined || (locations[index]?.matches.length ?? 0) > 0) return null;
    return { ambiguity, before: earlier.goldSql };
  });
}
