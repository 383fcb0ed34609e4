import { writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { loadModule } from "libpg-query";
import {
  failedResult,
  type StatementLimits,
  type StatementResult,
  type WorkerDatabase,
  type WorkerEngine,
} from "../engine.ts";
import { nulError } from "../postgres-dialect/failure.ts";
import { parseStatements } from "../postgres-dialect/statements.ts";
import { databaseName, startCluster } from "./cluster.ts";
import type { PgliteConnection } from "./connection.ts";
import type { Image } from "./image.ts";
import { dumpInstance, firstDatabase } from "./instance.ts";
import { hashPgliteState } from "./state-hash.ts";
import { writeNewCluster, writePgliteTemplate } from "./template.ts";

/** PGlite for tasks: PostgreSQL in WebAssembly, one cluster in the memory of one process. */
export const pgliteWorkerEngine: WorkerEngine = {
  begin: writeNewCluster,
  load: writePgliteTemplate,
  open: openDatabase,
};

async function openDatabase(file: string, _scratch: string, database: string): Promise<WorkerDatabase> {
  await loadModule();
  const name = databaseName(database);
  let cluster = await startCluster(file, firstDatabase, name);
  let isTemplate = true;
  const saved = new Map<string, Image>();
  return {
    run: (sql, limits) => runPgliteText(cluster.connection, sql, limits),
    reset: () => cluster.images.restore(cluster.pristine),
    isWorn: () => !isTemplate || cluster.images.hasGrown(cluster.pristine),
    async save(target) {
      cluster.connection.query("DISCARD ALL");
      saved.set(target, cluster.images.capture());
      writeFileSync(target, zstdCompressSync(await dumpInstance(cluster.db)), { mode: 0o600 });
    },
    async restore(target) {
      const image = saved.get(target);
      if (image) return cluster.images.restore(image);
      // Another process saved it: this one starts from its files, and is no template's any more.
      cluster = await startCluster(target, name, name);
      isTemplate = false;
      saved.clear();
    },
    hash: () => hashPgliteState(cluster.connection),
    close: () => {},
  };
}

/** Runs a text as one transaction: committed at its end, undone as a whole when a statement fails; its own COMMIT or ROLLBACK takes effect where it occurs. */
function runPgliteText(session: PgliteConnection, sql: string, limits: StatementLimits): StatementResult[] {
  const refusal = nulError(sql);
  if (refusal) return [failedResult(refusal, { elapsedMs: 0 })];
  const results: StatementResult[] = [];
  // What our grammar rejects goes whole, for the server to judge.
  for (const { text, from } of parseStatements(sql) ?? [{ text: sql, from: 0 }]) {
    session.begin();
    const result = session.run(text, from, limits);
    results.push(result);
    if (result.status !== "ok") break;
  }
  const last = results.at(-1);
  const error = session.end(last?.status === "ok" ? "COMMIT" : "ROLLBACK");
  if (error && last)
    results[results.length - 1] = failedResult(error, { notices: last.notices, elapsedMs: last.elapsedMs });
  return results;
}
