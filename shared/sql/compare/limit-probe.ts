import { isWord, nameOf, type SqlDialect, type Token } from "../lex.ts";
import { outermostLimit, outermostTokens } from "../statement.ts";
import { type SelectItem, selectItems } from "./select-items.ts";

/** A query that shows what a LIMIT cut off. */
export interface LimitProbe {
  /** The statement without its LIMIT, the keys of its ORDER BY added as columns where they are no columns yet. */
  sql: string;
  /** The columns of that query that hold the keys, in order. */
  keyColumns: number[];
  limit: number;
  offset: number;
}

/**
 * Rewrites a statement so that its ties can be seen; `width` is how many columns it gives. null where it does not order
 * and limit its rows, or where its keys cannot be added without changing what it says (DISTINCT and compounds). For
 * evidence only: what is graded is always the SQL as written.
 */
export function limitProbe(sql: string, width: number, dialect?: SqlDialect): LimitProbe | null {
  const limit = outermostLimit(sql, dialect);
  const outermost = outermostTokens(sql, dialect);
  const order = outermost.findIndex((token, at) => isWord(token, "ORDER") && isWord(outermost[at + 1], "BY"));
  const items = selectItems(sql, dialect);
  if (limit === null || order < 0 || items === null) return null;
  const terms = orderTerms(sql, outermost.slice(order + 2), limit.from);
  const added: string[] = [];
  const keyColumns: number[] = [];
  for (const term of terms) {
    const column = columnOfTerm(term, items.list);
    if (column !== null && column < width) keyColumns.push(column);
    else if (items.fixed) return null;
    else keyColumns.push(width + added.push(expressionOfTerm(term, items.list)) - 1);
  }
  const keys = added.map((expression) => `, (${expression})`).join("");
  const head = sql.slice(0, items.to);
  return {
    sql: `${head}${keys} ${sql.slice(items.to, limit.from)}`,
    keyColumns,
    limit: limit.limit,
    offset: limit.offset,
  };
}

/** A term of ORDER BY without its direction. */
interface OrderTerm {
  text: string;
  tokens: Token[];
}

function orderTerms(sql: string, tokens: Token[], end: number): OrderTerm[] {
  const terms: OrderTerm[] = [];
  let term: Token[] = [];
  for (const token of tokens) {
    if (token.from >= end) break;
    if (token.text === ",") {
      terms.push(withoutDirection(sql, term));
      term = [];
    } else term.push(token);
  }
  terms.push(withoutDirection(sql, term));
  return terms;
}

function withoutDirection(sql: string, term: Token[]): OrderTerm {
  let tokens = term;
  if (isWord(tokens.at(-2), "NULLS")) tokens = tokens.slice(0, -2);
  if (isWord(tokens.at(-1), "ASC") || isWord(tokens.at(-1), "DESC")) tokens = tokens.slice(0, -1);
  return { text: sql.slice(tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0), tokens };
}

/** The output column that a term names: by number, by alias, or by being the same expression; null for any other. */
function columnOfTerm({ text, tokens }: OrderTerm, items: SelectItem[]): number | null {
  const [first] = tokens;
  if (first === undefined) return null;
  if (tokens.length === 1 && first.kind === "number") return Number(text) - 1;
  const star = items.findIndex((item) => item.star);
  const name = tokens.length === 1 ? nameOf(first)?.toLowerCase() : undefined;
  const at = items.findIndex(
    (item) =>
      (name !== undefined && item.name === name) || item.expression.toLowerCase() === text.toLowerCase(),
  );
  return at < 0 || (star >= 0 && star < at) ? null : at;
}

/** The expression that a term stands for: an alias is no name inside the SELECT list. */
function expressionOfTerm({ text, tokens }: OrderTerm, items: SelectItem[]): string {
  const name = tokens.length === 1 ? nameOf(tokens[0])?.toLowerCase() : undefined;
  return items.find((item) => name !== undefined && item.name === name)?.expression ?? text;
}
