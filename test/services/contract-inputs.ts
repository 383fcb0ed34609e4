import type { z } from "zod";
import { contract } from "../../shared/contract/index.ts";

/** Ids and words that inputs are made with, by the name of the field. */
export type KnownFields = Readonly<Record<string, unknown>>;

/** Texts of which each format of the contract takes one. */
const strings = ["words", "y", "2026-01-01T00:00:00.000Z", crypto.randomUUID(), "QUERENT_KEY"];

// Zod's definitions differ by their type, which is read here as data.
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Definition = any;

/** Every procedure of the contract with inputs that its schema allows, made of the known fields: no procedure is left out. */
export function contractInputs(known: KnownFields): { path: string; inputs: unknown[] }[] {
  return Object.entries(contract).flatMap(([area, procedures]) =>
    Object.entries(procedures as Record<string, Definition>).map(([name, procedure]) => {
      const schema = procedure["~orpc"].inputSchema as z.ZodType | undefined;
      const made = schema === undefined ? [undefined] : variants(schema, "", known);
      const inputs = schema === undefined ? made : made.filter((input) => schema.safeParse(input).success);
      return { path: `${area}.${name}`, inputs };
    }),
  );
}

/** Values that a schema allows: one of each option, so that each way through a call is taken at least once. */
function variants(schema: z.ZodType, key: string, known: KnownFields): unknown[] {
  const { def } = (schema as Definition)._zod;
  if (key in known) return [known[key]];
  const inner = (of: z.ZodType) => variants(of, key, known);
  switch (def.type) {
    case "object":
      return objects(def.shape, known);
    case "array":
      return [inner(def.element).slice(0, 1)];
    case "nullable":
      return [...inner(def.innerType), null];
    case "optional":
      return [...inner(def.innerType), undefined];
    case "default":
    case "readonly":
    case "catch":
      return inner(def.innerType);
    case "pipe":
      return inner(def.in);
    case "union":
      return def.options.flatMap(inner);
    case "enum":
      return Object.values(def.entries);
    case "literal":
      return [def.values[0]];
    case "boolean":
      return [true, false];
    case "number":
      return [1];
    case "string":
      return strings.filter((text) => schema.safeParse(text).success).slice(0, 1);
    case "record":
      return [{}];
    case "lazy":
      return inner(def.getter());
    default:
      return [undefined];
  }
}

/** An object with the first variant of each field, and one more for each other variant of a field. */
function objects(shape: Record<string, z.ZodType>, known: KnownFields): unknown[] {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    all: variants(schema, name, known),
  }));
  const base = Object.fromEntries(fields.map(({ name, all }) => [name, all[0]]));
  const others = fields.flatMap(({ name, all }) => all.slice(1).map((value) => ({ ...base, [name]: value })));
  return [base, ...others];
}
