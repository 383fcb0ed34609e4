import type { ItemPatch } from "./json-patch.ts";
import type { JsonNode } from "./json-tree.ts";
import { inside, isNothing, type Lens, noteShape, quietTrail, same, type Trail } from "./lens.ts";

type Parse<T> = (node: JsonNode) => T | undefined;

const encode = (value: unknown): string => JSON.stringify(value);

const stringOf: Parse<string> = (node) => (node.kind === "string" ? node.value : undefined);

const flagOf: Parse<boolean> = (node) =>
  node.kind === "literal" && node.value !== null ? node.value : undefined;

/** A whole number that JS holds exactly; anything else is left alone rather than rounded. */
const integerOf: Parse<number> = (node) => {
  if (node.kind !== "number" || !/^-?\d+(\.0+)?$/.test(node.text)) return undefined;
  const value = Number(node.text);
  return Number.isSafeInteger(value) ? value + 0 : undefined;
};

/** A string; "" where the field is absent or null. */
export const text: Lens<string> = single("a string", "", stringOf);
/** A string, or null where the field is absent or null. */
export const optionalText: Lens<string | null> = single<string | null>("a string", null, stringOf);
/** true or false; false where the field is absent or null. */
export const flag: Lens<boolean> = single("true or false", false, flagOf);
/** true or false, or null where the field is absent or null. */
export const optionalFlag: Lens<boolean | null> = single<boolean | null>("true or false", null, flagOf);
/** A whole number within ±(2^53 − 1), or null where the field is absent, null or no such number. */
export const optionalInteger: Lens<number | null> = single<number | null>("a whole number", null, integerOf);

/** A list of strings; a bare string reads as a list of one (none if it is empty) and stays bare while it can. */
export const texts: Lens<string[]> = list("a string", stringOf);
/** A list of whole numbers. */
export const integers: Lens<number[]> = list("a whole number", integerOf);

function single<T>(expected: string, empty: T, parse: Parse<T>): Lens<T> {
  const read: Lens<T>["read"] = (node, trail) => {
    if (isNothing(node)) return empty;
    const value = parse(node);
    if (value === undefined) noteShape(trail, expected, node);
    return value ?? empty;
  };
  return {
    read,
    write: (node, value) =>
      same(read(node, quietTrail()), value) ? null : { kind: "set", json: encode(value) },
  };
}

/**
 * A list of single values; absent or null is the empty list. Items that stay keep their exact text; items of another
 * shape are noticed and left out, and go from the text only when the list itself is edited.
 */
function list<T extends string | number>(expected: string, parse: Parse<T>): Lens<T[]> {
  const isBare = (node: JsonNode | undefined) => node?.kind === "string" && parse(node) !== undefined;
  const itemsOf = (node: JsonNode | undefined, trail: Trail): readonly JsonNode[] => {
    if (isNothing(node)) return [];
    if (isBare(node)) return parse(node) === "" ? [] : [node];
    if (node.kind === "list") return node.items;
    noteShape(trail, "a list", node);
    return [];
  };
  return {
    read: (node, trail) =>
      itemsOf(node, trail).flatMap((item, index) => {
        const value = parse(item);
        if (value !== undefined) return [value];
        noteShape(inside(trail, index), expected, item);
        return [];
      }),
    write: (node, value) => {
      const old = itemsOf(node, quietTrail()).map(parse);
      const readable = old.filter((item) => item !== undefined);
      if (same(readable, value)) return null;
      if (isBare(node) && value.length === 1 && value[0] !== "")
        return { kind: "set", json: encode(value[0]) };
      if (node?.kind !== "list") return { kind: "set", json: `[${value.map(encode).join(", ")}]` };
      return { kind: "items", items: value.map((item, index) => itemPatch(old, item, index)) };
    },
  };
}

/** The old item that reads the same, best at the same place, so that its text stays; else a new one. */
function itemPatch<T>(old: readonly (T | undefined)[], item: T, index: number): ItemPatch {
  const origin = old[index] === item ? index : old.indexOf(item);
  return origin >= 0 ? { origin, patch: null } : { origin: null, patch: { kind: "set", json: encode(item) } };
}
