import { reasonFields } from "./label.ts";
import { editObject } from "./object-text.ts";
import { ownField } from "./read-item.ts";

/** The text of an item without what its file says that anybody said of it. */
export function withoutVerdicts(source: string): string {
  const names = Object.keys(JSON.parse(source) as Record<string, unknown>);
  return editObject(source, { remove: new Set(["label", ...reasonFields(names), ownField]) });
}
