import type { KnowledgeNode } from "../../domain/knowledge-node.ts";

/** Whether a text names a knowledge node: its name of several words, in one or many, or its acronym in capitals. */
export function namesNode(text: string, node: KnowledgeNode): boolean {
  return placeOfName(text, node) !== null;
}

/** Where a text names a knowledge node first; null where it does not. */
export function placeOfName(text: string, { name }: KnowledgeNode): number | null {
  const acronym = /\(([A-Z][A-Za-z]+)\)\s*$/.exec(name)?.[1];
  const words = name.replace(/\s*\([^)]*\)\s*$/, "").split(/[\s-]+/);
  const whole = words.length < 2 ? null : text.match(pattern(words))?.index;
  const short =
    acronym === undefined ? null : new RegExp(`(?<![\\p{L}])${acronym}(?![\\p{L}])`, "u").exec(text);
  return whole ?? short?.index ?? null;
}

function pattern(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const last = escaped.pop() ?? "";
  const many = /y$/i.test(last) ? `(?:${last}|${last.slice(0, -1)}ies)` : `${last}(?:e?s)?`;
  return new RegExp(`(?<!\\p{L})${[...escaped, many].join("[\\s-]+")}(?!\\p{L})`, "iu");
}
