import { startThread } from "../processes/start-thread.ts";
import { WorkerPool } from "../processes/worker-pool.ts";
import type {
  AnalysisRequest,
  AnalysisResponse,
  AnalysisResponses,
  LintRequest,
  MeasureRequest,
  SyntaxRequest,
} from "./sql-analysis-messages.ts";

/** The thread's entry when Querent runs from its source; a bundled host hands in the bundled one. */
export const sqlAnalysisEntry = new URL("./sql-analysis-thread.ts", import.meta.url);

/** A request that takes longer is given up, in milliseconds: a text that keeps a parser that long is no SQL of a task. */
const defaultTimeMs = 30_000;

/** Analyses SQL in a thread, so that no text can hold up the host. */
export interface SqlAnalysis {
  /** The findings of each task, in order. */
  lint(request: Omit<LintRequest, "kind">): Promise<AnalysisResponses["lint"]>;
  /** The first syntax error of a text, by the database's own parser; null where there is none. */
  syntaxProblem(request: Omit<SyntaxRequest, "kind">): Promise<AnalysisResponses["syntax"]>;
  /** What each task gives to statistics, in order. */
  measure(request: Omit<MeasureRequest, "kind">): Promise<AnalysisResponses["measure"]>;
  close(): Promise<void>;
}

/**
 * Opens the analysis. Its thread starts with the first request and is replaced after one that crashed it or took too
 * long, which is rejected with an `Error` that says so.
 */
export function openSqlAnalysis({ entry = sqlAnalysisEntry, timeMs = defaultTimeMs } = {}): SqlAnalysis {
  let pool: WorkerPool<AnalysisRequest, never, AnalysisResponse> | null = null;
  async function ask<Kind extends keyof AnalysisResponses>(
    request: AnalysisRequest & { kind: Kind },
  ): Promise<AnalysisResponses[Kind]> {
    pool ??= new WorkerPool({
      next: () => ({ start: () => startThread(entry), timeMs: () => timeMs }),
      ...{ workers: 1, depth: 1, idleMs: null, graceMs: 0, failedStarts: 2 },
      notStarted: (how) => new Error(`The SQL was not analysed: the thread for it did not start (${how}).`),
    });
    const end = await pool.run(request);
    if (end.kind === "died") throw new Error(`The SQL was not analysed: ${end.how}.`);
    if ("failed" in end.response) throw new Error(`The SQL could not be analysed: ${end.response.failed}`);
    return end.response.answer as AnalysisResponses[Kind];
  }
  return {
    lint: (request) => ask({ kind: "lint", ...request }),
    syntaxProblem: (request) => ask({ kind: "syntax", ...request }),
    measure: (request) => ask({ kind: "measure", ...request }),
    async close() {
      const open = pool;
      pool = null;
      await open?.close();
    },
  };
}
