import { z } from "zod";
import { contract } from "../../shared/contract/index.ts";

type Schema = z.core.JSONSchema.BaseSchema;

interface Declared {
  "~orpc": { inputSchema?: z.ZodType };
}

/** A procedure of the contract, and an input that its schema takes. */
export interface ContractCall {
  area: string;
  name: string;
  /** "queue.item". */
  path: string;
  /** With these ids where fields have their names. */
  input(ids: Record<string, unknown>): unknown;
}

/** Every procedure of the contract: a new one is among them by itself. */
export const contractCalls: readonly ContractCall[] = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls).map(([name, call]) => ({
    ...{ area, name, path: `${area}.${name}` },
    input: (ids: Record<string, unknown>) => leastInput(call as Declared, ids),
  })),
);

function leastInput(call: Declared, ids: Record<string, unknown>): unknown {
  const schema = call["~orpc"].inputSchema;
  if (schema === undefined) return undefined;
  return leastValue(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as Schema, "", ids);
}

/** A value that fits a schema: the known ids by the names of their fields, else the least that will do. */
function leastValue(schema: Schema, name: string, ids: Record<string, unknown>): unknown {
  if (name in ids) return ids[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return leastValue(first as Schema, name, ids);
  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {}) as [string, Schema][];
    const needed = fields.filter(([field]) => schema.required?.includes(field));
    return Object.fromEntries(needed.map(([field, of]) => [field, leastValue(of, field, ids)]));
  }
  if (schema.type === "array") return [];
  if (schema.type === "boolean") return false;
  if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1);
  return schema.format === "uuid" ? "00000000-0000-4000-8000-00000000abcd" : "x";
}
