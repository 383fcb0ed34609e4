import { z } from "zod";

/** A number in plain decimal notation, kept as text so that no digit is lost. */
const DecimalText = z.string().regex(/^-?\d+(?:\.\d+)?$/, "a number such as 12 or -0.05");

/** A value that a test expects: NULL, true or false, a number by value, or a text (of dates and times as PostgreSQL's driver names them). */
export const ExpectedValue = z.union([
  z.null(),
  z.boolean(),
  z.object({ number: DecimalText }),
  z.object({ text: z.string() }),
]);
export type ExpectedValue = z.infer<typeof ExpectedValue>;

const name = z.string().min(1);
const sql = z.string().min(1);
const count = z.number().int().nonnegative();

/** One thing that a test script looks at once the predicted SQL has run. */
export const TestCheck = z.discriminatedUnion("kind", [
  /** A verification query gives some row, none, or exactly these; numbers may differ by the tolerance. */
  z.object({
    kind: z.literal("query-returns"),
    sql,
    expected: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("some-rows") }),
      z.object({ kind: z.literal("no-rows") }),
      z.object({
        kind: z.literal("rows"),
        rows: z.array(z.array(ExpectedValue)),
        isOrdered: z.boolean(),
        tolerance: DecimalText,
      }),
    ]),
  }),
  /** A table, view or function is there; of tables and views with exactly these columns in order, null for any. */
  z.object({
    kind: z.literal("object-exists"),
    object: z.enum(["table", "view", "function"]),
    name,
    columns: z.array(name).nullable(),
  }),
  /** A table or view has so many rows. */
  z.object({ kind: z.literal("row-count"), table: name, count }),
  /** The one value that a query gives lies within a tolerance of a number. */
  z.object({ kind: z.literal("value-within"), sql, value: DecimalText, tolerance: DecimalText }),
  /** A function gives a value for arguments, which are SQL expressions. */
  z.object({
    kind: z.literal("function-returns"),
    name,
    cases: z.array(z.object({ arguments: z.array(sql), expected: ExpectedValue })).min(1),
    tolerance: DecimalText,
  }),
  /** A table that the task does not concern has the rows it had: how many, and the fingerprint that `unchangedProbe` gave before. */
  z.object({ kind: z.literal("unchanged"), table: name, rows: count, fingerprint: z.string() }),
]);
export type TestCheck = z.infer<typeof TestCheck>;

/** The checks of one test script, in their order. */
export const TestForm = z.object({ checks: z.array(TestCheck).min(1) });
export type TestForm = z.infer<typeof TestForm>;

/**
 * The query whose one row is what an `unchanged` check expects: rows of the table, and a fingerprint of them, whatever their
 * order and the time zone of the session.
 */
export function unchangedProbe(table: string): string {
  return (
    "WITH zone AS MATERIALIZED (SELECT set_config('TimeZone', 'UTC', true) AS name) " +
    `SELECT COUNT(*), COALESCE(md5(string_agg(x::text, '|' ORDER BY x::text)), '') FROM zone, ${table} x WHERE zone.name = 'UTC'`
  );
}
