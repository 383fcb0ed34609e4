import { randomUUID } from "node:crypto";
import { workspaceMark } from "../../engines/postgres/server.ts";
import { migrations, schema31 } from "../migrations.ts";
import { explain } from "../storage-error.ts";
import { inTurns, type Workspace } from "../workspace.ts";
import { WorkspaceRefused } from "../workspace-refused.ts";
import { firstSchemaOnServer } from "./first-schema.ts";
import { serverSchema30 } from "./server-schema-30.ts";
import type { ServerSession, ServerSessions } from "./server-session.ts";
import { openServerSessions } from "./server-sessions.ts";
import { commitChannel, transactionsOnServer } from "./server-transactions.ts";

/** The tables of a workspace are in a schema of this name: a database holds one workspace. */
export const workspaceSchema = "querent";
/** The version of the first workspaces on a server. */
const firstVersion = 29;
/** SQL that leads from version 29 + n to the next; only ever appended to, beside `migrations`. */
const steps: readonly string[] = [serverSchema30, schema31];
const oldestServer = 150_000;
/** Held by whoever opens a workspace until its tables are those of this version. */
const openingLock = 0x51524e53;

/** Whether what names a workspace is the URL of a database on a server, and not a file. */
export const isServerUrl = (location: string): boolean => /^postgres(ql)?:\/\//i.test(location);

/** A workspace's URL as people see it: without password. A socket's folder may stand for the host, so that it need not be a URL to others. */
export const withoutPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:@/?]*):[^@/?]*@/, "$1@").replace(/([?&])password=[^&]*&?/, "$1");

/** The name of the database that a workspace's URL names. */
export const databaseOf = (url: string): string =>
  decodeURIComponent(/^\w+:\/\/[^/?]*\/([^/?]*)/.exec(url)?.[1] ?? "");

/**
 * Opens the workspace of a database on a server, making its tables where the database is empty. Throws `WorkspaceRefused` for the
 * database of another program, of a newer Querent or on a server before 15, and `StorageError` where the server cannot be reached.
 */
export async function openServerWorkspace(url: string): Promise<Workspace> {
  const sessions = openServerSessions(url, workspaceSchema);
  try {
    return await workspaceOnServer(url, sessions);
  } catch (error) {
    await sessions.close();
    throw explain(error, withoutPassword(url));
  }
}

/** Whether the database of this URL holds a workspace. Throws `StorageError` where it cannot be asked. */
export const hasServerWorkspace = (url: string): Promise<boolean> =>
  inSession(url, async ({ ask }) => {
    const { rows } = await ask({
      sql: `SELECT FROM pg_namespace WHERE nspname = '${workspaceSchema}'`,
      parameters: [],
    });
    return rows.length > 0;
  });

/** Takes a workspace out of its database, with all that is in it. */
export const dropServerWorkspace = (url: string): Promise<void> =>
  inSession(url, ({ run }) => run(`DROP SCHEMA ${workspaceSchema} CASCADE`));

async function inSession<T>(url: string, work: (session: ServerSession) => Promise<T>): Promise<T> {
  const sessions = openServerSessions(url, workspaceSchema);
  try {
    return await sessions.writing(work);
  } catch (error) {
    throw explain(error, withoutPassword(url));
  } finally {
    await sessions.close();
  }
}

/** The workspace that these sessions lead to; closing it closes them. */
export async function workspaceOnServer(url: string, sessions: ServerSessions): Promise<Workspace> {
  await sessions.writing((session) => prepareTables(session, url));
  const { heard, ...transactions } = transactionsOnServer(sessions, randomUUID());
  let version = 0;
  await sessions.listen(commitChannel, (payload) => {
    if (heard(payload)) version += 1;
  });
  return {
    path: withoutPassword(url),
    location: url,
    ...inTurns(withoutPassword(url), transactions),
    dataVersion: () => version,
    close: () => sessions.close(),
  };
}

/** Makes or migrates the tables, in one transaction: of several hosts that start at once one does, the others wait. */
async function prepareTables(session: ServerSession, url: string): Promise<void> {
  const number = async (sql: string) =>
    Number(Object.values((await session.ask({ sql, parameters: [] })).rows[0] ?? {})[0]);
  const version = await number("SELECT current_setting('server_version_num')");
  if (version < oldestServer) throw new WorkspaceRefused("old-server", withoutPassword(url));
  await session.run(`BEGIN; SELECT pg_advisory_xact_lock(${openingLock})`);
  try {
    const isThere =
      (await number(`SELECT count(*) FROM pg_namespace WHERE nspname = '${workspaceSchema}'`)) > 0;
    if (isThere) await bringUpToDate(session, number, url);
    else {
      const others = await number(
        "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')",
      );
      if (others > 0) throw new WorkspaceRefused("foreign-database", withoutPassword(url));
      await session.run(
        [`CREATE SCHEMA ${workspaceSchema}`, firstSchemaOnServer, ...steps, ...versionTable, mark].join(
          ";\n",
        ),
      );
    }
    await session.run("COMMIT");
  } catch (error) {
    await session.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** By which the whole server knows that it holds a workspace: no task runs there (engines/postgres/server.ts). */
const mark = `DO $$ BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(), '${workspaceMark}'); END $$`;

const versionTable = [
  "CREATE TABLE workspace_version (version bigint NOT NULL)",
  `INSERT INTO workspace_version VALUES (${migrations.length})`,
];

async function bringUpToDate(
  session: ServerSession,
  number: (sql: string) => Promise<number>,
  url: string,
): Promise<void> {
  const isOurs = `SELECT count(*) FROM pg_tables WHERE schemaname = '${workspaceSchema}' AND tablename = 'workspace_version'`;
  if ((await number(isOurs)) === 0) throw new WorkspaceRefused("foreign-database", withoutPassword(url));
  const present = await number("SELECT version FROM workspace_version");
  if (present > migrations.length) throw new WorkspaceRefused("newer", withoutPassword(url));
  for (const step of steps.slice(present - firstVersion)) await session.run(step);
  await session.run(`UPDATE workspace_version SET version = ${migrations.length}`);
}
