import { type Compilable, CompiledQuery } from "kysely";
import { isOnPostgres } from "./new-workspace.ts";

/** A statement in SQL of a test's own, with its parameters (?), as a handle of the store takes it. */
export function plainSql<Row = Record<string, unknown>>(
  text: string,
  ...parameters: unknown[]
): Compilable<Row> {
  let number = 0;
  const numbered = () => {
    number += 1;
    return `$${number}`;
  };
  const sql = isOnPostgres() ? text.replaceAll("?", numbered) : text;
  return { compile: () => CompiledQuery.raw(sql, parameters) as CompiledQuery<Row> };
}
