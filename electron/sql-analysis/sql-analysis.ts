import { Worker } from "node:worker_threads";
import type {
  AnalysisMessage,
  AnalysisRequest,
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

interface Pending {
  resolve(answer: AnalysisMessage): void;
  reject(error: Error): void;
}

/**
 * Opens the analysis. Its thread starts with the first request and is replaced after one that crashed it or took too
 * long; that request, and those that waited behind it, are rejected with an `Error` that says so.
 */
export function openSqlAnalysis({ entry = sqlAnalysisEntry, timeMs = defaultTimeMs } = {}): SqlAnalysis {
  let thread: AnalysisThread | null = null;
  async function ask<Kind extends keyof AnalysisResponses>(
    request: AnalysisRequest & { kind: Kind },
  ): Promise<AnalysisResponses[Kind]> {
    if (thread?.ended !== false) thread = startThread(entry, timeMs);
    const message = await thread.ask(request);
    if ("failed" in message) throw new Error(`The SQL could not be analysed: ${message.failed}`);
    return message.answer as AnalysisResponses[Kind];
  }
  return {
    lint: (request) => ask({ kind: "lint", ...request }),
    syntaxProblem: (request) => ask({ kind: "syntax", ...request }),
    measure: (request) => ask({ kind: "measure", ...request }),
    close: async () => void (await thread?.end("the analysis was closed")),
  };
}

interface AnalysisThread {
  readonly ended: boolean;
  ask(request: AnalysisRequest): Promise<AnalysisMessage>;
  end(reason: string): Promise<void>;
}

function startThread(entry: URL, timeMs: number): AnalysisThread {
  const worker = new Worker(entry);
  const pending = new Map<number, Pending>();
  let ended = false;
  let nextId = 1;
  const end = async (reason: string) => {
    ended = true;
    for (const { reject } of pending.values()) reject(new Error(`The SQL was not analysed: ${reason}.`));
    pending.clear();
    await worker.terminate();
  };
  worker.on("message", (message: AnalysisMessage) => {
    pending.get(message.id)?.resolve(message);
    pending.delete(message.id);
  });
  worker.on(
    "error",
    (error) => void end(`its thread ended (${error instanceof Error ? error.message : String(error)})`),
  );
  // An open thread must not keep a command from ending.
  worker.unref();
  return {
    get ended() {
      return ended;
    },
    ask(request) {
      const id = nextId++;
      worker.ref();
      const timer = setTimeout(() => void end(`it took more than ${timeMs} ms`), timeMs);
      const answer = new Promise<AnalysisMessage>((resolve, reject) => pending.set(id, { resolve, reject }));
      worker.postMessage({ id, request });
      return answer.finally(() => {
        clearTimeout(timer);
        if (pending.size === 0) worker.unref();
      });
    },
    end,
  };
}
