import type { SqlDialect, Token } from "../lex.ts";
import type { SqlNode, SqlNodeKind } from "./sql-node.ts";
import { isBodyQuote } from "./tree-tokens.ts";
import { compoundWords, queryWords } from "./words.ts";

/** The parts of the grammar that call each other; handed in so that no file imports its caller. */
export interface Grammar {
  expression(cursor: TokenCursor): SqlNode | null;
  query(cursor: TokenCursor): SqlNode | null;
  statement(cursor: TokenCursor): SqlNode | null;
}

/** Deeper nesting than this is skipped over, so that no text can exhaust the stack. */
const deepest = 150;

/** Walks over tokens and makes the nodes of what it passed. Never throws, always ends: what is not understood is skipped. */
export class TokenCursor {
  readonly tokens: readonly Token[];
  readonly dialect: SqlDialect;
  readonly grammar: Grammar;
  at = 0;
  skippedCount = 0;
  private depth = 0;
  private readonly words: readonly string[];
  private closing: Int32Array | null = null;

  constructor(tokens: readonly Token[], dialect: SqlDialect, grammar: Grammar) {
    this.tokens = tokens;
    this.dialect = dialect;
    this.grammar = grammar;
    this.words = tokens.map(({ kind, text }) => (kind === "word" ? text.toUpperCase() : ""));
  }

  get atEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  token(offset = 0): Token | undefined {
    return this.tokens[this.at + offset];
  }

  /** The bare word in capitals, empty for any other token. */
  word(offset = 0): string {
    return this.words[this.at + offset] ?? "";
  }

  /** The text of any token, empty behind the end. */
  text(offset = 0): string {
    return this.tokens[this.at + offset]?.text ?? "";
  }

  isWords(first: string, second: string): boolean {
    return this.word() === first && this.word(1) === second;
  }

  isName(offset = 0): boolean {
    const kind = this.tokens[this.at + offset]?.kind;
    return kind === "word" || kind === "quoted";
  }

  /** Passes these bare words if they are here. */
  accept(first: string, second?: string, third?: string): boolean {
    if (this.word() !== first) return false;
    if (second !== undefined && this.word(1) !== second) return false;
    if (third !== undefined && this.word(2) !== third) return false;
    this.at += third === undefined ? (second === undefined ? 1 : 2) : 3;
    return true;
  }

  acceptText(text: string): boolean {
    if (this.text() !== text) return false;
    this.at += 1;
    return true;
  }

  /** Passes so many tokens, whatever they are, as far as there are any. */
  pass(count: number): void {
    this.at = Math.min(this.at + count, this.tokens.length);
  }

  /** The node of what was passed since `start`; null where nothing was. */
  node(kind: SqlNodeKind, start: number, children: readonly (SqlNode | null)[] = []): SqlNode | null {
    return this.at > start ? this.made(kind, start, children) : null;
  }

  /** The node of what was passed since `start`, where at least one token was. */
  made(kind: SqlNodeKind, start: number, children: readonly (SqlNode | null)[] = []): SqlNode {
    const from = this.tokens[start]?.from ?? 0;
    const to = this.tokens[this.at - 1]?.to ?? from;
    return { kind, start, end: this.at, from, to, children: present(children) };
  }

  /** Passes `count` tokens as a node without children. */
  leaf(kind: SqlNodeKind, count = 1): SqlNode {
    const start = this.at;
    this.pass(count);
    return this.made(kind, start);
  }

  /** Passes a bracket with all that is in it, or one token; never leaves the body of a routine. */
  passBalanced(): void {
    let depth = 0;
    do {
      const text = this.text();
      if (text === "(" || text === "[") depth += 1;
      else if (text === ")" || text === "]") depth -= 1;
      this.pass(1);
    } while (depth > 0 && !this.atEnd && !isBodyQuote(this.token()));
  }

  /** Passes up to what `stops`, a closing bracket that was not opened here, or the end; counts it as not understood. */
  skipTo(stops: () => boolean): SqlNode | null {
    const start = this.at;
    const ends = () => [")", "]"].includes(this.text()) || isBodyQuote(this.token());
    while (!this.atEnd && !stops() && !ends()) this.passBalanced();
    if (this.at > start) this.skippedCount += 1;
    return this.node("skipped", start);
  }

  /** Whether the parenthesis here holds a query, however many parentheses are around its first SELECT. */
  get opensQuery(): boolean {
    for (let at = this.at; this.tokens[at]?.text === "("; at += 1) {
      if (queryWords.has(this.words[at + 1] ?? "")) return true;
      if (this.tokens[at + 1]?.text !== "(") return false;
      this.closing ??= closingBrackets(this.tokens);
      const behind = (this.closing[at + 1] ?? 0) + 1;
      if (!compoundWords.has(this.words[behind] ?? "") && this.tokens[behind]?.text !== ")") return false;
    }
    return false;
  }

  /** Items with commas between them. */
  list(item: () => SqlNode | null): SqlNode[] {
    const items: SqlNode[] = [];
    do {
      const parsed = item();
      if (parsed !== null) items.push(parsed);
    } while (this.acceptText(","));
    return items;
  }

  /** The rest of a parenthesis: `content`, what it left over, and the closing one. */
  parenthesised(content: () => readonly (SqlNode | null)[]): (SqlNode | null)[] {
    this.at += 1;
    const children = [...content(), this.skipTo(() => false)];
    this.acceptText(")");
    return children;
  }

  /** Runs a part of the grammar one level deeper; beyond the deepest level, skips to the next comma or semicolon instead. */
  nested(parse: () => SqlNode | null): SqlNode | null {
    if (this.depth >= deepest) return this.skipTo(() => this.text() === "," || this.text() === ";");
    this.depth += 1;
    const node = parse();
    this.depth -= 1;
    return node;
  }

  /** The bare word that alone is between two indexes, in capitals; empty for anything else. */
  wasBareWord(start: number, end: number): string {
    return end === start + 1 ? (this.words[start] ?? "") : "";
  }
}

/** For each opening bracket the index of its closing one, or of the end. */
function closingBrackets(tokens: readonly Token[]): Int32Array {
  const closing = new Int32Array(tokens.length).fill(tokens.length);
  const open: number[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] as Token;
    if (kind !== "punctuation") continue;
    if (text === "(" || text === "[") open.push(index);
    else if (text === ")" || text === "]") {
      const opening = open.pop();
      if (opening !== undefined) closing[opening] = index;
    }
  }
  return closing;
}

/** The children that are there; most often all are, and then nothing is copied. */
function present(children: readonly (SqlNode | null)[]): SqlNode[] {
  return children.includes(null) ? children.filter((child) => child !== null) : (children as SqlNode[]);
}
