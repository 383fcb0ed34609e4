import { type JsonNode, readJsonTree } from "../../formats/json/json-tree.ts";
import { JsonSyntaxError } from "../../formats/json-text.ts";

/** A JSON value with its exact numbers, or null for text that is none: SQLite takes any text into a column called JSON. */
export function readJson(text: string): JsonNode | null {
  try {
    return readJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}
