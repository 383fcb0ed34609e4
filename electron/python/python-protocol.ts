import { z } from "zod";

/** Where the files of the interpreter are: Pyodide's own, our Python sources, and the snapshot made of both. */
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

/** What a script says of itself. It is the script's word: it may have written it in any form. */
export const PythonOutcome = z.object({
  status: z.enum(["passed", "failed", "error", "memory", "does-not-compile"]),
  message: z.string().max(8000).nullable(),
  traceback: z.array(z.object({ line: z.number().int().positive(), text: z.string().max(500) })).max(50),
});
export type PythonOutcome = z.infer<typeof PythonOutcome>;

/** What an interpreter is asked: a job, and the memory that it may have. While it runs it sends what its script asks, as JSON not to be trusted. */
export interface PythonRequest {
  job: PythonJob;
  memoryBytes: number;
}

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
