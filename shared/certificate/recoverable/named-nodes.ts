import type { KnowledgeNode } from "../../domain/knowledge-node.ts";
import { acronymOf, lastBrackets } from "../../text/last-brackets.ts";
import { escapedPattern, phrasePattern } from "../../text/phrase-pattern.ts";

/** Whether a text names a knowledge node: its name of several words, in one or many, or its acronym in capitals. */
export function namesNode(text: string, node: KnowledgeNode): boolean {
  return placeOfName(text, node) !== null;
}

/** Where a text names a knowledge node first; null where it does not. */
export function placeOfName(text: string, { name }: KnowledgeNode): number | null {
  const acronym = acronymOf(name, 2);
  const words = lastBrackets(name).bare.split(/[\s-]+/);
  const whole = words.length < 2 ? null : pattern(words)?.exec(text)?.index;
  const short =
    acronym === null || !/^[A-Z]/.test(acronym)
      ? null
      : phrasePattern(`(?<![\\p{L}])${acronym}(?![\\p{L}])`, "u")?.exec(text);
  return whole ?? short?.index ?? null;
}

function pattern(words: readonly string[]): RegExp | null {
  const escaped = words.map(escapedPattern);
  const last = escaped.pop() ?? "";
  const many = /y$/i.test(last) ? `(?:${last}|${last.slice(0, -1)}ies)` : `${last}(?:e?s)?`;
  return phrasePattern(`(?<!\\p{L})${[...escaped, many].join("[\\s-]+")}(?!\\p{L})`, "iu");
}
