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
import type { DatabaseRequest, DatabaseResponse } from "./database-protocol.ts";
import { type DatabaseWorker, DatabaseWorkerEnded } from "./task-client.ts";

/** What a state needs of its engine. */
export interface StateHost {
  template: TemplateRef;
  /** How long a reset, a snapshot or a hash may take before its process is ended, in milliseconds. */
  patienceMs: number;
  /** A process with the template open. */
  openProcess(): Promise<DatabaseWorker>;
  /** Takes a pristine process back, or ends it. */
  giveBack(client: DatabaseWorker): Promise<void>;
  /** The file of a snapshot of this template; a new one for null. Throws for one that is not known. */
  snapshotFile(id: string | null): { id: string; file: string };
}

/**
 * A private database in a process of its own. Where a statement has to be ended with its process, the state goes on in a new
 * one, in which the texts that had been run since the last reset or restore are run again.
 */
export function createEmbeddedState(host: StateHost, first: DatabaseWorker): DatabaseState {
  let client = first;
  let base: string | null = null;
  let journal: { sql: string; limits: StatementLimits }[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  /** Calls of one state wait for each other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  }

  async function ask(call: DatabaseRequest): Promise<DatabaseResponse> {
    const reply = await client.call(call);
    if (reply.kind === "failed") throw new Error(reply.message);
    if (reply.kind === "broken") {
      client.kill();
      await client.gone;
    }
    return reply;
  }

  /** A call that is not SQL under test; what a script has made of its database may still be more than can be done with it. */
  async function keep(call: DatabaseRequest, what: string): Promise<DatabaseResponse> {
    const asked = client;
    const deadline = setTimeout(() => asked.kill(), host.patienceMs);
    try {
      const reply = await ask(call);
      if (reply.kind === "broken") throw new Error(reply.message);
      return reply;
    } catch (error) {
      if (!(error instanceof DatabaseWorkerEnded)) throw error;
      throw new Error(`${what} could not be finished within ${host.patienceMs / 1000} s: ${error.message}`, {
        cause: error,
      });
    } finally {
      clearTimeout(deadline);
    }
  }

  async function revive(): Promise<void> {
    if (client.isAlive) return;
    client = await host.openProcess();
    if (base !== null) await keep({ kind: "restore", file: base }, restoring);
    // What ran within its limit once may just miss it now.
    for (const { sql, limits } of journal)
      await ask({ kind: "run", sql, limits: { ...limits, timeMs: 2 * limits.timeMs + 1000 } });
  }

  async function runText(
    sql: string,
    limits: StatementLimits,
    signal?: AbortSignal,
  ): Promise<StatementResult[]> {
    signal?.throwIfAborted();
    await revive();
    const startedAt = performance.now();
    const abort = () => client.kill();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const reply = await ask({ kind: "run", sql, limits });
      if (reply.kind === "broken") return [brokenResult(reply.message, performance.now() - startedAt)];
      journal.push({ sql, limits });
      return reply.kind === "results" ? reply.results : [];
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DatabaseWorkerEnded)) throw error;
      return [endedResult(error, limits, performance.now() - startedAt)];
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async function reset(): Promise<void> {
    journal = [];
    base = null;
    const reply = client.isAlive ? await keep({ kind: "reset" }, "the reset").catch(() => null) : null;
    if (reply?.kind === "done" && !reply.worn) return;
    client.kill();
    await client.gone;
    client = await host.openProcess();
  }

  return {
    template: host.template,
    run: (sql, { limits, signal }) =>
      inTurn(async () => {
        const results: StatementResult[] = [];
        for (const text of sql) {
          results.push(...(await runText(text, limits, signal)));
          if (results.at(-1)?.status !== undefined && results.at(-1)?.status !== "ok") break;
        }
        return results;
      }),
    reset: () => inTurn(reset),
    snapshot: () =>
      inTurn(async (): Promise<SnapshotRef> => {
        await revive();
        const { id, file } = host.snapshotFile(null);
        try {
          await keep({ kind: "save", file }, "the snapshot");
        } catch (error) {
          rmSync(file, { force: true });
          throw error;
        }
        return { template: host.template, id };
      }),
    restore: (snapshot) =>
      inTurn(async () => {
        const { file } = host.snapshotFile(snapshot.id);
        journal = [];
        base = file;
        if (client.isAlive) await keep({ kind: "restore", file }, restoring);
        else await revive();
      }),
    hash: () =>
      inTurn(async (): Promise<StateHash> => {
        await revive();
        const reply = await keep({ kind: "hash" }, "the hash of the state");
        if (reply.kind !== "hash") throw new Error("the process of the database gave no hash");
        return reply.hash;
      }),
    close: () =>
      inTurn(async () => {
        if (client.isAlive) await reset();
        await host.giveBack(client);
      }),
  };
}

const restoring = "bringing the snapshot back";

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
