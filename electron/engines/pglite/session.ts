import { loadModule } from "libpg-query";
import type { Cell } from "#shared/domain/cell.ts";
import { DatabaseBroken, type DatabaseOf, type QuerySession, StatementError } from "../engine.ts";
import { readSchema } from "../postgres-dialect/schema.ts";
import { onePostgresqlRead } from "../postgres-dialect/statements.ts";
import { databaseName, startCluster } from "./cluster.ts";
import { firstDatabase } from "./instance.ts";

/**
 * Opens a template for SQL under test: a cluster of its own in this process's memory, under a role without rights. A statement
 * runs in a READ ONLY transaction, and before the next one memory and files are put back, whatever it did.
 */
export async function openPgliteSession({ path, dbId }: DatabaseOf<"pglite">): Promise<QuerySession> {
  await loadModule();
  const { db, connection, images, pristine } = await startCluster(path, firstDatabase, databaseName(dbId));
  let isLost = false;
  let isPristine = true;

  /** What a statement throws; one that has broken the server takes the session with it. */
  function failureOf(error: unknown): unknown {
    if (!(error instanceof DatabaseBroken)) return error;
    isLost = true;
    return new StatementError({ message: error.message, kind: "limit", offset: null });
  }

  function* guarded(rows: Iterable<Cell[]>): Generator<Cell[]> {
    try {
      yield* rows;
    } catch (error) {
      throw failureOf(error);
    }
  }

  const session: QuerySession = {
    query(sql, limits) {
      const { text, from } = onePostgresqlRead(sql);
      if (!isPristine) images.restore(pristine);
      isPristine = false;
      try {
        const { columns, rows } = connection.read(text, from, limits);
        return { columns, rows: guarded(rows) };
      } catch (error) {
        throw failureOf(error);
      }
    },
    describe: () => readSchema(session, dbId),
    get isLost() {
      return isLost;
    },
    close: () => db.close(),
  };
  return session;
}
