import { normalTokens } from "./anchor/normal-tokens.ts";
import { type SqlDialect, significantTokens } from "./lex.ts";

/** Whether two texts are the same SQL but for its layout, its case and the quotes of names (SPEC N1). */
export function isSameButForLayout(one: string, other: string, dialect: SqlDialect): boolean {
  if (one === other) return true;
  const values = (sql: string) =>
    normalTokens(significantTokens(sql, dialect), "text", dialect).map(({ value }) => value);
  const [left, right] = [values(one), values(other)];
  return left.length === right.length && left.every((value, at) => value === right[at]);
}
