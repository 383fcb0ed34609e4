import { isWord, nameOf, type SqlDialect, significantTokens, type Token } from "../../sql/lex.ts";

/** Words of an outermost query that make a difference to what is rounded before or after them. */
const keepsRounding = ["DISTINCT", "UNION", "INTERSECT", "EXCEPT", "LIMIT", "OFFSET", "FETCH", "INTO"];

/**
 * Takes off the ROUND around whole items of the outermost SELECT list, where nothing else in the statement depends on it
 * (SPEC E6). Every other text comes back as it is: rounding inside an expression is part of what was asked.
 */
export function withoutOuterRound(sql: string, dialect: SqlDialect): string {
  const tokens = significantTokens(sql, dialect);
  const depths = depthsOf(tokens);
  const outer = (word: string, after = -1) =>
    tokens.findIndex((token, at) => at > after && depths[at] === 0 && isWord(token, word));
  const select = outer("SELECT");
  const from = outer("FROM", select);
  if (select < 0 || from < 0 || (select > 0 && !isWord(tokens[0], "WITH"))) return sql;
  if (keepsRounding.some((word) => outer(word) >= 0) || tokens.some(isSeparator)) return sql;
  const tail = tokens.slice(from);
  if (hasOrdinal(tail) || tail.some((token) => isWord(token, "ROUND"))) return sql;
  const used = new Set(tail.map((token) => nameOf(token)?.toLowerCase()));
  const pieces: string[] = [];
  let copied = 0;
  for (const [start, end] of itemsBetween(tokens, depths, select + 1, from)) {
    const call = roundedItem(tokens, depths, start, end);
    if (call === null || used.has(call.name)) continue;
    const argument = sql.slice(tokens[start + 2]?.from, tokens[call.argumentEnd]?.to);
    pieces.push(`${sql.slice(copied, tokens[start]?.from)}(${argument})`);
    copied = tokens[call.close]?.to as number;
  }
  return pieces.join("") + sql.slice(copied);
}

function isSeparator(token: Token, at: number, all: Token[]): boolean {
  return token.text === ";" && at < all.length - 1;
}

/** How many parentheses are open at each token; a closing one is as deep as its opening one. */
function depthsOf(tokens: readonly Token[]): number[] {
  let depth = 0;
  return tokens.map(({ text }) => {
    if (text === ")" || text === "]") depth -= 1;
    const own = depth;
    if (text === "(" || text === "[") depth += 1;
    return own;
  });
}

/** ORDER BY 2, GROUP BY 1: the number stands for an item. */
function hasOrdinal(tail: readonly Token[]): boolean {
  return tail.some(
    (token, at) => token.kind === "number" && (isWord(tail[at - 1], "BY") || tail[at - 1]?.text === ","),
  );
}

/** First and last token of each item of a list between commas. */
function itemsBetween(
  tokens: readonly Token[],
  depths: readonly number[],
  from: number,
  to: number,
): [start: number, end: number][] {
  const items: [number, number][] = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && !(tokens[at]?.text === "," && depths[at] === 0)) continue;
    if (at > start) items.push([start, at - 1]);
    start = at + 1;
  }
  return items;
}

/** An item that is one call of ROUND and perhaps an alias; the last token of its first argument, its closing parenthesis, its name. */
function roundedItem(
  tokens: readonly Token[],
  depths: readonly number[],
  start: number,
  end: number,
): { argumentEnd: number; close: number; name: string } | null {
  if (!isWord(tokens[start], "ROUND") || tokens[start + 1]?.text !== "(") return null;
  // Looked for in the item alone: to look through the list for each of its items takes too long.
  let close = start + 2;
  while (close <= end && depths[close] !== 0) close += 1;
  if (close > end || tokens[close]?.text !== ")") return null;
  const alias = tokens.slice(close + 1, end + 1).filter((token) => !isWord(token, "AS"));
  if (alias.length > 1 || (alias.length === 1 && nameOf(alias[0]) === null)) return null;
  let comma = start + 2;
  while (comma < close && !(depths[comma] === 1 && tokens[comma]?.text === ",")) comma += 1;
  const argumentEnd = comma - 1;
  if (argumentEnd < start + 2) return null;
  return { argumentEnd, close, name: nameOf(alias[0])?.toLowerCase() ?? "round" };
}
