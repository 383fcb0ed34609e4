/**
 * A name without the brackets that end it, and what they hold: "Crane Load Index (CLI)". Null where no brackets end it. Found from
 * the end: a pattern would look through all blanks and brackets of a name anew from each.
 */
export function lastBrackets(name: string): { bare: string; inside: string | null } {
  const trimmed = name.trimEnd();
  const close = trimmed.length - 1;
  const before = close < 1 ? -1 : trimmed.lastIndexOf(")", close - 1);
  const open = trimmed.indexOf("(", before + 1);
  if (trimmed[close] !== ")" || open < 0) return { bare: name, inside: null };
  return { bare: trimmed.slice(0, open).trimEnd(), inside: trimmed.slice(open + 1, close) };
}

/** The letters in the brackets that end a name, where they are at least so many; null where they hold anything else. */
export function acronymOf(name: string, fewest: number): string | null {
  const { inside } = lastBrackets(name);
  const last = inside?.slice(inside.lastIndexOf("(") + 1) ?? "";
  return last.length >= fewest && /^[A-Za-z]+$/.test(last) ? last : null;
}
