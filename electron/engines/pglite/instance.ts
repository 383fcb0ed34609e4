import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";

// Most servers live for a few statements, and what V8 compiles a second time for speed costs as much as the start itself:
// only what runs for seconds is worth it (measured: starts and the first 50 statements take half, 200 more a third more).
setFlagsFromString("--wasm-tiering-budget=2000000000");
// Its code is part of the program: what no statement calls need not be validated either (a seventh of a start).
setFlagsFromString("--wasm-lazy-validation");

/** Small shared buffers: everything is in memory already, and what is small is quickly put back. */
const settings = ["-c", "shared_buffers=16MB", "-c", "max_prepared_transactions=0"];

/** Small segments of the write-ahead log, as each that was written to is put back whole. */
const initDbParams = ["--wal-segsize=1"];

/** PGlite without commands of the system: to PostgreSQL they could not be started. */
export class ClosedPGlite extends PGlite {
  override handleExternalCmd(command: string, mode: string): number {
    return command.startsWith("locale -a") ? super.handleExternalCmd(command, mode) : 0;
  }

  #machine: Machine | undefined;

  /** Where the memory ends that PostgreSQL has asked for so far, in bytes: what lies behind it was never written to. */
  heapEnd(): number {
    if (this.#machine === undefined) throw new Error("The memory of this PGlite is not known.");
    const { memory, exports } = this.#machine;
    return new DataView(memory.buffer).getUint32(exports.emscripten_get_sbrk_ptr(), true);
  }

  /** To be called once it is ready. */
  findMachine(): void {
    const { buffer } = (this.Module as unknown as { HEAPU8: Uint8Array }).HEAPU8;
    const at = started.findIndex(({ memory }) => memory.buffer === buffer);
    [this.#machine] = started.splice(at, at < 0 ? 0 : 1);
  }
}

/** What of WebAssembly is used here; Node's types have none of it. Bytes are answered with their module, a module with its instance alone. */
interface Wasm {
  instantiate(
    source: unknown,
    imports?: { env?: { memory?: Memory } },
  ): Promise<Instance | { instance: Instance }>;
}
interface Instance {
  exports: object;
}
interface Memory {
  buffer: ArrayBuffer;
}

/** An instance of PostgreSQL, which PGlite keeps to itself. */
interface Machine {
  memory: Memory;
  exports: { emscripten_get_sbrk_ptr(): number };
}

/** Those that are not ready yet. */
const started: Machine[] = [];

const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
const { instantiate } = wasm;
wasm.instantiate = async (source, imports) => {
  const made = await instantiate(source, imports);
  const { memory } = imports?.env ?? {};
  const { exports } = "instance" in made ? made.instance : made;
  if (memory !== undefined && "emscripten_get_sbrk_ptr" in exports)
    started.push({ memory, exports: exports as Machine["exports"] });
  return made;
};

/** The database of a new cluster. */
export const firstDatabase = "postgres";

/** Starts PostgreSQL in this process with all its files in memory: a new cluster, or that of a data folder (tar), in one of its databases. */
export async function startInstance(
  dataFolder?: Uint8Array,
  database = firstDatabase,
): Promise<ClosedPGlite> {
  // All that is asked of a blob, without two copies of what is 30 MB at least.
  const loadDataDir = dataFolder && {
    type: "application/x-tar",
    arrayBuffer: async () => dataFolder,
  };
  const db = new ClosedPGlite({
    startParams: [...PGlite.defaultStartParams, ...settings],
    initDbStartParams: initDbParams,
    database,
    ...(loadDataDir ? { loadDataDir: loadDataDir as unknown as Blob } : {}),
  });
  await db.waitReady;
  db.findMachine();
  return db;
}

/** The data folder (tar) of a compressed file: that of a new cluster has 30 MB, which come in one piece. */
export const readDataFolder = (file: string): Uint8Array =>
  zstdDecompressSync(readFileSync(file), { chunkSize: 2 ** 25 });

/** The data folder of an instance as a tar. */
export async function dumpInstance(db: PGlite): Promise<Uint8Array> {
  const dump = await db.dumpDataDir("none");
  return new Uint8Array(await dump.arrayBuffer());
}
