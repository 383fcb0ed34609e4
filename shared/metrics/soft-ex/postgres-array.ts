/** An array as PostgreSQL writes it, taken apart: null for NULL, the text of each element. */
export type PostgresArray = (string | null | PostgresArray)[];

/** PostgreSQL's arrays have at most this many dimensions. */
const mostDimensions = 6;

/** Reads `{1,NULL,"a \"b\"",{…}}`, with bounds before it or without; null for any other text. */
export function readPostgresArray(text: string, delimiter = ","): PostgresArray | null {
  const from = /^(?:\[-?\d+:-?\d+\])+=/.exec(text)?.[0].length ?? 0;
  const read = readList(text, from, delimiter, 1);
  return read !== null && read.to === text.length ? read.list : null;
}

function readList(
  text: string,
  open: number,
  delimiter: string,
  dimension: number,
): { list: PostgresArray; to: number } | null {
  if (text[open] !== "{" || dimension > mostDimensions) return null;
  const list: PostgresArray = [];
  let at = open + 1;
  if (text[at] === "}") return { list, to: at + 1 };
  for (;;) {
    const element = readElement(text, at, delimiter, dimension);
    if (element === null) return null;
    list.push(element.value);
    at = element.to + 1;
    if (text[element.to] === "}") return { list, to: at };
    if (text[element.to] !== delimiter) return null;
  }
}

function readElement(
  text: string,
  from: number,
  delimiter: string,
  dimension: number,
): { value: string | null | PostgresArray; to: number } | null {
  if (text[from] === "{") {
    const inner = readList(text, from, delimiter, dimension + 1);
    return inner && { value: inner.list, to: inner.to };
  }
  if (text[from] === '"') return readQuoted(text, from + 1);
  let to = from;
  while (to < text.length && text[to] !== delimiter && text[to] !== "}") to += 1;
  const value = text.slice(from, to);
  return { value: value === "NULL" ? null : value, to };
}

function readQuoted(text: string, from: number): { value: string; to: number } | null {
  let value = "";
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === '"') return { value, to: at + 1 };
    if (char === "\\") at += 1;
    value += text[at] ?? "";
  }
  return null;
}
