import type { Patch } from "./json-patch.ts";
import type { JsonNode } from "./json-tree.ts";

/** A value that did not have the shape its field asks for: it reads as empty and stays in the text as it is. */
export interface ShapeNote {
  path: readonly (string | number)[];
  reason: string;
}

/** Where in the record a value is read, and what reading noticed so far. */
export interface Trail {
  path: readonly (string | number)[];
  notes: ShapeNote[];
}

/**
 * A typed view of one JSON value that is kept as text. `read` gives the typed value (of an absent one, too) and never
 * fails; `write` gives the patch after which `read` gives `value`, or null where it does already. So unknown fields,
 * absent against empty against null, a string for a list, and exact numbers all survive an edit elsewhere.
 */
export interface Lens<T> {
  read(node: JsonNode | undefined, trail: Trail): T;
  write(node: JsonNode | undefined, value: T): Patch | null;
}

/** A lens that can also write a value where there is none yet, with every field that its format asks for. */
export interface RecordLens<T> extends Lens<T> {
  create(value: T): string;
}

/** A trail for reading without listening to what is noticed. */
export function quietTrail(): Trail {
  return { path: [], notes: [] };
}

/** One step further down the trail. */
export function inside(trail: Trail, step: string | number): Trail {
  return { path: [...trail.path, step], notes: trail.notes };
}

/** Says that `node` is not what is expected here. */
export function noteShape(trail: Trail, expected: string, node: JsonNode): void {
  trail.notes.push({ path: trail.path, reason: `${expected} is expected, not ${kindName(node)}` });
}

function kindName(node: JsonNode): string {
  if (node.kind === "literal") return String(node.value);
  if (node.kind === "number") return `the number ${node.text}`;
  return { object: "an object", list: "a list", string: "a string" }[node.kind];
}

/** Whether there is nothing to read: absent or null. */
export function isNothing(node: JsonNode | undefined): node is undefined {
  return node === undefined || (node.kind === "literal" && node.value === null);
}

/** Structural equality of plain values. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = b as Record<string, unknown>;
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && same(value, right[key]))
  );
}

/**
 * The same lens seen through a pair of functions. Several texts may read alike (decimal absent or -1): what already
 * reads as the value is not touched.
 */
export function mapped<A, B>(lens: Lens<A>, to: (value: A) => B, from: (value: B) => A): Lens<B> {
  const read: Lens<B>["read"] = (node, trail) => to(lens.read(node, trail));
  return {
    read,
    write: (node, value) => (same(read(node, quietTrail()), value) ? null : lens.write(node, from(value))),
  };
}
