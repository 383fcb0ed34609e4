import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import type { Workspace } from "../../electron/store/workspace.ts";

/** The server on which workspaces of tests are, as the set-up of the project "on-server" says it; unset: they are files. */
export const testServer = () => process.env.QUERENT_TEST_SERVER;

/** A new workspace in a folder or, in the project "on-server", in a database of its own; closed when the test has finished. */
export async function newWorkspace(folder: string): Promise<Workspace> {
  const server = testServer();
  const location = server === undefined ? path.join(folder, "workspace.querent") : await newDatabase(server);
  const workspace = await openWorkspaceAt(location);
  onTestFinished(() => workspace.close());
  return workspace;
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

/** The database from which the others are copied. */
export const emptyWorkspace = "empty_workspace";

export const databaseUrl = (server: string, name: string) => server.replace(/\/postgres\?/, `/${name}?`);
