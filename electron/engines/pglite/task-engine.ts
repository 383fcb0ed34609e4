import { readFileSync, writeFileSync } from "node:fs";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import { loadModule } from "libpg-query";
import { failedResult } from "../failed-result.ts";
import type { PrivateDatabase, PrivateEngine } from "../private-database.ts";
import type { StatementLimits, StatementResult } from "../task-engine.ts";
import { dumpInstance, firstDatabase, startInstance } from "./instance.ts";
import { createMachineImages, type Machine, type MachineImage, type MachineImages } from "./machine.ts";
import { enterTaskRole } from "./role.ts";
import { createSession, type PgliteSession } from "./session.ts";
import { cutStatements } from "./statements.ts";
import { hashState } from "./task-hash.ts";
import { writeNewCluster, writeTemplate } from "./task-template.ts";

/** PGlite for tasks: PostgreSQL in WebAssembly, one cluster in the memory of one process. */
export const pgliteTaskEngine: PrivateEngine = {
  // Measured: hot functions of the server's 20 MB of WebAssembly are compiled again with up to 290 MB.
  ownBytes: 384 * 2 ** 20,
  begin: writeNewCluster,
  load: writeTemplate,
  open: openDatabase,
};

/** A running cluster and what it is put back to. */
interface Cluster {
  db: PGlite;
  session: PgliteSession;
  images: MachineImages;
  pristine: MachineImage;
}

/** Code of the server that is loaded when it is first used; loaded before the image is taken, as it cannot be put back. */
const preload = "DO $$ BEGIN PERFORM 1; END $$; SELECT pg_catalog.to_tsvector('english', 'cats')";

/** Starts the cluster of a file, whose database is called `found`, and calls it `name` as its tasks do. */
async function startCluster(file: string, found: string, name: string): Promise<Cluster> {
  const db = await startInstance(zstdDecompressSync(readFileSync(file)), found);
  const session = createSession(db);
  const machine = db.Module as unknown as Machine;
  if (found !== name)
    session.query(
      `UPDATE pg_catalog.pg_database SET datname = '${name.replaceAll("'", "''")}' WHERE datname = '${found}'`,
    );
  session.query(preload);
  enterTaskRole(session, machine);
  session.query("DISCARD ALL");
  const images = createMachineImages(machine);
  return { db, session, images, pristine: images.capture() };
}

/** A name of 64 bytes or more is none to PostgreSQL, and a cluster's own databases keep theirs. */
function databaseName(wanted: string): string {
  const isTaken = wanted === "" || wanted === "template0" || wanted === "template1";
  return isTaken || Buffer.byteLength(wanted) > 63 ? firstDatabase : wanted;
}

async function openDatabase(file: string, _scratch: string, database: string): Promise<PrivateDatabase> {
  await loadModule();
  const name = databaseName(database);
  let cluster = await startCluster(file, firstDatabase, name);
  let isTemplate = true;
  const saved = new Map<string, MachineImage>();
  return {
    run: (sql, limits) => runText(cluster.session, sql, limits),
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
    hash: () => hashState(cluster.session),
    close: () => {},
  };
}

/** Runs a text as one transaction: committed at its end, undone as a whole when a statement fails; its own COMMIT or ROLLBACK acts where it stands. */
function runText(session: PgliteSession, sql: string, limits: StatementLimits): StatementResult[] {
  const nul = sql.indexOf("\0");
  if (nul >= 0)
    return [
      failedResult(
        {
          message: "the text holds a NUL character, which PostgreSQL does not take",
          kind: "sql",
          offset: nul,
        },
        { elapsedMs: 0 },
      ),
    ];
  const results: StatementResult[] = [];
  for (const { text, from } of cutStatements(sql)) {
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
