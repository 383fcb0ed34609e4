import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { readSource, type SourcePart, sourceBytes, sourceFiles } from "../dump/read-source.ts";
import { LoadError, type LoadLimits, type LoadProgress, type TemplateSource } from "../engine.ts";
import { sqlState } from "../postgres-dialect/failure.ts";
import { parsePostgres } from "../postgres-dialect/statements.ts";
import { type WatchedSession, withBackendWatched } from "./backend-watchdog.ts";
import { overflow, queueIsFull, type SessionNumbers, sessionNumbers } from "./server-usage.ts";

/** The session that loads, as a role that has no rights beyond the database it loads into. */
interface LoadingSession extends WatchedSession {
  client: pg.Client;
  database: string;
}

interface LoadOptions {
  limits: LoadLimits;
  signal?: AbortSignal | undefined;
  onProgress?(progress: LoadProgress): void;
}

/** A database with its indexes is so many times as large as its dump at most. */
const mostGrowth = 20;

/**
 * Loads a source as a login without rights, part by part under the limits of loads: a dump is no more trusted than a script.
 * Throws `LoadError` for the first part that fails, or the signal's reason.
 */
export async function loadSource(
  loading: LoadingSession,
  source: TemplateSource,
  { limits, signal, onProgress }: LoadOptions,
): Promise<void> {
  const totalBytes = sourceBytes(sourceFiles(source));
  const within = { ...limits, storedBytes: limits.storedBytes + mostGrowth * totalBytes };
  const watched = watcher(loading, { limits: within, signal });
  let statement = 0;
  for await (const part of readSource(source)) {
    signal?.throwIfAborted();
    statement += 1;
    if (part.kind === "rows" || !isOfCluster(part.sql))
      await watched(placeOf(part), () => loadPart(loading.client, part));
    onProgress?.({ doneBytes: part.doneBytes, totalBytes, statement });
  }
  // It computes what the dump's indexes are on.
  const end = { file: path.basename(sourceFiles(source).at(-1) ?? ""), line: 1, statement: "ANALYZE" };
  await watched(end, () => loading.client.query("ANALYZE"));
  onProgress?.({ doneBytes: totalBytes, totalBytes, statement });
}

type Place = ConstructorParameters<typeof LoadError>[0];

const placeOf = (part: SourcePart): Place => ({
  file: part.file,
  line: part.line,
  statement: part.kind === "rows" ? part.copy : part.sql,
});

/** How often (ms) a database is asked for its size between parts: many short ones write as much as a long one. */
const sizeMs = 500;

/** Does a part of a load, and ends the back end that does it at a limit or when nobody waits for it any more. */
function watcher(
  { database, ...session }: LoadingSession,
  { limits, signal }: { limits: LoadLimits; signal: AbortSignal | undefined },
): (part: Place, work: () => Promise<unknown>) => Promise<void> {
  const { statementMs: timeMs, memoryBytes, storedBytes } = limits;
  let sizeAskedAt = performance.now();
  const askOverflow = (numbers: SessionNumbers) => {
    sizeAskedAt = performance.now();
    return overflow(session.server, numbers, storedBytes);
  };
  const overflowByNow = async () =>
    askOverflow(await sessionNumbers(session.server, session.session, session.role));
  return async (part, work) => {
    const already = performance.now() - sizeAskedAt > sizeMs ? await overflowByNow() : null;
    if (already !== null) throw new LoadError(part, overLimit[already](limits));
    const outcome = () =>
      work().then(
        () => null,
        (error: unknown) => ({ error }),
      );
    const watch = { timeMs, memoryBytes, signal, overflow: askOverflow };
    const { value: failed, reason } = await withBackendWatched(session, watch, outcome);
    if (reason === "cancelled") throw signal?.reason;
    if (reason !== null) throw new LoadError(part, overLimit[reason](limits));
    if (failed !== null) throw failed.error;
  };
}

const overLimit = {
  timeout: ({ statementMs }: LoadLimits) =>
    `it ran longer than ${statementMs / 1000} s. Shorten it, or load the database outside Querent and name it`,
  memory: ({ memoryBytes }: LoadLimits) =>
    `the server needed more than ${megabytes(memoryBytes)} MB of memory for it`,
  queue: () => queueIsFull,
  full: ({ storedBytes }: LoadLimits) =>
    `the database has grown beyond ${megabytes(storedBytes)} MB, which is too much for a file of this size. Load it outside Querent and name it`,
};

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

async function loadPart(client: pg.Client, part: SourcePart): Promise<void> {
  try {
    if (part.kind === "rows") await pipeline(Readable.from([part.rows]), client.query(copyFrom(part.copy)));
    else await client.query(part.sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (part.kind === "statement" && isUnknownSetting(part.sql, error)) return;
    throw new LoadError({ ...placeOf(part), line: lineOf(part, error) }, error.message);
  }
}

/** Statements of a dump about owners, rights, roles and databases of the server that it came from; here all is one role's. */
const clusterKinds = new Set([
  "AlterDatabaseSetStmt",
  "AlterDatabaseStmt",
  "AlterDefaultPrivilegesStmt",
  "AlterOwnerStmt",
  "AlterRoleSetStmt",
  "AlterRoleStmt",
  "CreateRoleStmt",
  "CreatedbStmt",
  "DropRoleStmt",
  "DropdbStmt",
  "GrantRoleStmt",
  "GrantStmt",
]);

function isOfCluster(sql: string): boolean {
  // Only these words begin such a statement; a data-laden INSERT need not be parsed.
  if (!/^\s*(?:ALTER|CREATE|DROP|GRANT|REVOKE|COMMENT)\b/i.test(sql)) return false;
  const [kind, node] = Object.entries(parsePostgres(sql)?.[0]?.stmt ?? {})[0] ?? [];
  if (kind === "CommentStmt") return (node as { objtype?: string }).objtype === "OBJECT_EXTENSION";
  if (kind === "AlterTableStmt") {
    const { cmds = [] } = node as { cmds?: { AlterTableCmd: { subtype: string } }[] };
    return cmds.every(({ AlterTableCmd }) => AlterTableCmd.subtype === "AT_ChangeOwner");
  }
  return clusterKinds.has(kind ?? "");
}

/** A dump of a newer server sets parameters that an older one does not know; none of them is about the data. */
function isUnknownSetting(sql: string, { code }: pg.DatabaseError): boolean {
  return code === sqlState.undefinedObject && /^\s*SET\b/i.test(sql);
}

function lineOf(part: SourcePart, { where, position }: pg.DatabaseError): number {
  if (part.kind === "rows")
    return part.line + Number(/COPY [^,]+, line (\d+)/.exec(where ?? "")?.[1] ?? 1) - 1;
  return part.line + part.sql.slice(0, Math.max(0, Number(position ?? 1) - 1)).split("\n").length - 1;
}
