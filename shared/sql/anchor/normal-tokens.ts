import { withoutEnd } from "../../text/without-end.ts";
import { nameOf, type SqlDialect, type Token } from "../lex.ts";
import { isBodyQuote } from "../tree/tree-tokens.ts";

/**
 * How much of the writing is overlooked when SQL is compared (SPEC N1): `text` case, layout and the quotes of names;
 * `spelling` also noise words and how operators and numbers are written; `qualifiers` also what is before a dot.
 */
export const matchLevels = ["text", "spelling", "qualifiers"] as const;
export type MatchLevel = (typeof matchLevels)[number];

/** One token as it counts at a level, and its index among the tokens. */
export interface NormalToken {
  value: string;
  index: number;
}

const noiseWords = new Set(["AS", "ASC", "OUTER", "INNER"]);
const operatorSpellings: Record<string, string> = { "==": "=", "<>": "!=" };

/** Tokens as they count at a level; semicolons never do. Values of different kinds are never equal. */
export function normalTokens(
  tokens: readonly Token[],
  level: MatchLevel,
  dialect: SqlDialect,
): NormalToken[] {
  const normal: NormalToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.text === ";") continue;
    if (level !== "text" && isNoise(token)) continue;
    if (level === "qualifiers" && isQualifier(tokens, index)) {
      index += 1;
      continue;
    }
    normal.push({ value: level === "text" ? textValue(token) : spellingValue(token, dialect), index });
  }
  return normal;
}

/** Whether a token is a word that may be left out without a change of meaning. */
export function isNoise(token: Token | undefined): boolean {
  return token?.kind === "word" && noiseWords.has(token.text.toUpperCase());
}

/** Whether a name is before a dot that another name or a star follows. */
function isQualifier(tokens: readonly Token[], index: number): boolean {
  if (nameOf(tokens[index]) === null || tokens[index + 1]?.text !== ".") return false;
  const after = tokens[index + 2];
  return nameOf(after) !== null || after?.text === "*";
}

function textValue(token: Token): string {
  const name = nameOf(token)?.toLowerCase();
  if (name !== undefined)
    return token.kind === "word" || /^[a-z_\u0080-\uFFFF]/.test(name) ? name : `"${name}`;
  if (isBodyQuote(token)) return "$$";
  return token.kind === "string" || token.kind === "blob" ? `'${stringValue(token.text)}` : token.text;
}

function spellingValue(token: Token, dialect: SqlDialect): string {
  if (token.kind === "number") return numberValue(token.text);
  if (token.kind !== "operator") return textValue(token);
  const text = operatorSpellings[token.text] ?? token.text;
  return dialect === "postgresql" && text === "~~" ? "like" : text;
}

/** What a literal says, whichever quotes it is in; the kind of its prefix stays with it. */
function stringValue(text: string): string {
  if (text.startsWith("$")) return text.replace(/^\$[^$]*\$|\$[^$]*\$$/g, "");
  const open = text.indexOf("'");
  const prefix = text.slice(0, open).toLowerCase();
  const body = text.slice(open + 1, text.endsWith("'") ? -1 : undefined).replaceAll("''", "'");
  return prefix === "" || prefix === "n" ? body : `${prefix}'${body}`;
}

/** 1.50, 1.5 and 15e-1 are one number; what is no decimal number stays as it is written. */
function numberValue(text: string): string {
  const plain = text.replaceAll("_", "").toLowerCase();
  const match = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/.exec(plain);
  if (match === null) return plain;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = withoutEnd(digits, "0");
  if (trimmed === "") return "0";
  const scale = Number(exponent) - fraction.length + (digits.length - trimmed.length);
  return scale === 0 ? trimmed : `${trimmed}e${scale}`;
}
