import type { SqlDialect } from "../lex.ts";

const functions: Record<SqlDialect, Record<string, string>> = {
  postgresql: { max: "GREATEST", min: "LEAST" },
  sqlite: { max: "MAX", min: "MIN" },
};
const signs: Record<string, string> = { times: "*", cdot: "*", div: "/" };

/** A token of LaTeX: a command with its name, a text, a letter or word, a number, a sign. */
const token = /\\text\{([^{}]*)\}|\\([a-z]+)|([A-Za-z_]\w*)|(\d+(?:\.\d+)?)|([-+*/(),{}])|\\?[\s,;!]+/gy;

/**
 * The formula of a definition ("$\text{OLS} = \frac{\text{BOD}}{3} + 2 \times \text{NH4N}$") as SQL over some columns, which
 * its names are whatever their case; null where it has a name or a sign that is not known.
 */
export function formulaSql(
  definition: string,
  columns: readonly string[],
  dialect: SqlDialect,
): string | null {
  const right = /\$[^$=]*=([^$=<>]*)\$/.exec(definition)?.[1];
  if (right === undefined) return null;
  const names = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const parts: string[] = [];
  let isNamed = false;
  // Braces stand around both sides of a \frac, whose bar is a slash between them.
  const bars: ("over" | "under")[] = [];
  let at = 0;
  for (token.lastIndex = 0; at < right.length; at = token.lastIndex) {
    const match = token.exec(right);
    if (match === null) return null;
    const [, text, command, word, number, sign] = match;
    const name = text ?? word;
    const column =
      name === undefined
        ? undefined
        : names.get(
            name
              .trim()
              .toLowerCase()
              .replaceAll(/[\s\\]+/g, "_"),
          );
    if (name !== undefined) {
      if (column === undefined) return null;
      isNamed = true;
      parts.push(column);
    } else if (command === "frac") bars.push("over");
    else if (command !== undefined) {
      const written = signs[command] ?? functions[dialect][command];
      if (written === undefined) return null;
      parts.push(written);
    } else if (sign === "{") parts.push("(");
    else if (sign === "}") {
      const bar = bars.pop();
      if (bar === undefined) return null;
      parts.push(")");
      if (bar === "over") {
        parts.push("/");
        bars.push("under");
      }
    } else if (number !== undefined || sign !== undefined) parts.push(number ?? sign ?? "");
  }
  return isNamed ? tidied(parts.join(" ")) : null;
}

/** Without parentheses around one name or number, and with the spaces that SQL is written with. */
function tidied(sql: string): string {
  return sql
    .replaceAll(/(?<!\w )\( ([\w.]+) \)/g, "$1")
    .replaceAll(/\( /g, "(")
    .replaceAll(/ \)/g, ")")
    .replaceAll(" ,", ",")
    .replaceAll(/(GREATEST|LEAST|MAX|MIN) \(/g, "$1(");
}
