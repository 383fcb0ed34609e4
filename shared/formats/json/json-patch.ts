import {
  type JsonListNode,
  type JsonNode,
  type JsonObjectNode,
  readJsonTree,
  type Span,
} from "./json-tree.ts";

/**
 * What to change in a JSON value; everything that it does not name stays letter by letter.
 * `set` replaces the value by exact JSON text, `remove` drops the member it is given for, `members` changes members
 * by name (absent ones are appended), `items` rebuilds a list.
 */
export type Patch =
  | { kind: "set"; json: string }
  | { kind: "remove" }
  | { kind: "members"; members: ReadonlyMap<string, Patch> }
  | { kind: "items"; items: readonly ItemPatch[] };

/** An item of the list to be: an old one (by its 0-based place), changed or not, or a new one (origin null, patch `set`). */
export interface ItemPatch {
  origin: number | null;
  patch: Patch | null;
}

/** The whole text after the patch of its one value; white space around the value stays. */
export function patchJsonText(text: string, patch: Patch | null): string {
  if (patch === null) return text;
  const root = readJsonTree(text);
  return text.slice(0, root.from) + patched(text, root, patch) + text.slice(root.to);
}

/** The same JSON on one line. A string never holds a bare line break, so each break is between two tokens. */
export function onOneLine(text: string): string {
  return text.trim().replace(/[ \t]*[\r\n][ \t\r\n]*/g, " ");
}

function patched(text: string, node: JsonNode, patch: Patch | null): string {
  if (patch === null) return text.slice(node.from, node.to);
  if (patch.kind === "set") return patch.json;
  if (patch.kind === "members" && node.kind === "object") return patchedObject(text, node, patch.members);
  if (patch.kind === "items" && node.kind === "list") return patchedList(text, node, patch.items);
  throw new TypeError(`a patch of kind ${patch.kind} does not fit a JSON ${node.kind}`);
}

function patchedObject(text: string, node: JsonObjectNode, changes: ReadonlyMap<string, Patch>): string {
  const last = new Map(node.members.map((member, index) => [member.name, index]));
  const kept: string[] = [];
  for (const [index, member] of node.members.entries()) {
    const change = changes.get(member.name) ?? null;
    // Of a repeated name the last member counts; removing takes them all, or an older one would come back.
    if (change?.kind === "remove") continue;
    const value = patched(text, member.value, last.get(member.name) === index ? change : null);
    kept.push(text.slice(member.from, member.value.from) + value);
  }
  for (const [name, change] of changes) {
    if (last.has(name) || change.kind === "remove") continue;
    if (change.kind !== "set") throw new TypeError(`the absent member ${name} can only be set`);
    kept.push(`${JSON.stringify(name)}${colonOf(text, node)}${change.json}`);
  }
  return enclosed(text, node, kept, node.members);
}

function patchedList(text: string, node: JsonListNode, items: readonly ItemPatch[]): string {
  const parts = items.map(({ origin, patch }) => {
    const old = origin === null ? undefined : node.items[origin];
    if (old !== undefined) return patched(text, old, patch);
    if (patch?.kind !== "set") throw new TypeError("a new list item can only be set");
    return patch.json;
  });
  return enclosed(text, node, parts, node.items);
}

/** Puts parts back between the brackets with the white space and the separators that the text uses. */
function enclosed(text: string, node: Span, parts: readonly string[], old: readonly Span[]): string {
  const open = text[node.from];
  const close = text[node.to - 1];
  const [first, second] = old;
  const last = old.at(-1);
  if (parts.length === 0 || first === undefined || last === undefined)
    return `${open}${parts.join(", ")}${close}`;
  const head = text.slice(node.from + 1, first.from);
  const tail = text.slice(last.to, node.to - 1);
  const usual = second === undefined ? `,${head === "" ? " " : head}` : text.slice(first.to, second.from);
  const gaps = old.slice(1).map((span, index) => text.slice(old[index]?.to, span.from));
  const gapBefore = (index: number) => (parts.length === old.length ? (gaps[index - 1] ?? usual) : usual);
  const inner = parts.map((part, index) => (index === 0 ? part : gapBefore(index) + part));
  return `${open}${head}${inner.join("")}${tail}${close}`;
}

/** The colon and its white space as the object's first member has them. */
function colonOf(text: string, node: JsonObjectNode): string {
  const first = node.members[0];
  if (first === undefined) return ": ";
  return text.slice(text.lastIndexOf(":", first.value.from - 1), first.value.from);
}
