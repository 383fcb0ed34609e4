import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { workspaceOnServer, workspaceSchema } from "../../electron/store/postgres/server-workspace.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import { openPgliteSessions } from "./pglite-sessions.ts";

/** Where this project of vitest.config.ts has its workspaces: its set-up's server is known to all projects of a run. */
const testStore = () => process.env.QUERENT_TEST_STORE;

/** The server on which workspaces of tests are, as the set-up of the project "on-server" says it; undefined: they are on none. */
export const testServer = () => (testStore() === "server" ? process.env.QUERENT_TEST_SERVER : undefined);

const isOnPglite = () => testStore() === "pglite";

/** Whether this run's workspaces are asked in PostgreSQL's SQL. */
export const isOnPostgres = () => testServer() !== undefined || isOnPglite();

/**
 * A new workspace in a folder; in the project "on-server" in a database of its own, in "on-pglite" in a PGlite. Closed when the test has
 * finished.
 */
export async function newWorkspace(folder: string): Promise<Workspace> {
  const workspace = isOnPglite()
    ? await workspaceOnServer("pglite", await openPgliteSessions(workspaceSchema))
    : await openWorkspaceAt(await newLocation(folder));
  onTestFinished(() => workspace.close());
  return workspace;
}

async function newLocation(folder: string): Promise<string> {
  const server = testServer();
  return server === undefined ? path.join(folder, "workspace.querent") : newDatabase(server);
}

/** A database of a server by its URL, with the tables of an empty workspace. */
export async function newDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${emptyWorkspace} STRATEGY file_copy`);
  await client.end();
  return databaseUrl(server, name);
}

/** A database of a server by its URL, with nothing in it. */
export async function emptyDatabase(server: string): Promise<string> {
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return databaseUrl(server, name);
}

/** The database from which the others are copied. */
export const emptyWorkspace = "empty_workspace";

export const databaseUrl = (server: string, name: string) => server.replace(/\/postgres\?/, `/${name}?`);
