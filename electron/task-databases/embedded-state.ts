import { rmSync } from "node:fs";
import {
  type DatabaseState,
  failedResult,
  type SnapshotRef,
  type StateHash,
  type StatementLimits,
  type StatementResult,
  type TemplateRef,
} from "../engines/engine.ts";
import { memoryLimitError } from "../queries/run-errors.ts";
import { type DatabaseRequest, type DatabaseResponse, requestFailure } from "./database-protocol.ts";
import { type DatabaseWorker, DatabaseWorkerEnded, type DatabaseWorkers } from "./database-workers.ts";

/** What a state needs of its engine. */
export interface StateHost {
  template: TemplateRef;
  /** How long a reset, a snapshot or a hash may take before its worker is ended, in milliseconds. */
  patienceMs: number;
  workers: DatabaseWorkers;
}

/**
 * A private database in a worker of its own. Where a statement has to be ended with its worker, the state goes on in a new
 * one, in which the texts that had been run since the last reset or restore are run again.
 */
export class EmbeddedState implements DatabaseState {
  readonly template: TemplateRef;
  readonly #host: StateHost;
  #worker: DatabaseWorker;
  /** The snapshot that it builds on, null for the template. */
  #base: string | null = null;
  #journal: { sql: string; limits: StatementLimits }[] = [];
  #journalLength = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(host: StateHost, worker: DatabaseWorker) {
    this.template = host.template;
    this.#host = host;
    this.#worker = worker;
  }

  run(
    sql: readonly string[],
    { limits, signal }: { limits: StatementLimits; signal?: AbortSignal },
  ): Promise<StatementResult[]> {
    return this.#inTurn(async () => {
      const results: StatementResult[] = [];
      for (const text of sql) {
        results.push(...(await this.#runText(text, limits, signal)));
        if (results.at(-1)?.status !== undefined && results.at(-1)?.status !== "ok") break;
      }
      return results;
    });
  }

  reset(): Promise<void> {
    return this.#inTurn(() => this.#reset());
  }

  snapshot(): Promise<SnapshotRef> {
    return this.#inTurn(async () => {
      await this.#revive();
      const { id, file } = this.#host.workers.snapshotFile(null);
      try {
        await this.#askPatiently({ kind: "save", file }, "the snapshot");
      } catch (error) {
        rmSync(file, { force: true });
        throw error;
      }
      return { template: this.template, id };
    });
  }

  restore(snapshot: SnapshotRef): Promise<void> {
    return this.#inTurn(async () => {
      const { file } = this.#host.workers.snapshotFile(snapshot.id);
      this.#forget();
      this.#base = file;
      if (this.#worker.isAlive) await this.#askPatiently({ kind: "restore", file }, restoring);
      else await this.#revive();
    });
  }

  hash(): Promise<StateHash> {
    return this.#inTurn(async () => {
      await this.#revive();
      const response = await this.#askPatiently({ kind: "hash" }, "hashing the database");
      if (response.kind !== "hash") throw new Error("the database worker returned no hash");
      return response.hash;
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#worker.isAlive) await this.#reset();
      await this.#host.workers.giveBack(this.template, this.#worker);
    });
  }

  /** Calls of one state wait for each other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #ask(request: DatabaseRequest): Promise<DatabaseResponse> {
    const response = await this.#worker.ask(request);
    if (response.kind === "failed") throw requestFailure(response);
    if (response.kind === "broken") await this.#worker.end();
    return response;
  }

  /** A request that is no SQL under test; what a script has made of its database may still be more than can be done with it. */
  async #askPatiently(request: DatabaseRequest, what: string): Promise<DatabaseResponse> {
    const asked = this.#worker;
    const { patienceMs } = this.#host;
    const deadline = setTimeout(() => asked.kill(), patienceMs);
    try {
      const response = await this.#ask(request);
      if (response.kind === "broken") throw new Error(response.message);
      return response;
    } catch (error) {
      if (!(error instanceof DatabaseWorkerEnded)) throw error;
      throw new Error(`${what} took longer than ${patienceMs / 1000} s: ${error.message}`, {
        cause: error,
      });
    } finally {
      clearTimeout(deadline);
    }
  }

  async #revive(): Promise<void> {
    if (this.#worker.isAlive) return;
    this.#worker = await this.#host.workers.open(this.template);
    if (this.#base !== null) await this.#askPatiently({ kind: "restore", file: this.#base }, restoring);
    // What ran within its limit once may just miss it now.
    for (const { sql, limits } of this.#journal)
      await this.#ask({ kind: "run", sql, limits: { ...limits, timeMs: 2 * limits.timeMs + 1000 } });
  }

  async #runText(sql: string, limits: StatementLimits, signal?: AbortSignal): Promise<StatementResult[]> {
    signal?.throwIfAborted();
    if (this.#journalLength + sql.length > mostJournal) return [failedResult(tooMuchSql, { elapsedMs: 0 })];
    await this.#revive();
    const startedAt = performance.now();
    const abort = () => this.#worker.kill();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const response = await this.#ask({ kind: "run", sql, limits });
      if (response.kind === "broken") return [brokenResult(response.message, performance.now() - startedAt)];
      this.#journal.push({ sql, limits });
      this.#journalLength += sql.length;
      return response.kind === "results" ? response.results : [];
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DatabaseWorkerEnded)) throw error;
      return [endedResult(error, limits, performance.now() - startedAt)];
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #forget(): void {
    this.#journal = [];
    this.#journalLength = 0;
  }

  async #reset(): Promise<void> {
    this.#forget();
    this.#base = null;
    const response = this.#worker.isAlive
      ? await this.#askPatiently({ kind: "reset" }, "the reset").catch(() => null)
      : null;
    if (response?.kind === "done" && !response.worn) return;
    await this.#worker.end();
    this.#worker = await this.#host.workers.open(this.template);
  }
}

const restoring = "restoring the snapshot";

/** Characters of SQL that are remembered to be run again: what a test script sends has no end by itself. */
const mostJournal = 64 * 2 ** 20;
const tooMuchSql = {
  message: "stopped: more than 64 MB of SQL since the database was put back",
  kind: "limit",
  offset: null,
} as const;

function brokenResult(message: string, elapsedMs: number): StatementResult {
  return failedResult({ message, kind: "limit", offset: null }, { elapsedMs });
}

function endedResult(
  { note, message }: DatabaseWorkerEnded,
  limits: StatementLimits,
  elapsedMs: number,
): StatementResult {
  const byTime = note?.reason === "time";
  const seconds = Number((limits.timeMs / 1000).toFixed(3));
  const error = byTime
    ? { message: `stopped at the time limit of ${seconds} s`, kind: "limit" as const, offset: null }
    : note?.reason === "memory"
      ? memoryLimitError({ ...limits, resultBytes: limits.memoryBytes })
      : { message, kind: "engine" as const, offset: null };
  return failedResult(error, { status: byTime ? "timeout" : "error", elapsedMs });
}
