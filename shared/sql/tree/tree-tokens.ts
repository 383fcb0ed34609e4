import { isWord, lex, type SqlDialect, type Token } from "../lex.ts";

const isSignificant = ({ kind }: Token) => kind !== "space" && kind !== "comment";
const dollarQuote = /^\$[\w\u0080-\uFFFF]*\$/;

/** Whether a token opens or closes the quoted body of a routine, whose statements are tokens between the two. */
export function isBodyQuote(token: Token | undefined): boolean {
  return token?.kind === "unknown" && token.text.startsWith("$") && token.text.length > 1;
}

/**
 * The tokens that carry meaning. The dollar-quoted body of a routine in SQL or PL/pgSQL comes as its opening quote, the
 * tokens in it and its closing quote, all at their positions in the text.
 */
export function treeTokens(sql: string, dialect: SqlDialect): Token[] {
  const tokens = lex(sql, dialect).filter(isSignificant);
  if (dialect === "sqlite" || !tokens.some(isDollarString)) return tokens;
  let start = 0;
  return tokens.flatMap((token, index) => {
    if (token.text === ";") start = index + 1;
    return isBody(tokens, start, index) ? opened(token) : [token];
  });
}

/** The tokens of a piece of SQL, which may end inside the quoted body of a routine: "CREATE FUNCTION … AS $$ BEGIN". */
export function fragmentTokens(sql: string, dialect: SqlDialect): Token[] {
  const tokens = treeTokens(sql, dialect);
  const last = tokens.at(-1);
  const isCutBody = last?.kind === "string" && !last.terminated && dollarQuote.test(last.text);
  return isCutBody ? [...tokens.slice(0, -1), ...opened(last).slice(0, -1)] : tokens;
}

function isDollarString(token: Token): boolean {
  return token.kind === "string" && token.text.startsWith("$") && token.terminated;
}

/** Whether the token is the body in CREATE FUNCTION … AS $$…$$ or DO $$…$$, in a language that is SQL. */
function isBody(tokens: readonly Token[], start: number, index: number): boolean {
  if (!isDollarString(tokens[index] as Token)) return false;
  const isDo = isWord(tokens[start], "DO");
  const isRoutine = isWord(tokens[start], "CREATE") && isWord(tokens[index - 1], "AS");
  return (isDo || isRoutine) && ["plpgsql", "sql"].includes(languageOf(tokens, start));
}

/** The LANGUAGE of the statement that begins at `start`; a DO without one is in PL/pgSQL. */
function languageOf(tokens: readonly Token[], start: number): string {
  for (let at = start; at < tokens.length && tokens[at]?.text !== ";"; at += 1)
    if (isWord(tokens[at], "LANGUAGE"))
      return (tokens[at + 1]?.text ?? "").replaceAll(/['"]/g, "").toLowerCase();
  return "plpgsql";
}

function opened(body: Token): Token[] {
  const quote = dollarQuote.exec(body.text)?.[0] ?? "$$";
  const from = body.from + quote.length;
  const to = body.terminated ? body.to - quote.length : body.to;
  const inner = lex(body.text.slice(quote.length, to - body.from), "postgresql").filter(isSignificant);
  return [
    { kind: "unknown", from: body.from, to: from, text: quote, terminated: true },
    ...inner.map((token) => ({ ...token, from: token.from + from, to: token.to + from })),
    { kind: "unknown", from: to, to: body.to, text: quote, terminated: true },
  ];
}
