import type { SnippetLocations, SnippetMatch } from "#shared/sql/anchor/snippet-search.ts";
import { rangeAfterEdit } from "#shared/text/after-edit.ts";
import { inDocument, statementAt, type TaskDocument } from "../documents/task-documents.ts";

/** Each snippet by its text, with the gold that last read as SQL and held it. */
export type FoundSnippets = ReadonlyMap<
  string,
  { gold: TaskDocument; goldSql: readonly string[]; matches: readonly SnippetMatch[] }
>;

interface GoldNow {
  gold: TaskDocument;
  goldSql: readonly string[];
  snippets: readonly string[];
}

/** What is remembered of the snippets once the gold was looked into again: a gold that does not read changes nothing. */
export function foundSnippets(
  before: FoundSnippets,
  { locations, isRead }: { locations: readonly SnippetLocations[]; isRead: boolean },
  { gold, goldSql, snippets }: GoldNow,
): FoundSnippets {
  if (!isRead) return before;
  const found = new Map<
    string,
    { gold: TaskDocument; goldSql: readonly string[]; matches: SnippetMatch[] }
  >();
  for (const [index, snippet] of snippets.entries()) {
    const { matches = [] } = locations[index] ?? {};
    const earlier = before.get(snippet);
    if (matches.length > 0) found.set(snippet, { gold, goldSql, matches });
    else if (earlier !== undefined) found.set(snippet, { ...earlier, matches: [...earlier.matches] });
  }
  return found;
}

/** Where the snippets stood in the gold that last read, moved by what was typed since; what was not there then is as it is found now. */
export function storedLocations(
  now: readonly SnippetLocations[],
  found: FoundSnippets,
  { gold, snippets }: Pick<GoldNow, "gold" | "snippets">,
): SnippetLocations[] {
  return snippets.map((snippet, index) => {
    const earlier = found.get(snippet);
    if (earlier === undefined) return { matches: now[index]?.matches ?? [], nearest: null };
    const matches = earlier.matches.flatMap((match) => movedMatch(match, earlier.gold, gold) ?? []);
    return { matches, nearest: null };
  });
}

function movedMatch(match: SnippetMatch, before: TaskDocument, after: TaskDocument): SnippetMatch | null {
  const range = rangeAfterEdit(
    before.text,
    after.text,
    inDocument(before, match.statement, match.anchor.range),
  );
  if (range === null) return null;
  const { statement, from: start } = statementAt(after, range.from);
  return {
    ...match,
    statement,
    anchor: { ...match.anchor, range: { from: range.from - start, to: range.to - start } },
  };
}

/** The text of the node that is most like a snippet that is nowhere in the gold; null where there is none. */
export function nearestText(goldSql: readonly string[], { nearest }: SnippetLocations): string | null {
  if (nearest === null) return null;
  const { from, to } = nearest.anchor.range;
  return goldSql[nearest.statement]?.slice(from, to) ?? null;
}
