import { isWord, nameOf, type Token } from "./lex.ts";

/** A table that a SELECT reads: its name as written (null for a subquery) and the name by which columns call it, both in small letters. */
export interface TableUse {
  table: string | null;
  alias: string;
}

/** One SELECT (or one arm of a compound) and what it reads; names not found in it are looked up in the SELECT around it. */
export interface Scope {
  parent: Scope | null;
  uses: TableUse[];
}

/** A statement's tokens with the scope that each stands in. */
export interface ScopedTokens {
  tokens: Token[];
  scopes: Scope[];
  /** Places (in `tokens`) of table names, and of names that are made here: aliases and CTEs. */
  tableAt: Set<number>;
  madeAt: Set<number>;
  /** The names of the CTEs, in small letters. */
  ctes: Set<string>;
}

/** An open parenthesis: the scope to go back to, and whether tables may stand in it. */
interface Frame {
  scope: Scope;
  inFrom: boolean;
  isCall: boolean;
}

const STARTS_SELECT = ["SELECT", "WITH", "VALUES"];
const COMPOUND = ["UNION", "INTERSECT", "EXCEPT"];
const ENDS_FROM = [
  "SELECT",
  "WHERE",
  "GROUP",
  "HAVING",
  "ORDER",
  "LIMIT",
  "WINDOW",
  "SET",
  "ON",
  "RETURNING",
];
const BEFORE_TABLE = ["FROM", "JOIN", "INTO", "UPDATE"];

/** Words that stand behind a table name and are no alias of it. */
const NO_ALIAS = new Set(
  "WHERE GROUP ORDER HAVING LIMIT ON USING JOIN LEFT RIGHT FULL INNER CROSS OUTER NATURAL UNION INTERSECT EXCEPT SET WINDOW VALUES DEFAULT NOT INDEXED RETURNING SELECT WITH OFFSET AS".split(
    " ",
  ),
);

/** Finds the SELECTs of a text and the tables that each reads; never throws, broken SQL gives what can be told. */
export function scopeTokens(tokens: Token[]): ScopedTokens {
  const scan = new ScopeScan(tokens);
  return scan.run();
}

class ScopeScan {
  private readonly tokens: Token[];
  private readonly scopes: Scope[] = [];
  private readonly tableAt = new Set<number>();
  private readonly madeAt = new Set<number>();
  private readonly ctes = new Set<string>();
  private readonly frames: Frame[] = [];
  private frame: Frame = { scope: { parent: null, uses: [] }, inFrom: false, isCall: false };

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  run(): ScopedTokens {
    for (let at = 0; at < this.tokens.length; at += 1) this.take(at);
    const { tokens, scopes, tableAt, madeAt, ctes } = this;
    return { tokens, scopes, tableAt, madeAt, ctes };
  }

  private take(at: number): void {
    const token = this.tokens[at] as Token;
    if (token.text === "(") this.open(at);
    else if (token.text === ")") this.close(at);
    else if (COMPOUND.some((word) => isWord(token, word)))
      this.frame.scope = { parent: this.frame.scope.parent, uses: [] };
    else if (ENDS_FROM.some((word) => isWord(token, word))) this.frame.inFrom = false;
    this.scopes[at] = this.frame.scope;
    if (this.isCteAt(at)) {
      this.ctes.add((nameOf(token) as string).toLowerCase());
      this.madeAt.add(at);
    } else if (this.expectsTable(at)) {
      this.frame.inFrom = true;
      this.readTable(at + 1);
    }
  }

  private open(at: number): void {
    const isSelect = STARTS_SELECT.some((word) => isWord(this.tokens[at + 1], word));
    const before = this.tokens[at - 1];
    const opensTables = isWord(before, "FROM") || isWord(before, "JOIN");
    const isCall = nameOf(before) !== null && !opensTables;
    this.frames.push({ ...this.frame });
    if (isSelect)
      this.frame = { scope: { parent: this.frame.scope, uses: [] }, inFrom: false, isCall: false };
    else this.frame = { ...this.frame, isCall };
  }

  private close(at: number): void {
    const inner = this.frame.scope;
    this.frame = this.frames.pop() ?? this.frame;
    const isSubquery = inner !== this.frame.scope && this.frame.inFrom;
    if (isSubquery) this.readAlias(at + 1, null);
  }

  /** Behind FROM, JOIN, INTO, UPDATE, a comma or an open parenthesis of a FROM clause. */
  private expectsTable(at: number): boolean {
    const token = this.tokens[at] as Token;
    if (this.frame.isCall) return false;
    if (token.text === ",") return this.frame.inFrom;
    if (token.text === "(") return this.frame.inFrom && !isWord(this.tokens[at + 1], "SELECT");
    if (isWord(token, "FROM") && isWord(this.tokens[at - 1], "DISTINCT"))
      return isWord(this.tokens[at - 2], "SELECT");
    return BEFORE_TABLE.some((word) => isWord(token, word));
  }

  private readTable(at: number): void {
    const qualified = this.tokens[at + 1]?.text === "." ? at + 2 : at;
    const token = this.tokens[qualified];
    const name = nameOf(token);
    if (name === null || (token?.kind === "word" && NO_ALIAS.has(name.toUpperCase()))) return;
    this.tableAt.add(qualified);
    this.readAlias(qualified + 1, name.toLowerCase());
  }

  private readAlias(behind: number, table: string | null): void {
    const at = isWord(this.tokens[behind], "AS") ? behind + 1 : behind;
    const token = this.tokens[at];
    const name = nameOf(token);
    const isAlias = name !== null && (token?.kind === "quoted" || !NO_ALIAS.has(name.toUpperCase()));
    if (isAlias) this.madeAt.add(at);
    const alias = isAlias ? name.toLowerCase() : table;
    if (alias !== null) this.frame.scope.uses.push({ table, alias });
  }

  /** `name AS (SELECT`, `name(columns) AS NOT MATERIALIZED (SELECT` behind WITH, RECURSIVE or a comma. */
  private isCteAt(at: number): boolean {
    const before = this.tokens[at - 1];
    const opens = isWord(before, "WITH") || isWord(before, "RECURSIVE") || before?.text === ",";
    if (!opens || nameOf(this.tokens[at]) === null) return false;
    let next = at + 1;
    if (this.tokens[next]?.text === "(")
      while (next < this.tokens.length && this.tokens[next++]?.text !== ")");
    if (!isWord(this.tokens[next], "AS")) return false;
    next += isWord(this.tokens[next + 1], "NOT") ? 2 : 1;
    if (isWord(this.tokens[next], "MATERIALIZED")) next += 1;
    return (
      this.tokens[next]?.text === "(" && STARTS_SELECT.some((word) => isWord(this.tokens[next + 1], word))
    );
  }
}
