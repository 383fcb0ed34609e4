import { type Compilable, CompiledQuery } from "kysely";

/** A statement in SQL of a test's own, with its parameters, as a handle of the store takes it. */
export const plainSql = <Row = Record<string, unknown>>(
  text: string,
  ...parameters: unknown[]
): Compilable<Row> => ({ compile: () => CompiledQuery.raw(text, parameters) as CompiledQuery<Row> });
