import path from "node:path";
import type { RunLimits } from "#shared/domain/result.ts";
import type { DatabaseRef, QuerySession } from "../engines/engine.ts";
import { fileIdentity } from "../engines/sqlite/open-database.ts";
import { createSqliteEngine } from "../engines/sqlite/session.ts";
import { openProcessChannel } from "../processes/process-channel.ts";
import { startWatchdog } from "../processes/watchdog.ts";
import type { FromProcess, Phase, Task, TaskResult, ToProcess } from "./query-protocol.ts";
import { runErrorOf } from "./run-errors.ts";
import { sampleTable } from "./run-sample.ts";
import { createStatementsRunner } from "./run-statements.ts";
import { createSessions } from "./sessions.ts";

/** Above this share of its memory bound a process is not used again. */
const wornShare = 0.5;

/** A task that took less time than this (ms) cannot have worn the process much: its memory is not looked at. */
const wornAfter = 50;

/** The life of a run process: takes tasks from its channel, one after another, until the other side is gone. Its files go into `folder`. */
export async function serve(entry: URL, folder: string): Promise<void> {
  const channel = openProcessChannel();
  const watchdog = await startWatchdog(entry, folder);
  const sessions = createSessions(createSqliteEngine(folder), ({ path: file }) => fileIdentity(file));
  let files = 0;
  let taskId = 0;
  const send = (message: FromProcess) => channel.send(message);
  const enter = (phase: Phase, limits: RunLimits) =>
    watchdog.enter(phase, taskId, limits.timeMs, limits.memoryBytes);
  const runStatements = createStatementsRunner({
    sessions,
    enter,
    newFile: () => path.join(folder, `${++files}.rows`),
    tell: (event) => send({ type: "event", id: taskId, event }),
  });

  async function onSession(
    database: DatabaseRef,
    use: (session: QuerySession) => Promise<TaskResult>,
  ): Promise<TaskResult> {
    try {
      const open = await sessions.open(database);
      if (!open) throw new Error(`the database ${database.dbId} is missing`);
      return await use(open.session);
    } catch (error) {
      return { kind: "failed", error: runErrorOf(error) };
    }
  }

  function perform(task: Task): Promise<TaskResult> {
    if (task.kind === "statements") return runStatements(task);
    enter("other", task.limits);
    return onSession(task.database, async (session) =>
      task.kind === "describe"
        ? { kind: "schema", schema: await session.describe() }
        : { kind: "sample", sample: await sampleTable(session, task.table, task.limits) },
    );
  }

  async function take({ id, task }: ToProcess): Promise<void> {
    taskId = id;
    const startedAt = performance.now();
    const result = await perform(task).catch(
      (error: unknown): TaskResult => ({ kind: "failed", error: runErrorOf(error) }),
    );
    watchdog.leave();
    const worn =
      performance.now() - startedAt > wornAfter &&
      process.memoryUsage.rss() > wornShare * task.limits.memoryBytes;
    void send({ type: "done", id, result, worn });
  }

  let last = Promise.resolve();
  channel.onMessage((message) => {
    last = last.then(() => take(message as ToProcess));
  });
  await send({ type: "ready" });
}
