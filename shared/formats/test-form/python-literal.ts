import type { ExpectedValue } from "../../domain/test-form.ts";

/** A text as a Python string: on one line in double quotes, on several in three. */
export function pythonString(text: string): string {
  if (!text.includes("\n") || /[^\n\t\x20-\uffff]/.test(text)) return JSON.stringify(text);
  const body = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `"""${body}"""`;
}

/** A value as Python: numbers that are no integers as Decimal, which loses no digit. */
export function pythonValue(value: ExpectedValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if ("text" in value) return pythonString(value.text);
  return pythonNumber(value.number);
}

export function pythonNumber(number: string): string {
  return /^-?(?:0|[1-9]\d*)$/.test(number) ? number : `Decimal("${number}")`;
}

/** Values of a row as a Python tuple. */
export function pythonTuple(values: readonly ExpectedValue[]): string {
  const items = values.map(pythonValue);
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}

/** Reads literals as the writer writes them, one after another; null where something else follows. */
export class LiteralReader {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Passes a sign, with white space around it. */
  accept(sign: string): boolean {
    this.passSpace();
    if (!this.source.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  /** Goes on behind a text; to the end where it does not occur. */
  passBehind(text: string): void {
    const found = this.source.indexOf(text, this.at);
    this.at = found < 0 ? this.source.length : found + text.length;
  }

  string(): string | null {
    this.passSpace();
    const match = /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"/y;
    match.lastIndex = this.at;
    const [text] = match.exec(this.source) ?? [];
    if (text === undefined) return null;
    this.at += text.length;
    if (text.startsWith('"""')) return text.slice(3, -3).replaceAll(/\\(["\\])/g, "$1");
    try {
      return JSON.parse(text) as string;
    } catch {
      return null;
    }
  }

  number(): string | null {
    if (this.accept("Decimal(")) {
      const text = this.string();
      return text !== null && this.accept(")") ? text : null;
    }
    const match = /-?\d+/y;
    match.lastIndex = this.at;
    const [text] = match.exec(this.source) ?? [];
    if (text === undefined) return null;
    this.at += text.length;
    return text;
  }

  value(): ExpectedValue | undefined {
    if (this.accept("None")) return null;
    if (this.accept("True")) return true;
    if (this.accept("False")) return false;
    const text = this.string();
    if (text !== null) return { text };
    const number = this.number();
    return number === null ? undefined : { number };
  }

  /** A list or tuple: `open` item, item, … `close`. */
  list<Item>(open: string, close: string, item: () => Item | null | undefined): Item[] | null {
    if (!this.accept(open)) return null;
    const items: Item[] = [];
    while (!this.accept(close)) {
      const read = item();
      if (read === undefined || read === null) return null;
      items.push(read);
      if (this.accept(",")) continue;
      return this.accept(close) ? items : null;
    }
    return items;
  }

  private passSpace(): void {
    while (/\s/.test(this.source[this.at] ?? "")) this.at += 1;
  }
}
