import type { SqlTree } from "../tree/sql-node.ts";
import { spliced } from "./splice.ts";

/** The same statement in another hand: bare words in the other case, more space between tokens. Means what it meant. */
export function respelled({ sql, tokens }: SqlTree): string {
  const words = tokens
    .filter(({ kind }) => kind === "word")
    .map(({ from, to, text }) => ({
      from,
      to,
      text: isUpper(text) ? text.toLowerCase() : text.toUpperCase(),
    }));
  const gaps = tokens.slice(1).flatMap(({ from }, at) => {
    const before = tokens[at]?.to ?? 0;
    return /^ +$/.test(sql.slice(before, from)) ? [{ from: before, to: from, text: "\n  " }] : [];
  });
  return spliced(sql, [...words, ...gaps]);
}

function isUpper(text: string): boolean {
  return text === text.toUpperCase();
}
