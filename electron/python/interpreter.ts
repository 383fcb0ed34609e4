import { parentPort, receiveMessageOnPort } from "node:worker_threads";
import { confineThread } from "../processes/confine.ts";
import type { FromWorker, ToWorker } from "../processes/worker-protocol.ts";
import { createImportGate } from "./import-gate.ts";
import { loadPython, type Python, readSnapshot } from "./load-python.ts";
import type { PythonEnd, PythonFiles, PythonJob, PythonRequest } from "./python-protocol.ts";
import { openScriptDevice } from "./script-device.ts";

/** What the thread of an interpreter is started with. */
export interface InterpreterData {
  files: PythonFiles;
  /** Raised with every message to the thread: what it sleeps on while Python waits for a reply. */
  raised: Int32Array;
}

/** What is run for every job; sources/run_test.py. */
const mainCall = "querent.run_test.main()";

const firstJob: PythonJob = {
  kind: "test",
  script:
    "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    assert json.dumps(pred_sqls) == '[]', 'none'",
  profile: "conv",
  olderHelpers: false,
  engine: "postgres",
  predictedSql: [],
  goldSql: [],
  database: "",
  conditions: { decimal: -1, distinct: false, order: false },
  predictedResult: null,
};

/** The life of an interpreter's thread: one job after another, each from the same memory, byte for byte. */
export async function serveInterpreter({ files, raised }: InterpreterData): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("an interpreter lives in a thread");
  const send = (message: FromWorker<string, PythonEnd>) => port.postMessage(message);
  confineThread();
  const gate = createImportGate();
  const python = await loadPython(files.pyodideDir, gate, { snapshot: readSnapshot(files) });
  const call = prepare(python);
  const image = captureMemory(python.memory());

  function takeReply(): string {
    for (;;) {
      Atomics.store(raised, 0, 0);
      const received = receiveMessageOnPort(port as NonNullable<typeof port>)?.message;
      if (received !== undefined && "reply" in received) return received.reply;
      Atomics.wait(raised, 0, 0);
    }
  }

  function run({ job, memoryBytes }: PythonRequest, ask: (text: string) => string): PythonEnd {
    const device = openScriptDevice(JSON.stringify(job), ask);
    gate.close(device, memoryBytes);
    let broken: string | null = null;
    try {
      call();
    } catch (error) {
      broken = wayOut(error);
    }
    return { outcome: device.outcome(), stdout: device.printed(), broken, memoryRefused: gate.open() };
  }

  port.on("message", (message: ToWorker<PythonRequest>) => {
    if (!("request" in message)) return; // A reply for a test that is over.
    const { id, request } = message;
    const response = run(request, (event) => {
      send({ type: "event", id, event });
      return takeReply();
    });
    const worn = response.broken !== null || hasGrown(image, python.memory());
    send({ type: "done", id, response, worn, rests: true });
    if (worn) return; // Whoever started this ends it.
    putBack(python, image);
    send({ type: "ready" });
  });
  // The first run of a piece of WebAssembly is slow: it is not to be a test's.
  run({ job: firstJob, memoryBytes: 2 ** 32 }, () => "null");
  putBack(python, image);
  send({ type: "ready" });
}

/** Takes from Python what leads to its host and gives the call that runs a job. */
function prepare({ pyodide, module }: Python): () => void {
  pyodide.runPython("import querent.run_test; querent.run_test.seal()");
  // Devices lead to the streams of this process.
  for (const device of module.FS.readdir("/dev").map((name) => `/dev/${name}`))
    if (module.FS.isChrdev(module.FS.stat(device).mode)) module.FS.unlink(device);
  const code = module.stringToNewUTF8(mainCall);
  return () => void module._PyRun_SimpleString(code);
}

/** Everything of a script is in the memory, but for the files that it holds open. */
function putBack({ module, memory }: Python, image: MemoryImage): void {
  for (const stream of [...module.FS.streams]) if (stream && stream.fd > 2) module.FS.close(stream);
  restoreMemory(image, memory());
}

/** Why Python did not come back by itself, in a sentence. */
function wayOut(error: unknown): string {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return "the script is nested too deeply";
  return error instanceof Error ? error.message : String(error);
}

/** Pages of memory are compared and copied in this size, in bytes. */
const pageBytes = 16384;

/** The memory of an interpreter at a moment when nothing runs in it. */
type MemoryImage = Buffer;

/** An interpreter that has taken this much more memory (bytes) is not used again: WebAssembly gives none back. */
const toleratedGrowth = 64 * 2 ** 20;

function captureMemory(memory: Uint8Array): MemoryImage {
  return Buffer.from(memory);
}

function hasGrown(image: MemoryImage, memory: Uint8Array): boolean {
  return memory.length > image.length + toleratedGrowth;
}

/** Puts the memory back, byte for byte; what it has grown by is zero again, as new memory is. Only pages that differ are written. */
function restoreMemory(image: MemoryImage, memory: Uint8Array): void {
  const now = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  for (let from = 0; from < image.length; from += pageBytes) {
    const to = Math.min(from + pageBytes, image.length);
    if (now.compare(image, from, to, from, to) !== 0) image.copy(now, from, from, to);
  }
  now.fill(0, image.length);
}
