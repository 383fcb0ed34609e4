import { JsonSyntaxError, skipElements, skipMembers, skipSpace, skipValue } from "../json-text.ts";

/** Where a value stands in its JSON text: UTF-16 offsets, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** One `"name": value` of an object; its span starts at the name's quote. */
export type JsonMember = Span & { name: string; value: JsonNode };
export type JsonObjectNode = Span & { kind: "object"; members: JsonMember[] };
export type JsonListNode = Span & { kind: "list"; items: JsonNode[] };

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

/** Reads one JSON value that fills `text` (RFC 8259); throws `JsonSyntaxError` at the first fault. */
export function readJsonTree(text: string): JsonNode {
  const from = skipSpace(text, 0);
  const end = skipSpace(text, skipValue(text, from));
  if (end < text.length) throw new JsonSyntaxError(end, "more text follows where the value should end");
  return nodeAt(text, from);
}

/** The member that counts under `name`: the last one, as in Python and in JSON.parse. */
export function memberOf(node: JsonNode | undefined, name: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.name === name) : undefined;
}

function nodeAt(text: string, from: number): JsonNode {
  const first = text[from];
  if (first === "{") {
    const members: JsonMember[] = [];
    const to = skipMembers(text, from, 0, ({ key, keyEnd, value, valueEnd }) => {
      const name = JSON.parse(text.slice(key, keyEnd)) as string;
      members.push({ from: key, to: valueEnd, name, value: nodeAt(text, value) });
    });
    return { kind: "object", from, to, members };
  }
  if (first === "[") {
    const items: JsonNode[] = [];
    const to = skipElements(text, from, 0, (item) => items.push(nodeAt(text, item)));
    return { kind: "list", from, to, items };
  }
  const to = skipValue(text, from);
  const raw = text.slice(from, to);
  if (first === '"') return { kind: "string", from, to, value: JSON.parse(raw) as string };
  if (raw === "null") return { kind: "literal", from, to, value: null };
  if (raw === "true" || raw === "false") return { kind: "literal", from, to, value: raw === "true" };
  return { kind: "number", from, to, text: raw };
}
