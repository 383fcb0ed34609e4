import { z } from "zod";
import { Clarification } from "../domain/reading.ts";
import type { JsonNode } from "./json/json-tree.ts";
import { inside, isNothing, type Lens, noteShape, quietTrail, same } from "./json/lens.ts";

/** What is stored of one ambiguity for dialogues, and of which: its number in the task's list (1-based, rule A1) and its term. */
const StoredClarification = Clarification.extend({
  ambiguity: z.number().int().positive(),
  term: z.string(),
});
export type StoredClarification = z.infer<typeof StoredClarification>;

/** The list of what is stored for dialogues; an entry of another shape is noticed and left out. Absent is the empty list. */
export const clarificationsLens: Lens<StoredClarification[]> = {
  read: (node, trail) => {
    if (isNothing(node)) return [];
    if (node.kind !== "list") {
      noteShape(trail, "a list", node);
      return [];
    }
    return node.items.flatMap((item, index) => {
      const parsed = StoredClarification.safeParse(plainValue(item));
      if (parsed.success) return [parsed.data];
      noteShape(inside(trail, index), "the words and readings of an ambiguity", item);
      return [];
    });
  },
  write: (node, value) => {
    if (same(clarificationsLens.read(node, quietTrail()), value)) return null;
    return value.length === 0 ? { kind: "remove" } : { kind: "set", json: JSON.stringify(value) };
  },
};

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
