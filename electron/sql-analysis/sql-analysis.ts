import path from "node:path";
import { BadInput } from "#shared/formats/bad-input.ts";
import { notStarted } from "../engines/engine.ts";
import { startThread } from "../processes/start-thread.ts";
import { WorkerPool } from "../processes/worker-pool.ts";
import { type ComputationResult, type Compute, computations } from "./computations.ts";
import { type Reader, type Readings, readers } from "./readers.ts";
import type {
  AnalysisRequest,
  AnalysisResponse,
  AnalysisResponses,
  LintRequest,
  MeasureRequest,
  SyntaxRequest,
  TextSource,
} from "./sql-analysis-messages.ts";

/** The thread's entry when Querent runs from its source; a bundled host hands in the bundled one. */
export const sqlAnalysisEntry = new URL("./sql-analysis-thread.ts", import.meta.url);

/** A request that takes longer is given up, in milliseconds: a text that keeps a parser that long is no SQL of a task. */
const defaultTimeMs = 30_000;

/** A text of up to so many characters is read at once: no reader needs long for it, and a thread takes longer to start. */
const shortText = 32_000;

/** A text kept its thread too long, or ended it. */
export class GivenUp extends Error {}

/** Analyses SQL and reads texts in threads, so that no text can hold up the host. */
export interface SqlAnalysis {
  /** The findings of each task, in order. */
  lint(request: Omit<LintRequest, "kind">): Promise<AnalysisResponses["lint"]>;
  /** The first syntax error of a text, by the database's own parser; null where there is none. */
  syntaxProblem(request: Omit<SyntaxRequest, "kind">): Promise<AnalysisResponses["syntax"]>;
  /** What each task gives to statistics, in order. */
  measure(request: Omit<MeasureRequest, "kind">): Promise<AnalysisResponses["measure"]>;
  /** What a file or a text holds; rejects with `BadInput`. */
  read<Name extends Reader>(reader: Name, source: TextSource): Promise<Readings[Name]>;
  /** At once where the text is short. */
  compute: Compute;
  close(): Promise<void>;
}

/**
 * Opens the analysis. A thread starts with the first request that none is free for, up to `threads`, and is replaced after one that
 * crashed it or took too long, which is rejected with an `Error` that says so.
 */
export function openSqlAnalysis({
  entry = sqlAnalysisEntry,
  timeMs = defaultTimeMs,
  threads = 2,
} = {}): SqlAnalysis {
  let pool: WorkerPool<AnalysisRequest, never, AnalysisResponse> | null = null;
  function run(request: AnalysisRequest) {
    pool ??= new WorkerPool({
      next: () => ({ start: () => startThread(entry), timeMs: () => timeMs }),
      ...{ workers: threads, depth: 1, idleMs: null, graceMs: 0, failedStarts: 2 },
      notStarted: (how) => notStarted(`the thread that analyses SQL does not start: ${how}`),
    });
    return pool.run(request);
  }
  async function ask<Kind extends Exclude<AnalysisRequest["kind"], "read">>(
    request: AnalysisRequest & { kind: Kind },
  ): Promise<AnalysisResponses[Kind]> {
    const end = await run(request);
    if (end.kind === "died") throw new GivenUp(`The SQL was not analysed: ${end.how}.`);
    if ("failed" in end.response) throw new Error(`The SQL could not be analysed: ${end.response.failed}`);
    if ("refused" in end.response) throw new BadInput(end.response.refused);
    return end.response.answer as AnalysisResponses[Kind];
  }
  return {
    lint: (request) => ask({ kind: "lint", ...request }),
    syntaxProblem: (request) => ask({ kind: "syntax", ...request }),
    measure: (request) => ask({ kind: "measure", ...request }),
    async read(reader, source) {
      if ("text" in source && source.text.length <= shortText)
        return readers[reader](source.text, source.name) as Readings[typeof reader];
      const end = await run({ kind: "read", reader, source });
      if (end.kind === "died") throw notRead(source, end.how);
      if ("refused" in end.response) throw new BadInput(end.response.refused);
      if ("failed" in end.response) throw new Error(`It could not be read: ${end.response.failed}`);
      return end.response.answer as Readings[typeof reader];
    },
    async compute(name, input, characters) {
      const { atOnce, of } = computations[name];
      if (characters <= atOnce) return of(input as never) as ComputationResult<typeof name>;
      return (await ask({ kind: "compute", name, input })) as ComputationResult<typeof name>;
    },
    async close() {
      const open = pool;
      pool = null;
      await open?.close();
    },
  };
}

/** A text of which the thread died is refused like one that is broken: it says nothing of the others. */
function notRead(source: TextSource, how: string): BadInput {
  const file = "path" in source ? path.basename(source.path) : source.name;
  const reason = `Reading it was given up: ${how}.`;
  return new BadInput([{ file, row: null, field: null, reason, fix: "Split it into smaller parts." }]);
}
