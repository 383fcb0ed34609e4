import { quoted } from "../text/quoted.ts";
import {
  elementsAt,
  JsonSyntaxError,
  lineAndColumn,
  skipMembers,
  skipSpace,
  skipValue,
} from "./json-text.ts";

/** What is around the items of a file, so that it can be written again byte for byte. */
export interface FileLayout {
  /** A JSON list of items (perhaps inside an object, as `items`), or one item a line. */
  kind: "list" | "lines";
  /** Everything before the first item and behind the last one. */
  prologue: string;
  epilogue: string;
}

/** An item as it is in a file: its text, what separates it from the item before, and where to find it. */
export interface TextItem {
  source: string;
  lead: string;
  /** The item's number in a list, its line in JSONL; 1-based. */
  row: number;
}

/** The file is JSON but holds no items in a format that is known; `fix` says what would be read. */
export class UnknownShape extends Error {
  readonly fix: string;
  constructor(reason: string, fix: string) {
    super(reason);
    this.name = "UnknownShape";
    this.fix = fix;
  }
}

const expected =
  "Write a JSON list of items, an object with this list as its field items, or JSONL with one item per line.";

/** The items of a file in order, and in the end what is around them; throws `JsonSyntaxError` or `UnknownShape`. */
export function* textItems(text: string): Generator<TextItem, FileLayout> {
  const start = skipSpace(text, 0);
  if (start >= text.length) throw new UnknownShape("The file is empty.", expected);
  const opening = text.charAt(start);
  if (opening === "[") return yield* listItems(text, start);
  if (opening !== "{") throw new UnknownShape(reasonWithoutItems(text, start), expected);
  const wrapped = wrappedList(text, start);
  return yield* wrapped === null ? lineItems(text, start) : listItems(text, wrapped);
}

/** Why a text that begins with no bracket has no items, such as a table or SQL. */
function reasonWithoutItems(text: string, start: number): string {
  try {
    skipValue(text, start);
    return "The file has a single value, not a list of items.";
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return `The file is not JSON: it begins with ${quoted(text.slice(start, start + 60).replace(/[\r\n].*/s, ""))}.`;
  }
}

function* listItems(text: string, open: number): Generator<TextItem, FileLayout> {
  let row = 0;
  let first = 0;
  let last = open + 1;
  const elements = elementsAt(text, open);
  let step = elements.next();
  for (; !step.done; step = elements.next()) {
    const { from, to } = step.value;
    row += 1;
    if (row === 1) first = from;
    yield { source: text.slice(from, to), lead: row === 1 ? "" : text.slice(last, from), row };
    last = to;
  }
  if (row === 0) throw new UnknownShape("The list has no items.", expected);
  // In a wrapper the object goes on behind the list; wrappedList has read it to its end.
  if (text.charAt(skipSpace(text, 0)) === "[") endOfFile(text, step.value);
  return { kind: "list", prologue: text.slice(0, first), epilogue: text.slice(last) };
}

/** The offset of the list inside an object that is the whole file and has a field `items`, else null. */
function wrappedList(text: string, start: number): number | null {
  const lineEnd = text.indexOf("\n", start);
  let list: number | null = null;
  const names: string[] = [];
  let nameless = false;
  const end = skipMembers(text, start, 0, ({ key, keyEnd, value }) => {
    const name = JSON.parse(text.slice(key, keyEnd)) as string;
    if (name === "items" && text.charAt(value) === "[") list = value;
    if (names.length < 8) names.push(name);
    nameless = nameless || text.charAt(value) !== "{";
  });
  const alone = skipSpace(text, end) >= text.length;
  if (list !== null && alone) return list;
  // Records keyed by an id, as the trajectories of InterCode: an object of objects over many lines.
  if (alone && !nameless && names.length > 0 && lineEnd !== -1)
    throw new UnknownShape(
      `The file has one object with the fields ${names.join(", ")} …, not a list of items.`,
      expected,
    );
  return null;
}

function* lineItems(text: string, start: number): Generator<TextItem, FileLayout> {
  let at = start;
  let last = start;
  let row = 1;
  let counted = 0;
  for (let first = true; at < text.length; first = false) {
    row += lineEndsIn(text, counted, at);
    counted = at;
    if (text.charAt(at) !== "{")
      throw new JsonSyntaxError(
        at,
        `found ${JSON.stringify(text.charAt(at))} where an item in { } was expected`,
      );
    const to = skipValue(text, at);
    yield { source: text.slice(at, to), lead: first ? "" : text.slice(last, at), row };
    last = to;
    at = skipSpace(text, to);
    if (at < text.length && !text.slice(to, at).includes("\n"))
      throw new JsonSyntaxError(at, "a second value on the same line");
  }
  return { kind: "lines", prologue: text.slice(0, start), epilogue: text.slice(last) };
}

function lineEndsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function endOfFile(text: string, at: number): void {
  const rest = skipSpace(text, at);
  if (rest < text.length) throw new JsonSyntaxError(rest, "there is more text after the end of the list");
}

/** "line 3, column 7" of an offset, as editors count. */
export function describePosition(text: string, offset: number): string {
  const { line, column } = lineAndColumn(text, offset);
  return `line ${line}, column ${column}`;
}
