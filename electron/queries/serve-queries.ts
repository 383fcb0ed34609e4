import path from "node:path";
import type { RunLimits } from "#shared/domain/result.ts";
import { fileIdentity } from "../engines/sqlite/open-database.ts";
import { createSqliteEngine } from "../engines/sqlite/session.ts";
import { serveRequests } from "../processes/serve-requests.ts";
import { startWatchdog, type Watchdog } from "../processes/watchdog.ts";
import {
  type LookUpRequest,
  type QueryEvent,
  type QueryRequest,
  type QueryResponse,
  type Stage,
  stages,
} from "./query-protocol.ts";
import { runErrorOf } from "./run-errors.ts";
import { createSideRunner } from "./run-sides.ts";
import { sampleTable } from "./sample-table.ts";
import { createDatabaseSessions, type DatabaseSessions } from "./sessions.ts";

/** Above this share of its memory bound a worker is not used again. */
const wornShare = 0.5;

/** A request that took less time than this (ms) cannot have worn the worker much: its memory is not measured. */
const wornAfter = 50;

/** The life of a query worker. Its files go into `folder`. */
export async function serveQueries(entry: URL, folder: string): Promise<void> {
  const watchdog = await startWatchdog(entry, folder, stages);
  const sessions = createDatabaseSessions(createSqliteEngine(folder), ({ path: file }) => fileIdentity(file));
  const perform = createQueryPerformer(sessions, watchdog, folder);
  await serveRequests<QueryRequest, QueryEvent, QueryResponse>(async (request, { id, emit }) => {
    const startedAt = performance.now();
    const response = await perform(request, id, emit).catch(
      (error: unknown): QueryResponse => ({ kind: "failed", error: runErrorOf(error) }),
    );
    watchdog.leave();
    const worn =
      performance.now() - startedAt > wornAfter &&
      process.memoryUsage.rss() > wornShare * request.limits.memoryBytes;
    return { response, worn };
  });
}

function createQueryPerformer(sessions: DatabaseSessions, watchdog: Watchdog<Stage>, folder: string) {
  const runSides = createSideRunner(sessions);
  let files = 0;
  const newFile = () => path.join(folder, `${++files}.rows`);
  return (request: QueryRequest, id: number, emit: (event: QueryEvent) => Promise<void>) => {
    const enter = (stage: Stage, { timeMs, memoryBytes }: RunLimits) =>
      watchdog.enter(stage, id, timeMs, memoryBytes);
    if (request.kind === "statements") return runSides(request, { emit, enter, newFile });
    enter("other", request.limits);
    return lookUp(sessions, request);
  };
}

async function lookUp(sessions: DatabaseSessions, request: LookUpRequest): Promise<QueryResponse> {
  const { database } = request;
  const open = await sessions.open(database);
  if (!open) throw new Error(`the database ${database.dbId} is missing`);
  if (request.kind === "describe") return { kind: "schema", schema: await open.session.describe() };
  return { kind: "sample", sample: await sampleTable(open.session, request.table, request.limits) };
}
