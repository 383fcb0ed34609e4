import { elementsAt, JsonSyntaxError, skipMembers, skipSpace, skipValue } from "../json-text.ts";

/** Where a value is in its JSON text: UTF-16 offsets, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** One `"name": value` of an object; its span starts at the name's quote. */
export type JsonMember = Span & { name: string; value: JsonNode };
export type JsonObjectNode = Span & { kind: "object"; readonly members: JsonMember[] };
export type JsonListNode = Span & { kind: "list"; readonly items: JsonNode[] };

/**
 * A JSON value together with its place in the text, so that what nobody edits can be written back letter by letter.
 * Numbers keep their text: 1.0, 1e2 and 12345678901234567890 are never rounded.
 */
export type JsonNode =
  | JsonObjectNode
  | JsonListNode
  | (Span & { kind: "string"; value: string })
  | (Span & { kind: "number"; text: string })
  | (Span & { kind: "literal"; value: true | false | null });

/**
 * Reads one JSON value that fills `text` (RFC 8259); throws `JsonSyntaxError` at the first fault. Members and items are
 * laid out when they are first asked for, so that deep values nobody asks for cost one pass only.
 */
export function readJsonTree(text: string): JsonNode {
  const from = skipSpace(text, 0);
  const to = skipValue(text, from);
  const end = skipSpace(text, to);
  if (end < text.length) throw new JsonSyntaxError(end, "more text follows after the end of the value");
  return nodeAt(text, from, to);
}

/** The member that counts under `name`: the last one, as in Python and in JSON.parse. */
export function memberOf(node: JsonNode | undefined, name: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.name === name) : undefined;
}

function nodeAt(text: string, from: number, to: number): JsonNode {
  const first = text[from];
  const raw = () => text.slice(from, to);
  if (first === "{") {
    const members = once(() => membersAt(text, from));
    return {
      kind: "object",
      from,
      to,
      get members() {
        return members();
      },
    };
  }
  if (first === "[") {
    const items = once(() => itemsAt(text, from));
    return {
      kind: "list",
      from,
      to,
      get items() {
        return items();
      },
    };
  }
  if (first === '"') return { kind: "string", from, to, value: JSON.parse(raw()) as string };
  if (first === "n") return { kind: "literal", from, to, value: null };
  if (first === "t" || first === "f") return { kind: "literal", from, to, value: first === "t" };
  return { kind: "number", from, to, text: raw() };
}

function membersAt(text: string, open: number): JsonMember[] {
  const members: JsonMember[] = [];
  skipMembers(text, open, 0, ({ key, keyEnd, value, valueEnd }) => {
    const name = JSON.parse(text.slice(key, keyEnd)) as string;
    members.push({ from: key, to: valueEnd, name, value: nodeAt(text, value, valueEnd) });
  });
  return members;
}

function itemsAt(text: string, open: number): JsonNode[] {
  return [...elementsAt(text, open)].map(({ from, to }) => nodeAt(text, from, to));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
