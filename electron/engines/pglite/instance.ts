import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";

// Most servers live for a few statements, and what V8 compiles a second time for speed costs as much as the start itself:
// only what runs for seconds is worth it (measured: starts and the first 50 statements take half, 200 more a third more).
setFlagsFromString("--wasm-tiering-budget=2000000000");

/** Small shared buffers: everything is in memory already, and what is small is quickly put back. */
const settings = ["-c", "shared_buffers=16MB", "-c", "max_prepared_transactions=0"];

/** Small segments of the write-ahead log, as each that was written to is put back whole. */
const initDbParams = ["--wal-segsize=1"];

/** PGlite without commands of the system: to PostgreSQL they could not be started. */
class ClosedPGlite extends PGlite {
  override handleExternalCmd(command: string, mode: string): number {
    return command.startsWith("locale -a") ? super.handleExternalCmd(command, mode) : 0;
  }
}

/** The database of a new cluster. */
export const firstDatabase = "postgres";

/** Starts PostgreSQL in this process with all its files in memory: a new cluster, or that of a data folder (tar), in one of its databases. */
export async function startInstance(dataFolder?: Uint8Array, database = firstDatabase): Promise<PGlite> {
  const loadDataDir = dataFolder
    ? new Blob([Buffer.from(dataFolder)], { type: "application/x-tar" })
    : undefined;
  const db = new ClosedPGlite({
    startParams: [...PGlite.defaultStartParams, ...settings],
    initDbStartParams: initDbParams,
    database,
    ...(loadDataDir ? { loadDataDir } : {}),
  });
  await db.waitReady;
  return db;
}

/** The data folder of an instance as a tar. */
export async function dumpInstance(db: PGlite): Promise<Uint8Array> {
  const dump = await db.dumpDataDir("none");
  return new Uint8Array(await dump.arrayBuffer());
}
