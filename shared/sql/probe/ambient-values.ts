import type { TextRange } from "../../domain/finding.ts";
import type { Token } from "../lex.ts";
import type { SqlTree } from "../tree/sql-node.ts";

/** What a value depends on besides the data: the time, chance, or who is connected to what. */
export type AmbientKind = "clock" | "random" | "session";

/** Where SQL that reads such a value. */
export interface AmbientValue extends TextRange {
  kind: AmbientKind;
  /** Its name in small letters, without its parentheses; a special date in its quotes ('now'). */
  name: string;
  /** Which of the text's tokens that is. */
  at: number;
}

/** A text in its tokens, those of blanks and comments left out. */
export type TokenText = Pick<SqlTree, "sql" | "dialect" | "tokens">;

const words = (text: string) => new Set(text.split(" "));

/** Read with parentheses. */
const functions: Record<AmbientKind, ReadonlySet<string>> = {
  clock: words(
    "now clock_timestamp statement_timestamp transaction_timestamp timeofday current_timestamp current_time localtimestamp localtime",
  ),
  random: words(
    "random random_normal setseed gen_random_uuid uuid_generate_v1 uuid_generate_v4 uuidv4 uuidv7 gen_random_bytes randomblob",
  ),
  session: words(
    "current_database current_schema current_schemas current_setting current_query pg_backend_pid version inet_client_addr inet_client_port inet_server_addr inet_server_port txid_current pg_current_xact_id pg_current_snapshot pg_postmaster_start_time pg_conf_load_time last_insert_rowid changes total_changes sqlite_version",
  ),
};

/** Read without parentheses. */
const constants: Record<AmbientKind, ReadonlySet<string>> = {
  clock: words("current_date current_time current_timestamp localtime localtimestamp"),
  random: new Set(),
  session: words("current_user session_user current_role current_catalog current_schema"),
};

const specialDates = words("'now' 'today' 'tomorrow' 'yesterday'");
const dateTypes = words("date time timestamp timestamptz timetz");
const sqliteDates = words("date time datetime julianday unixepoch strftime timediff");
const kinds = ["clock", "random", "session"] as const;

/** Where a text reads the clock, chance or the session, routine bodies among it, in the order of the text. */
export function ambientValues({ sql, dialect, tokens }: TokenText): AmbientValue[] {
  const text = { sql, dialect, tokens, counts: argumentCounts(tokens) };
  return tokens.flatMap((token, at) => {
    const found = ambientAt(text, token, at);
    return found === null ? [] : [{ from: token.from, to: token.to, at, ...found }];
  });
}

/** With how many arguments stand in the parentheses that open at each token. */
type CountedText = TokenText & { counts: ReadonlyMap<number, number> };

function ambientAt(tree: CountedText, token: Token, at: number): Pick<AmbientValue, "kind" | "name"> | null {
  const name = token.text.toLowerCase();
  if (token.kind === "string") return isSpecialDate(tree, name, at) ? { kind: "clock", name } : null;
  if (token.kind !== "word" || isQualified(tree, at)) return null;
  const called = tree.tokens[at + 1]?.text === "(";
  for (const kind of kinds) {
    if (called && functions[kind].has(name)) return { kind, name };
    const isMember = tree.tokens[at + 1]?.text === ".";
    if (!called && !isMember && constants[kind].has(name)) return { kind, name };
  }
  if (tree.dialect === "sqlite")
    return called && isBareSqliteDate(tree, name, at) ? { kind: "clock", name } : null;
  if (name === "user" && !called && isOperand(tree, at)) return { kind: "session", name };
  if (name === "tablesample") return isRepeatable(tree, at) ? null : { kind: "random", name };
  return called && name === "age" && tree.counts.get(at + 1) === 1 ? { kind: "clock", name } : null;
}

/** A name behind a dot is a column or a function of some schema; pg_catalog's is the built-in one. */
function isQualified({ tokens }: TokenText, at: number): boolean {
  return tokens[at - 1]?.text === "." && tokens[at - 2]?.text.toLowerCase() !== "pg_catalog";
}

/** USER as a value, not as a part of CREATE USER or of a type's name. */
function isOperand({ tokens }: TokenText, at: number): boolean {
  const before = tokens[at - 1];
  return (
    before?.kind === "operator" ||
    ["(", ","].includes(before?.text ?? "") ||
    /^(select|then|else|and|or|when|by)$/i.test(before?.text ?? "")
  );
}

function isSpecialDate({ tokens, dialect }: TokenText, text: string, at: number): boolean {
  if (!specialDates.has(text)) return false;
  if (dialect === "sqlite") return text === "'now'";
  const before = tokens[at - 1]?.text.toLowerCase() ?? "";
  const behind = tokens[at + 1]?.text.toLowerCase() ?? "";
  const type = tokens[at + 2]?.text.toLowerCase() ?? "";
  return dateTypes.has(before) || ((behind === "::" || behind === "as") && dateTypes.has(type));
}

/** date() and strftime('%Y') read the clock as date('now') does. */
function isBareSqliteDate({ counts }: CountedText, name: string, at: number): boolean {
  if (!sqliteDates.has(name)) return false;
  return (counts.get(at + 1) ?? 0) <= (name === "strftime" ? 1 : 0);
}

function isRepeatable({ tokens }: TokenText, at: number): boolean {
  return tokens.slice(at, at + 12).some(({ text }) => text.toUpperCase() === "REPEATABLE");
}

/** How many arguments are in the parentheses that open at a token, for each that does. */
function argumentCounts(tokens: readonly Token[]): Map<number, number> {
  const counts = new Map<number, number>();
  const open: { at: number; commas: number }[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const inner = open.at(-1);
    if (text === "(") open.push({ at, commas: 0 });
    else if (text === "," && inner !== undefined) inner.commas += 1;
    else if (text === ")" && inner !== undefined) {
      counts.set(inner.at, at === inner.at + 1 ? 0 : inner.commas + 1);
      open.pop();
    }
  }
  for (const { at, commas } of open) counts.set(at, commas + 1);
  return counts;
}
