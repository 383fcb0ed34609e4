import { isWord, nameOf, type Token } from "./lex.ts";

/** A table that a SELECT reads (null for a subquery), and the name by which columns call it, in small letters. */
export interface TableUse {
  table: TableName | null;
  alias: string;
}

/** The name of a table and, where it was written in front, of its schema: as quoted, a bare word in small letters. */
export interface TableName {
  schema: string | null;
  name: string;
}

/** One SELECT (or one arm of a compound) and what it reads; names not found in it are looked up in the SELECT around it. */
export interface Scope {
  parent: Scope | null;
  uses: TableUse[];
}

/** A statement's tokens with the scope that each is in. */
export interface ScopedTokens {
  tokens: Token[];
  scopes: Scope[];
  /** The table names, by their positions in `tokens`. */
  tableAt: Map<number, TableName>;
  /** Places of names that are made here: aliases and CTEs. */
  madeAt: Set<number>;
  /** The names of the CTEs, in small letters. */
  ctes: Set<string>;
}

/** An open parenthesis: the scope to go back to, and whether tables may be in it. */
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

/** Words that are behind a table name and are no alias of it. */
const NO_ALIAS = new Set(
  "WHERE GROUP ORDER HAVING LIMIT ON USING JOIN LEFT RIGHT FULL INNER CROSS OUTER NATURAL UNION INTERSECT EXCEPT SET WINDOW VALUES DEFAULT NOT INDEXED RETURNING SELECT WITH OFFSET AS".split(
    " ",
  ),
);

/** A name as it was quoted; a bare word in small letters, as PostgreSQL takes it. Null for what is no name. */
export function spelledName(token: Token | undefined): string | null {
  const name = nameOf(token);
  return token?.kind === "word" ? (name?.toLowerCase() ?? null) : name;
}

/** Finds the SELECTs of a text and the tables that each reads; never throws, broken SQL gives what can be made out. */
export function scopeTokens(tokens: Token[]): ScopedTokens {
  const scan = new ScopeScan(tokens);
  return scan.run();
}

class ScopeScan {
  private readonly tokens: Token[];
  private readonly scopes: Scope[] = [];
  private readonly tableAt = new Map<number, TableName>();
  private readonly madeAt = new Set<number>();
  private readonly ctes = new Set<string>();
  private readonly frames: Frame[] = [];
  /** In a DELETE or MERGE, where USING names further tables; in a join it names columns. */
  private usingTables = false;
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
    else if (token.text === ";") this.usingTables = false;
    else if (isWord(token, "DELETE") || isWord(token, "MERGE")) this.usingTables = true;
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

  /** Behind FROM, JOIN, INTO, UPDATE, the USING of a DELETE, a comma or an open parenthesis of a FROM clause. */
  private expectsTable(at: number): boolean {
    const token = this.tokens[at] as Token;
    if (this.frame.isCall) return false;
    if (token.text === ",") return this.frame.inFrom;
    if (token.text === "(") return this.frame.inFrom && !isWord(this.tokens[at + 1], "SELECT");
    if (isWord(token, "FROM") && isWord(this.tokens[at - 1], "DISTINCT"))
      return isWord(this.tokens[at - 2], "SELECT");
    if (isWord(token, "USING")) return this.usingTables && this.tokens[at + 1]?.text !== "(";
    return BEFORE_TABLE.some((word) => isWord(token, word));
  }

  private readTable(from: number): void {
    const isOnly = isWord(this.tokens[from], "ONLY") && nameOf(this.tokens[from + 1]) !== null;
    let at = isOnly ? from + 1 : from;
    let schema: string | null = null;
    while (this.tokens[at + 1]?.text === "." && nameOf(this.tokens[at + 2]) !== null) {
      schema = spelledName(this.tokens[at]);
      at += 2;
    }
    const token = this.tokens[at];
    const name = spelledName(token);
    if (name === null || (token?.kind === "word" && NO_ALIAS.has(name.toUpperCase()))) return;
    const table = { schema, name };
    this.tableAt.set(at, table);
    this.readAlias(at + 1, table);
  }

  private readAlias(behind: number, table: TableName | null): void {
    const at = isWord(this.tokens[behind], "AS") ? behind + 1 : behind;
    const token = this.tokens[at];
    const name = nameOf(token);
    const isAlias = name !== null && (token?.kind === "quoted" || !NO_ALIAS.has(name.toUpperCase()));
    if (isAlias) this.madeAt.add(at);
    const alias = isAlias ? name.toLowerCase() : (table?.name.toLowerCase() ?? null);
    if (alias !== null) this.frame.scope.uses.push({ table, alias });
  }

  /** Behind the parenthesis that closes a list of column names, or at the first token that is in no such list. */
  private behindColumns(from: number): number {
    let at = from;
    while (nameOf(this.tokens[at]) !== null || this.tokens[at]?.text === ",") at += 1;
    return this.tokens[at]?.text === ")" ? at + 1 : at;
  }

  /** `name AS (SELECT`, `name(columns) AS NOT MATERIALIZED (SELECT` behind WITH, RECURSIVE or a comma. */
  private isCteAt(at: number): boolean {
    const before = this.tokens[at - 1];
    const opens = isWord(before, "WITH") || isWord(before, "RECURSIVE") || before?.text === ",";
    if (!opens || nameOf(this.tokens[at]) === null) return false;
    let next = at + 1;
    if (this.tokens[next]?.text === "(") next = this.behindColumns(next + 1);
    if (!isWord(this.tokens[next], "AS")) return false;
    next += isWord(this.tokens[next + 1], "NOT") ? 2 : 1;
    if (isWord(this.tokens[next], "MATERIALIZED")) next += 1;
    return (
      this.tokens[next]?.text === "(" && STARTS_SELECT.some((word) => isWord(this.tokens[next + 1], word))
    );
  }
}
