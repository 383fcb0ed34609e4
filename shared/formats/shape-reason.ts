import type { z } from "zod";
import { quoted } from "../text/quoted.ts";

const kinds: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object in { }",
  null: "null",
  undefined: "nothing",
};

/** What is wrong with a value that has not the form of its field, as a sentence. */
export function shapeReason(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "invalid_type") {
    const found = /received (\w+)$/.exec(issue.message)?.[1] ?? "";
    const wanted = kinds[issue.expected] ?? issue.expected;
    if (found === "undefined") return `The field is missing; it has to be ${wanted}.`;
    return `The value is ${kinds[found] ?? found}, and has to be ${wanted}.`;
  }
  if (issue?.code === "unrecognized_keys")
    return `There ${issue.keys.length === 1 ? "is a field" : "are fields"} that nothing reads: ${quoted(issue.keys.join(", "))}.`;
  if (issue?.code === "invalid_value")
    return `The value has to be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}.`;
  return `${issue?.message ?? "The value has another form"}.`;
}
