import path from "node:path";
import type { RunLimits } from "#shared/domain/run-limits.ts";
import type { DatabaseRef } from "../engines/engine.ts";
import { closeNetwork } from "../processes/confine.ts";
import { type AtHand, serveRequests } from "../processes/serve-requests.ts";
import { startWatchdog, type Watchdog } from "../processes/worker-watchdog.ts";
import {
  comparisonLimits,
  type LookUpRequest,
  type QueryEvent,
  type QueryRequest,
  type QueryResponse,
  type Stage,
  stages,
} from "./query-protocol.ts";
import { runErrorOf } from "./run-errors.ts";
import { createSideRunner, type SidesContext } from "./run-sides.ts";
import { sampleTable } from "./sample-table.ts";
import { createDatabaseSessions, type DatabaseSessions } from "./sessions.ts";

/** Above this share of its memory bound a worker is not used again. */
const wornShare = 0.5;

/** Requests that took less time than this (ms) together cannot have worn the worker much: its memory is not measured. */
const wornAfter = 50;

/** What opening a database may take beyond a statement: a server in WebAssembly is compiled, and its files are read. */
const openingBytes = 2 ** 30;

/** The life of a query worker. Its files go into `folder`; of the network it reaches the server that its database is on, if any. */
export async function serveQueries(entry: URL, folder: string): Promise<void> {
  const watchdog = await startWatchdog(entry, folder, stages);
  const sessions = createDatabaseSessions(folder, closeNetwork());
  const perform = createQueryPerformer(sessions, watchdog, folder);
  const isWorn = (memoryBytes: number) =>
    process.memoryUsage.rss() > wornShare * memoryBytes + sessions.bytes;
  let busy = 0;
  let lastBound = 0;
  await serveRequests<QueryRequest, QueryEvent, QueryResponse>(async (request, atHand) => {
    const { memoryBytes } = request.limits;
    // What requests with a higher bound left behind must not end this one: it runs anew in another process.
    if (memoryBytes < lastBound && isWorn(memoryBytes)) process.exit();
    lastBound = memoryBytes;
    const startedAt = performance.now();
    const response = await perform(request, atHand).catch(
      (error: unknown): QueryResponse => ({ kind: "failed", error: runErrorOf(error) }),
    );
    watchdog.leave();
    busy += performance.now() - startedAt;
    if (busy <= wornAfter) return { response, worn: false };
    busy = 0;
    return { response, worn: isWorn(memoryBytes) };
  });
}

function createQueryPerformer(sessions: DatabaseSessions, watchdog: Watchdog<Stage>, folder: string) {
  const runSides = createSideRunner();
  let files = 0;
  const newFile = () => path.join(folder, `${++files}.rows`);
  return (request: QueryRequest, { id, emit }: AtHand<QueryEvent>): Promise<QueryResponse> => {
    const enter = (stage: Stage, { timeMs, memoryBytes }: RunLimits, moreBytes = 0) =>
      watchdog.enter(stage, id, timeMs, memoryBytes + sessions.bytes + moreBytes);
    const openDatabase = async (database: DatabaseRef, stage: Stage, limits: RunLimits) => {
      enter(stage, comparisonLimits(limits), openingBytes);
      const open = await sessions.open(database);
      enter(stage, limits);
      return open;
    };
    if (request.kind === "statements") return runSides(request, { openDatabase, emit, enter, newFile });
    return lookUp(request, openDatabase);
  };
}

async function lookUp(
  request: LookUpRequest,
  openDatabase: SidesContext["openDatabase"],
): Promise<QueryResponse> {
  const open = await openDatabase(request.database, "other", request.limits);
  if (!open) throw new Error(`the database ${request.database.dbId} is missing`);
  if (request.kind === "describe") return { kind: "schema", schema: await open.session.describe() };
  return { kind: "sample", sample: await sampleTable(open.session, request) };
}
