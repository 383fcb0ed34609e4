import { describe, expect, it } from "vitest";
import { runQuerent } from "../support/run-querent.ts";

const names = async () => (await runQuerent("schema")).out.trimEnd().split("\n");

/** The names of all properties in a JSON Schema, at any depth. */
function propertyNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  // An output may have a field of that name: what is in the keyword are schemas, not keywords.
  const { properties = {}, ...keywords } = schema as { properties?: object };
  const inside = [...Object.values(properties), ...Object.values(keywords)];
  return [...Object.keys(properties), ...inside.flatMap(propertyNames)];
}

describe("schema", () => {
  it("prints a JSON Schema of every output that it lists, with names in snake_case and a description", async () => {
    expect(await names()).toContain("evaluation");
    for (const name of await names()) {
      const { code, out } = await runQuerent("schema", name);
      expect(code).toBe(0);
      const schema = JSON.parse(out) as Record<string, unknown>;
      expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
      expect(schema.description).toMatch(/querent/);
      const properties = propertyNames(schema);
      expect(properties.length).toBeGreaterThan(3);
      expect(properties.filter((property) => !/^[a-z][a-z0-9_]*$/.test(property))).toEqual([]);
    }
  });

  it("refuses a name that it does not know, and lists those that it knows", async () => {
    const { code, out, notes } = await runQuerent("schema", "nothing");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const name of await names()) expect(notes).toContain(name);
  });
});
