import { isWord, nameOf, type SqlDialect, type Token } from "../lex.ts";
import { outermostTokens } from "../statement.ts";

/** One entry of a SELECT list. */
export interface SelectItem {
  expression: string;
  /** Its alias, or the name of the column that it is, in small letters; null for any other expression. */
  name: string | null;
  /** `*` or `t.*`: any number of columns. */
  star: boolean;
}

/** The SELECT list of a statement, up to the UTF-16 offset `to`. `fixed`: nothing may be added to it (DISTINCT, a compound). */
export interface SelectList {
  list: SelectItem[];
  to: number;
  fixed: boolean;
}

const COMPOUND = ["UNION", "INTERSECT", "EXCEPT"];

/** The list of the outermost SELECT (of the first one in a compound), or null where there is none before a FROM. */
export function selectItems(sql: string, dialect?: SqlDialect): SelectList | null {
  const tokens = outermostTokens(sql, dialect);
  const select = tokens.findIndex((token) => isWord(token, "SELECT"));
  const from = tokens.findIndex(
    (token, at) => at > select && isWord(token, "FROM") && !isWord(tokens[at - 1], "DISTINCT"),
  );
  if (select < 0 || from < 0) return null;
  const distinct = isWord(tokens[select + 1], "DISTINCT");
  const start = select + (distinct || isWord(tokens[select + 1], "ALL") ? 2 : 1);
  const compound = tokens.some((token) => COMPOUND.some((word) => isWord(token, word)));
  const list = commaParts(tokens.slice(start, from)).map((part) => selectItem(sql, part));
  return { list, to: tokens[from - 1]?.to ?? 0, fixed: distinct || compound };
}

function commaParts(tokens: Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ",") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function selectItem(sql: string, tokens: Token[]): SelectItem {
  const text = (part: Token[]) => sql.slice(part[0]?.from ?? 0, part.at(-1)?.to ?? 0);
  const last = tokens.at(-1);
  const name = nameOf(last)?.toLowerCase() ?? null;
  if (isWord(tokens.at(-2), "AS")) return { expression: text(tokens.slice(0, -2)), name, star: false };
  if (hasBareAlias(tokens)) return { expression: text(tokens.slice(0, -1)), name, star: false };
  const isColumn = tokens.length === 1 || (tokens.at(-2)?.text === "." && tokens.length <= 5);
  return { expression: text(tokens), name: isColumn ? name : null, star: last?.text === "*" };
}

const NO_ALIAS = ["END", "NULL", "ISNULL", "NOTNULL", "TRUE", "FALSE"];
const TAKES_OPERAND = [
  "COLLATE",
  "NOT",
  "IS",
  "AND",
  "OR",
  "LIKE",
  "GLOB",
  "REGEXP",
  "MATCH",
  "IN",
  "BETWEEN",
  "ESCAPE",
  "FROM",
];

/** Whether an alias is at the end without AS: a name right behind something complete. */
function hasBareAlias(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  if (last === undefined || before === undefined) return false;
  if (last.kind !== "quoted" && last.kind !== "word") return false;
  if (NO_ALIAS.some((word) => isWord(last, word))) return false;
  if (before.kind === "word") return !TAKES_OPERAND.some((word) => isWord(before, word));
  return before.text === ")" || ["quoted", "number", "string", "blob"].includes(before.kind);
}
