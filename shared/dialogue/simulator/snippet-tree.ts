import type { TextRange } from "../../domain/finding.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { parseTree } from "../../sql/tree/parse-tree.ts";
import type { SqlTree } from "../../sql/tree/sql-node.ts";

/** What a part of a statement needs around it to be read; the first that fits its beginning. */
const frames: [beginning: RegExp, before: string, after: string][] = [
  [/^(?:select|with|insert|update|delete|create|alter|drop|truncate)\b/i, "", ""],
  [/^from\b/i, "SELECT 1 ", ""],
  [
    /^(?:where|having|group|order|limit|offset|(?:left|right|full|inner|cross)\b|join)\b/i,
    "SELECT 1 FROM x ",
    "",
  ],
  [/^set\b/i, "UPDATE x ", ""],
  [/^when\b/i, "SELECT CASE ", " END"],
  [/^\w+\s+\w+(?:\s*\([\d,\s]+\))?(?:\s+not\s+null)?$/i, "CREATE TABLE x (", ")"],
  [/\bas\s+\w+(?:\s+\w+)?$/i, "SELECT ", ""],
  [/(?<![-#>])[<>=]|\b(?:in|like|ilike|is|between|exists)\b/i, "SELECT 1 FROM x WHERE ", ""],
  [/(?:)/, "SELECT ", ""],
];

/** The tree of a statement with a snippet in it that no gold holds, and where it stands there. */
export function snippetTree(
  { gold }: ProvenanceContext,
  snippet: string,
): { tree: SqlTree; range: TextRange } {
  // A connective or RETURN before it belongs to what stood around it; a non-breaking space is no name.
  const bare = snippet
    .replaceAll("\u00a0", " ")
    .replace(/^\s*(?:and|or|return)\b/i, "")
    .replace(/;\s*$/, "")
    .trim();
  const [, before, after] = frames.find(([beginning]) => beginning.test(bare)) as (typeof frames)[number];
  const tree = parseTree(`${before}${bare}${after}`, gold[1][0]?.dialect ?? "postgresql");
  return { tree, range: { from: before.length, to: before.length + bare.length } };
}
