import { readFileSync } from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";
// @ts-expect-error Pyodide declares no types for its own module.
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import type { GatedModule, ImportGate } from "./import-gate.ts";
import type { PythonFiles } from "./python-protocol.ts";

/** What is used of Pyodide's Emscripten module. */
interface PyodideModule extends GatedModule {
  FS: {
    streams: ({ fd: number } | null | undefined)[];
    close(stream: unknown): void;
    mkdir(path: string): void;
    readdir(path: string): string[];
    stat(path: string): { mode: number };
    isChrdev(mode: number): boolean;
    unlink(path: string): void;
    writeFile(path: string, text: string): void;
  };
  stringToNewUTF8(text: string): number;
  _PyRun_SimpleString(code: number): number;
}

interface Pyodide {
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
  _module: PyodideModule;
}

/** CPython on WebAssembly, in this thread, behind an import gate. */
export interface Python {
  pyodide: Pyodide;
  module: PyodideModule;
  /** The whole memory as it is now; the array is another one once the memory has grown. */
  memory(): Uint8Array;
}

type Settings = { instantiateWasm(imports: WasmImports, use: unknown): unknown };
type WasmImports = { env: Parameters<ImportGate["wrap"]>[0] };

/** Sets are walked in the same order in every run of a test. */
const env = { PYTHONHASHSEED: "0" };

/** Loads the interpreter, from a snapshot where there is one (0.2 s instead of 2 s). */
export async function loadPython(
  pyodideDir: string,
  gate: ImportGate,
  { snapshot, forSnapshot = false }: { snapshot?: Uint8Array; forSnapshot?: boolean },
): Promise<Python> {
  const options = {
    indexURL: pyodideDir,
    // Without its list of packages, of which none is ever loaded.
    lockFileContents: JSON.stringify({ ...lockFile(pyodideDir), packages: {} }),
    packageBaseUrl: pyodideDir,
    jsglobals: Object.create(null),
    env,
    _sysExecutable: "python",
    createPyodideModule: (settings: Settings) =>
      createPyodideModule({
        ...settings,
        instantiateWasm(imports: WasmImports, use: unknown) {
          gate.wrap(imports.env);
          return settings.instantiateWasm(imports, use);
        },
      }),
    ...(snapshot ? { _loadSnapshot: snapshot } : {}),
    ...(forSnapshot ? { _makeSnapshot: true } : {}),
  };
  const pyodide = (await loadPyodide(options as never)) as unknown as Pyodide;
  const module = pyodide._module;
  gate.attach(module);
  return { pyodide, module, memory: () => module.HEAPU8 };
}

export function readSnapshot({ snapshotFile }: PythonFiles): Uint8Array {
  return readFileSync(snapshotFile);
}

function lockFile(pyodideDir: string): object {
  return JSON.parse(readFileSync(path.join(pyodideDir, "pyodide-lock.json"), "utf8"));
}
