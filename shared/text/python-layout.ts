/** Why a Python source cannot compile, and the line that it shows on (1-based). */
export interface PythonProblem {
  message: string;
  line: number;
}

const stringStart = /([A-Za-z]{0,3})('''|"""|'|")/y;
const wordOrNumber = /[\w\u0080-\uFFFF]+/y;
const closes: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * What makes Python refuse a source before it looks at the grammar: a string or bracket that is not closed, an indent that
 * fits nothing (Python reference §2). A source without such a problem may still not compile.
 */
export function pythonLayoutProblem(source: string): PythonProblem | null {
  const scan = new LayoutScan(source);
  try {
    scan.run();
    return null;
  } catch (error) {
    if (error instanceof LayoutError) return { message: error.message, line: scan.lineAt(error.offset) };
    throw error;
  }
}

class LayoutError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

class LayoutScan {
  private readonly source: string;
  private at = 0;
  private readonly brackets: { text: string; offset: number }[] = [];
  private readonly indents = [0];
  /** The logical line before ended in a colon, so that a block must follow. */
  private blockFrom: number | null = null;

  constructor(source: string) {
    this.source = source.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  }

  lineAt(offset: number): number {
    return this.source.slice(0, offset).split("\n").length;
  }

  run(): void {
    while (this.at < this.source.length) this.logicalLine();
    const open = this.brackets.at(-1);
    if (open !== undefined) throw new LayoutError(`'${open.text}' was never closed`, open.offset);
    if (this.blockFrom !== null) throw new LayoutError("expected an indented block", this.blockFrom);
  }

  private logicalLine(): void {
    const start = this.at;
    const margin = /[ \t\f]*/y;
    margin.lastIndex = start;
    const space = margin.exec(this.source)?.[0] ?? "";
    this.at += space.length;
    const char = this.source[this.at];
    if (char === undefined || char === "\n" || char === "#") {
      this.passLine();
      return;
    }
    this.indent(widthOf(space));
    this.content();
  }

  private passLine(): void {
    const end = this.source.indexOf("\n", this.at);
    this.at = end < 0 ? this.source.length : end + 1;
  }

  private indent(width: number): void {
    const current = this.indents.at(-1) ?? 0;
    if (this.blockFrom !== null && width <= current)
      throw new LayoutError("expected an indented block", this.at);
    if (width > current) {
      if (this.blockFrom === null) throw new LayoutError("unexpected indent", this.at);
      this.indents.push(width);
    }
    this.blockFrom = null;
    while (width < (this.indents.at(-1) ?? 0)) this.indents.pop();
    if (width !== (this.indents.at(-1) ?? 0))
      throw new LayoutError("unindent does not match any outer indentation level", this.at);
  }

  /** What is on a logical line, up to a line end outside brackets. */
  private content(): void {
    let endsInColon = false;
    while (this.at < this.source.length) {
      const char = this.source[this.at] as string;
      if (char === "\n") {
        this.at += 1;
        if (this.brackets.length > 0) continue;
        break;
      }
      if (char === "#") {
        const end = this.source.indexOf("\n", this.at);
        this.at = end < 0 ? this.source.length : end;
      } else if (char === "\\" && this.source[this.at + 1] === "\n") this.at += 2;
      else {
        if (!/\s/.test(char)) endsInColon = char === ":" && this.brackets.length === 0;
        this.token(char);
      }
    }
    if (endsInColon) this.blockFrom = Math.max(0, this.at - 1);
  }

  private token(char: string): void {
    stringStart.lastIndex = this.at;
    const string = stringStart.exec(this.source);
    if (string !== null) {
      this.string(string[2] as string, /f|t/i.test(string[1] ?? ""), this.at + string[0].length);
      return;
    }
    wordOrNumber.lastIndex = this.at;
    if (wordOrNumber.test(this.source)) {
      this.at = wordOrNumber.lastIndex;
      return;
    }
    this.bracket(char);
    this.at += 1;
  }

  private bracket(char: string): void {
    if ("([{".includes(char)) this.brackets.push({ text: char, offset: this.at });
    const opening = closes[char];
    if (opening === undefined) return;
    const open = this.brackets.pop();
    if (open === undefined) throw new LayoutError(`unmatched '${char}'`, this.at);
    if (open.text !== opening)
      throw new LayoutError(`closing '${char}' does not match opening '${open.text}'`, this.at);
  }

  /** From behind the opening quote to behind the closing one; fields of an f-string may hold strings of their own. */
  private string(quote: string, isFormatted: boolean, from: number): void {
    const start = this.at;
    this.at = from;
    for (;;) {
      const char = this.source[this.at];
      if (char === undefined || (char === "\n" && quote.length === 1))
        throw new LayoutError(
          quote.length === 1 ? "unterminated string literal" : "unterminated triple-quoted string literal",
          start,
        );
      if (this.source.startsWith(quote, this.at)) {
        this.at += quote.length;
        return;
      }
      if (char === "\\") this.at += 2;
      else if (isFormatted && char === "{") this.field();
      else this.at += 1;
    }
  }

  private field(): void {
    const start = this.at;
    if (this.source[this.at + 1] === "{") {
      this.at += 2;
      return;
    }
    const depth = this.brackets.length;
    do {
      const char = this.source[this.at];
      if (char === undefined) throw new LayoutError("f-string: expecting '}'", start);
      this.token(char);
    } while (this.brackets.length > depth);
  }
}

function widthOf(space: string): number {
  let width = 0;
  for (const char of space) width = char === "\t" ? width - (width % 8) + 8 : width + 1;
  return width;
}
