/** A text that is not JSON: what was met at which UTF-16 offset. */
export class JsonSyntaxError extends Error {
  readonly offset: number;
  constructor(offset: number, reason: string) {
    super(reason);
    this.name = "JsonSyntaxError";
    this.offset = offset;
  }
}

/** Values nested deeper than this are refused, so that a nesting bomb cannot exhaust the stack. */
export const nestingLimit = 200;

/** A member of an object as it is in the text: key and value with the white space around them. */
export interface Member {
  before: string;
  /** The key in its quotes. */
  key: string;
  /** From the key to the value: the colon and white space. */
  between: string;
  value: string;
  after: string;
}

/** The 1-based line and column of an offset; CRLF counts as one line end. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** The first offset at or after `at` that is no JSON white space (nor a byte order mark at the very start). */
export function skipSpace(text: string, at: number): number {
  let i = at === 0 && text.charCodeAt(0) === 0xfeff ? 1 : at;
  for (;;) {
    if (!isSpace(text.charCodeAt(i))) return i;
    i += 1;
  }
}

/** What a text says in JSON, nested no deeper than the limit: `JSON.parse` alone takes seconds for a bomb. Throws as that does. */
export function jsonValue(text: string): unknown {
  skipValue(text, skipSpace(text, 0));
  return JSON.parse(text);
}

/** The offset behind the value that starts at `at`, which is checked against RFC 8259 on the way. */
export function skipValue(text: string, at: number, depth = 0): number {
  switch (text.charCodeAt(at)) {
    case 0x22:
      return skipString(text, at);
    case 0x7b:
      return skipMembers(text, at, depth, null);
    case 0x5b:
      return skipElements(text, at, depth);
    case 0x74:
      return skipWord(text, at, "true");
    case 0x66:
      return skipWord(text, at, "false");
    case 0x6e:
      return skipWord(text, at, "null");
    default:
      return skipNumber(text, at);
  }
}

/** The offset behind the array that opens at `at`. */
function skipElements(text: string, at: number, depth: number): number {
  const elements = elementsAt(text, at, depth);
  for (;;) {
    const { done, value } = elements.next();
    if (done) return value;
  }
}

/** Where each element of the list at `at` is, one after the other; answers the offset behind the list. */
export function* elementsAt(
  text: string,
  at: number,
  depth = 0,
): Generator<{ from: number; to: number }, number> {
  deeper(at, depth);
  let i = skipSpace(text, at + 1);
  if (text.charCodeAt(i) === 0x5d) return i + 1;
  for (;;) {
    const from = i;
    i = skipValue(text, from, depth + 1);
    yield { from, to: i };
    i = skipSpace(text, i);
    const code = text.charCodeAt(i);
    if (code === 0x5d) return i + 1;
    if (code !== 0x2c) throw unexpected(text, i, "a comma or ] was expected");
    i = skipSpace(text, i + 1);
  }
}

/** Where a member of an object is: offsets of its key, its value, and what is around them. */
interface MemberRange {
  from: number;
  key: number;
  keyEnd: number;
  value: number;
  valueEnd: number;
  end: number;
}

/** The members of the object that is `text`, in order, with every character kept; `tail` is what an empty object holds. */
export function membersOf(text: string): { members: Member[]; tail: string } {
  const members: Member[] = [];
  const end = skipMembers(text, 0, 0, (range) =>
    members.push({
      before: text.slice(range.from, range.key),
      key: text.slice(range.key, range.keyEnd),
      between: text.slice(range.keyEnd, range.value),
      value: text.slice(range.value, range.valueEnd),
      after: text.slice(range.valueEnd, range.end),
    }),
  );
  return { members, tail: members.length === 0 ? text.slice(1, end - 1) : "" };
}

/** Calls `onMember` for each member of the object that opens at `at`; the offset behind the object. */
export function skipMembers(
  text: string,
  at: number,
  depth: number,
  onMember: ((range: MemberRange) => void) | null,
): number {
  deeper(at, depth);
  let key = skipSpace(text, at + 1);
  if (text.charCodeAt(key) === 0x7d) return key + 1;
  let from = at + 1;
  for (;;) {
    if (text.charCodeAt(key) !== 0x22) throw unexpected(text, key, "a field name in quotes was expected");
    const keyEnd = skipString(text, key);
    const colon = skipSpace(text, keyEnd);
    if (text.charCodeAt(colon) !== 0x3a) throw unexpected(text, colon, "a colon was expected");
    const value = skipSpace(text, colon + 1);
    const valueEnd = skipValue(text, value, depth + 1);
    const end = skipSpace(text, valueEnd);
    onMember?.({ from, key, keyEnd, value, valueEnd, end });
    const code = text.charCodeAt(end);
    if (code === 0x7d) return end + 1;
    if (code !== 0x2c) throw unexpected(text, end, "a comma or } was expected");
    from = end + 1;
    key = skipSpace(text, from);
  }
}

/** The same JSON without white space between its tokens; every token stays as it is written. */
export function compactJson(text: string): string {
  let compact = "";
  for (let i = skipSpace(text, 0); i < text.length; i = skipSpace(text, i)) {
    const from = i;
    if (text.charCodeAt(i) === 0x22) i = skipString(text, i);
    else while (i < text.length && text.charCodeAt(i) !== 0x22 && !isSpace(text.charCodeAt(i))) i += 1;
    compact += text.slice(from, i);
  }
  return compact;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function skipString(text: string, at: number): number {
  let i = at + 1;
  for (;;) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code === 0x5c) i = skipEscape(text, i);
    else if (code >= 0x20) i += 1;
    else if (Number.isNaN(code)) throw new JsonSyntaxError(at, "a string that is never closed starts here");
    else throw new JsonSyntaxError(i, "a string contains a line end or a control character");
  }
}

function skipEscape(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter !== "" && '"\\/bfnrt'.includes(letter)) return at + 2;
  if (letter === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) return at + 6;
  throw new JsonSyntaxError(at, "a backslash that does not start a JSON escape");
}

function skipWord(text: string, at: number, word: string): number {
  if (!text.startsWith(word, at)) throw unexpected(text, at, "a value was expected");
  return at + word.length;
}

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function skipNumber(text: string, at: number): number {
  number.lastIndex = at;
  if (!number.test(text)) throw unexpected(text, at, "a value was expected");
  return number.lastIndex;
}

function deeper(at: number, depth: number): void {
  if (depth >= nestingLimit)
    throw new JsonSyntaxError(at, `values are nested more than ${nestingLimit} levels deep`);
}

function unexpected(text: string, at: number, expected: string): JsonSyntaxError {
  if (at >= text.length)
    return new JsonSyntaxError(text.length, `the file ends where ${expected}: it seems cut off`);
  const found = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
  return new JsonSyntaxError(at, `found ${found} where ${expected}`);
}
