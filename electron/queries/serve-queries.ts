import path from "node:path";
import type { RunLimits } from "#shared/domain/result.ts";
import type { DatabaseRef, QuerySession } from "../engines/engine.ts";
import { openProcessChannel } from "../processes/process-channel.ts";
import { startWatchdog } from "../processes/watchdog.ts";
import {
  comparisonLimits,
  type DescribeRequest,
  type FromProcess,
  type QueryRequest,
  type QueryResponse,
  type SampleRequest,
  type Stage,
  type ToProcess,
} from "./query-protocol.ts";
import { runErrorOf } from "./run-errors.ts";
import { createSideRunner } from "./run-sides.ts";
import { sampleTable } from "./sample-table.ts";
import { createDatabaseSessions } from "./sessions.ts";

/** Above this share of its memory bound a process is not used again. */
const wornShare = 0.5;

/** A request that took less time than this (ms) cannot have worn the process much: its memory is not looked at. */
const wornAfter = 50;

/** What opening a database may take beyond a statement: a server in WebAssembly is compiled, and its files are read. */
const openingBytes = 2 ** 30;

/** The life of a query worker: takes requests from its channel, one after another, until the other side is gone. Its files go into `folder`. */
export async function serveQueries(entry: URL, folder: string): Promise<void> {
  const channel = openProcessChannel();
  const watchdog = await startWatchdog(entry, folder);
  const sessions = createDatabaseSessions(folder);
  let files = 0;
  let requestId = 0;
  const send = (message: FromProcess) => channel.send(message);
  const enter = (stage: Stage, limits: RunLimits, moreBytes = 0) =>
    watchdog.enter(stage, requestId, limits.timeMs, limits.memoryBytes + sessions.bytes + moreBytes);
  const openDatabase = async (database: DatabaseRef, stage: Stage, limits: RunLimits) => {
    enter(stage, comparisonLimits(limits), openingBytes);
    const open = await sessions.open(database);
    enter(stage, limits);
    return open;
  };
  const runStatements = createSideRunner({
    openDatabase,
    enter,
    newFile: () => path.join(folder, `${++files}.rows`),
    tell: (event) => send({ type: "event", id: requestId, event }),
  });

  async function onSession(
    { database, limits }: DescribeRequest | SampleRequest,
    use: (session: QuerySession) => Promise<QueryResponse>,
  ): Promise<QueryResponse> {
    try {
      const open = await openDatabase(database, "other", limits);
      if (!open) throw new Error(`the database ${database.dbId} is missing`);
      return await use(open.session);
    } catch (error) {
      return { kind: "failed", error: runErrorOf(error) };
    }
  }

  function perform(request: QueryRequest): Promise<QueryResponse> {
    if (request.kind === "statements") return runStatements(request);
    return onSession(request, async (session) =>
      request.kind === "describe"
        ? { kind: "schema", schema: await session.describe() }
        : { kind: "sample", sample: await sampleTable(session, request) },
    );
  }

  async function take({ id, request }: ToProcess): Promise<void> {
    requestId = id;
    const startedAt = performance.now();
    const result = await perform(request).catch(
      (error: unknown): QueryResponse => ({ kind: "failed", error: runErrorOf(error) }),
    );
    watchdog.leave();
    const worn =
      performance.now() - startedAt > wornAfter &&
      process.memoryUsage.rss() > wornShare * request.limits.memoryBytes + sessions.bytes;
    void send({ type: "done", id, result, worn });
  }

  let last = Promise.resolve();
  channel.onMessage((message) => {
    last = last.then(() => take(message as ToProcess));
  });
  await send({ type: "ready" });
}
