import { loadPyodide } from "pyodide";
import { z } from "zod";
import type { DatabaseState } from "../../electron/engines/task-engine.ts";
import { taskLimits } from "./river-watch-run.ts";

/** Runs one of the pack's scripts on a state, after the answer ran; gives null where it passes, else what it says. */
export type ScriptRunner = (
  script: string,
  answer: { predicted: readonly string[]; gold: readonly string[] },
  state: DatabaseState,
) => Promise<string | null>;

/** What the scripts call, with values as psycopg2 gives them for the types that the pack's scripts ask for. */
const prelude = `
import json
from decimal import Decimal
from pyodide.ffi import run_sync
def value(cell):
    if cell is None: return None
    kinds = {"i": int, "r": float, "d": Decimal}
    return kinds.get(cell[0], str)(cell[1:])
def execute_queries(queries, db_name, conn):
    assert isinstance(queries, list), "the scripts hand lists only: one evaluator takes a bare string letter by letter"
    reply = json.loads(run_sync(conn(json.dumps(queries))))
    if reply["error"] is not None: return None, True, False
    return [tuple(value(cell) for cell in row) for row in reply["rows"]], False, False
def run_script(script, predicted, gold, conn):
    names = {"execute_queries": execute_queries}
    exec(script, names)
    names["test_case"](json.loads(predicted), json.loads(gold), "river_watch", conn)
`;

/** CPython on WebAssembly in this process: the pack's scripts are ours, so that nothing has to be kept from them. */
export async function startScripts(): Promise<ScriptRunner> {
  const python = await loadPyodide();
  python.runPython(prelude);
  return async (script, { predicted, gold }, state) => {
    const conn = async (queries: string) => {
      const results = await state.run(z.array(z.string()).parse(JSON.parse(queries)), { limits: taskLimits });
      const last = results.at(-1);
      return JSON.stringify({ error: last?.error ?? null, rows: last?.rows ?? [] });
    };
    python.globals.set("given", python.toPy([script, JSON.stringify(predicted), JSON.stringify(gold)]));
    python.globals.set("conn", conn);
    try {
      await python.runPythonAsync("run_script(*given, conn)");
      return null;
    } catch (error) {
      return String(error).trimEnd().split("\n").at(-1) ?? "";
    }
  };
}
