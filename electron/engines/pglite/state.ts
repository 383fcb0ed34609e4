import { readFileSync, writeFileSync } from "node:fs";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { loadModule } from "libpg-query";
import {
  failedResult,
  type StatementLimits,
  type StatementResult,
  type WorkerDatabase,
  type WorkerEngine,
} from "../engine.ts";
import { nulError } from "../postgresql/failure.ts";
import { parseStatements } from "../postgresql/statements.ts";
import { connectPglite, type PgliteConnection } from "./connection.ts";
import { createImages, type Image, type Images, type PgliteModule } from "./image.ts";
import { dumpInstance, firstDatabase, startInstance } from "./instance.ts";
import { enterTaskRole } from "./role.ts";
import { hashPgliteState } from "./state-hash.ts";
import { writeNewCluster, writePgliteTemplate } from "./template.ts";

/** PGlite for tasks: PostgreSQL in WebAssembly, one cluster in the memory of one process. */
export const pgliteWorkerEngine: WorkerEngine = {
  // Measured: hot functions of the server's 20 MB of WebAssembly are compiled again with up to 290 MB.
  ownBytes: 384 * 2 ** 20,
  begin: writeNewCluster,
  load: writePgliteTemplate,
  open: openDatabase,
};

/** A running cluster and what it is put back to. */
interface Cluster {
  db: PGlite;
  session: PgliteConnection;
  images: Images;
  pristine: Image;
}

/** Code of the server that is loaded when it is first used; loaded before the image is taken, as it cannot be put back. */
const preload = "DO $$ BEGIN PERFORM 1; END $$; SELECT pg_catalog.to_tsvector('english', 'cats')";

/** Starts the cluster of a file, whose database is called `found`, and calls it `name` as its tasks do. */
async function startCluster(file: string, found: string, name: string): Promise<Cluster> {
  const db = await startInstance(zstdDecompressSync(readFileSync(file)), found);
  const session = connectPglite(db);
  const machine = db.Module as unknown as PgliteModule;
  if (found !== name)
    session.query(
      `UPDATE pg_catalog.pg_database SET datname = '${name.replaceAll("'", "''")}' WHERE datname = '${found}'`,
    );
  session.query(preload);
  enterTaskRole(session, machine);
  session.query("DISCARD ALL");
  const images = createImages(machine);
  return { db, session, images, pristine: images.capture() };
}

/** A name of 64 bytes or more is none to PostgreSQL, and a cluster's own databases keep theirs. */
function databaseName(wanted: string): string {
  const isTaken = wanted === "" || wanted === "template0" || wanted === "template1";
  return isTaken || Buffer.byteLength(wanted) > 63 ? firstDatabase : wanted;
}

async function openDatabase(file: string, _scratch: string, database: string): Promise<WorkerDatabase> {
  await loadModule();
  const name = databaseName(database);
  let cluster = await startCluster(file, firstDatabase, name);
  let isTemplate = true;
  const saved = new Map<string, Image>();
  return {
    run: (sql, limits) => runPgliteText(cluster.session, sql, limits),
    reset: () => cluster.images.restore(cluster.pristine),
    isWorn: () => !isTemplate || cluster.images.hasGrown(cluster.pristine),
    async save(target) {
      cluster.session.query("DISCARD ALL");
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
    hash: () => hashPgliteState(cluster.session),
    close: () => {},
  };
}

/** Runs a text as one transaction: committed at its end, undone as a whole when a statement fails; its own COMMIT or ROLLBACK acts where it stands. */
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
