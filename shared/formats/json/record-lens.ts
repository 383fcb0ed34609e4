import { type ItemPatch, type Patch, patchJsonText } from "./json-patch.ts";
import { type JsonMember, type JsonNode, memberOf, readJsonTree } from "./json-tree.ts";
import { inside, isNothing, type Lens, noteShape, quietTrail, type RecordLens, same } from "./lens.ts";

/** Where a record's field is: its name in the file, an older name that is read too, and how to read it. */
export interface RecordField<T> {
  name: string;
  /** Read where `name` is absent; an edit moves the value to `name`. */
  olderName?: string;
  lens: Lens<T>;
}

type Entry<T> = [keyof T, RecordField<T[keyof T]>];

/** An object with the given fields; `skeleton` is the JSON text that a new one starts from. */
export function record<T extends object>(
  fields: { [K in keyof T]: RecordField<T[K]> },
  skeleton = "{}",
): RecordLens<T> {
  const entries = Object.entries(fields) as Entry<T>[];
  const read: Lens<T>["read"] = (node, trail) => {
    if (!isNothing(node) && node.kind !== "object") noteShape(trail, "an object", node);
    const pairs = entries.map(([key, field]) => {
      const member = memberOfField(node, field);
      return [key, field.lens.read(member?.value, inside(trail, member?.name ?? field.name))];
    });
    return Object.fromEntries(pairs) as T;
  };
  const create = (value: T) => patchJsonText(skeleton, membersPatch(readJsonTree(skeleton), value, entries));
  return {
    read,
    create,
    write: (node, value) => {
      if (node?.kind === "object") return membersPatch(node, value, entries);
      return same(read(node, quietTrail()), value) ? null : { kind: "set", json: create(value) };
    },
  };
}

function memberOfField<T>(node: JsonNode | undefined, field: RecordField<T>): JsonMember | undefined {
  const own = memberOf(node, field.name);
  return own !== undefined || field.olderName === undefined ? own : memberOf(node, field.olderName);
}

function membersPatch<T extends object>(node: JsonNode, value: T, entries: Entry<T>[]): Patch | null {
  const members = new Map<string, Patch>();
  for (const [key, field] of entries) {
    const member = memberOfField(node, field);
    const patch = field.lens.write(member?.value, value[key]);
    if (patch === null) continue;
    if (member !== undefined && member.name !== field.name) members.set(member.name, { kind: "remove" });
    const moves = member !== undefined && member.name !== field.name && patch.kind !== "remove";
    members.set(field.name, moves ? moved(field, value[key]) : patch);
  }
  return members.size === 0 ? null : { kind: "members", members };
}

/** A value on its way from an older name to the field's own: written whole, an emptied one as the empty list. */
function moved<T>(field: RecordField<T>, value: T): Patch {
  return field.lens.write(undefined, value) ?? { kind: "set", json: "[]" };
}

/** An object or nothing: null where it is absent, null or no object; writing null drops the member. */
export function optional<T extends object>(lens: RecordLens<T>): Lens<T | null> {
  return {
    read: (node, trail) => {
      if (isNothing(node)) return null;
      if (node.kind === "object") return lens.read(node, trail);
      noteShape(trail, "an object", node);
      return null;
    },
    write: (node, value) => {
      if (value === null) return node?.kind === "object" ? { kind: "remove" } : null;
      return node?.kind === "object" ? lens.write(node, value) : { kind: "set", json: lens.create(value) };
    },
  };
}

/** Which item of the source a record came from (0-based; null: new), so that editing the list keeps each one's unknown fields. */
export type WithOrigin<T> = T & { origin: number | null };

/** A list of records, each knowing its origin. */
export function records<T extends object>(lens: RecordLens<T>): Lens<WithOrigin<T>[]> {
  return {
    read: (node, trail) => {
      if (isNothing(node)) return [];
      if (node.kind !== "list") {
        noteShape(trail, "a list", node);
        return [];
      }
      return node.items.map((item, origin) => ({ ...lens.read(item, inside(trail, origin)), origin }));
    },
    write: (node, value) => {
      const old = node?.kind === "list" ? node.items : [];
      const items = value.map((item) => recordPatch(lens, old, item));
      const isUntouched =
        items.length === old.length && items.every((item, at) => item.origin === at && item.patch === null);
      if (isUntouched) return null;
      if (node?.kind === "list") return { kind: "items", items };
      return { kind: "set", json: `[${items.map(({ patch }) => wholeText(patch)).join(", ")}]` };
    },
  };
}

function recordPatch<T extends object>(
  lens: RecordLens<T>,
  old: readonly JsonNode[],
  item: WithOrigin<T>,
): ItemPatch {
  const { origin, ...rest } = item;
  const value = rest as unknown as T;
  const from = origin === null ? undefined : old[origin];
  if (from === undefined) return { origin: null, patch: { kind: "set", json: lens.create(value) } };
  return { origin, patch: lens.write(from, value) };
}

function wholeText(patch: Patch | null): string {
  if (patch?.kind !== "set") throw new TypeError("a new record is written whole");
  return patch.json;
}
