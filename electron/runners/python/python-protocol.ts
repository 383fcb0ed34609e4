import type { TestStatus } from "#shared/domain/task-run.ts";

/** Where the files of the interpreter stand: Pyodide's own, our Python sources, and the snapshot made of both. */
export interface PythonFiles {
  pyodideDir: string;
  sourcesDir: string;
  snapshotFile: string;
}

/** What an interpreter is given: the arguments of `main` in sources/run_test.py. */
export type PythonJob =
  | { kind: "compile"; script: string }
  | {
      kind: "test";
      script: string;
      profile: string;
      olderHelpers: boolean;
      engine: string;
      predictedSql: readonly string[];
      goldSql: readonly string[];
      database: string;
      conditions: { decimal: number; distinct: boolean; order: boolean };
      predictedResult: unknown;
    };

/** What a test script says of itself; nothing else believes it. */
export interface PythonOutcome {
  status: TestStatus;
  message: string | null;
  traceback: { line: number; text: string }[];
}

export type ToPython =
  | { type: "run"; job: PythonJob; memoryBytes: number }
  /** JSON, handed on to the script that asked. */
  | { type: "answer"; text: string };

/** How a job ended. */
export interface PythonEnd {
  /** What the script sent last, as JSON; null where it sent nothing. */
  outcome: string | null;
  stdout: string;
  /** Why the interpreter is of no further use, where it left the ways that are open to a script. */
  broken: string | null;
  /** Whether memory was refused. */
  memoryRefused: boolean;
}

export type FromPython =
  /** The interpreter is as it was made: nothing has run in it. */
  | { type: "ready" }
  /** JSON of a request, as the script wrote it; not to be trusted. */
  | { type: "ask"; text: string }
  | { type: "end"; end: PythonEnd };
