import type { z } from "zod";

/** A value of the code as one line of JSON with its keys in snake_case. Throws where it is not as its schema says: that is a defect. */
export function snakeCaseJson<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): string {
  return JSON.stringify(snakeCaseKeys(schema.parse(value)));
}

/** "instanceId" as "instance_id". */
export const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function snakeCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCaseKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [snakeCase(key), snakeCaseKeys(inside)]),
  );
}
