import type { z } from "zod";
import type { JsonNode } from "./json/json-tree.ts";
import { inside, isNothing, type Lens, noteShape, quietTrail, same } from "./json/lens.ts";

/** A list in Querent's own field; an item that does not fit the schema is noticed as not `expected` and left out. Absent is the empty list. */
export function ownListLens<Item>(schema: z.ZodType<Item>, expected: string): Lens<Item[]> {
  const read: Lens<Item[]>["read"] = (node, trail) => {
    if (isNothing(node)) return [];
    if (node.kind !== "list") {
      noteShape(trail, "a list", node);
      return [];
    }
    return node.items.flatMap((item, index) => {
      const parsed = schema.safeParse(plainValue(item));
      if (parsed.success) return [parsed.data];
      noteShape(inside(trail, index), expected, item);
      return [];
    });
  };
  return {
    read,
    write: (node, value) => {
      if (same(read(node, quietTrail()), value)) return null;
      return value.length === 0 ? { kind: "remove" } : { kind: "set", json: JSON.stringify(value) };
    },
  };
}

/** The plain value of a JSON node. */
function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, plainValue(value)]));
    case "list":
      return node.items.map(plainValue);
    case "number":
      return Number(node.text);
    default:
      return node.value;
  }
}
