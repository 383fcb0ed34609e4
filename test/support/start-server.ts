import pg from "pg";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { startCluster } from "../engines/postgres.ts";
import { databaseUrl, emptyWorkspace } from "./new-workspace.ts";

/** For vitest, before the suites that run on a server: starts one, and makes the empty workspace that each test copies. */
export default async function setup(): Promise<() => void> {
  // It is gone after the run, and tends hundreds of databases meanwhile: nothing is saved for a crash, and nothing is tidied up.
  const passing = ["full_page_writes=off", "autovacuum=off"];
  const cluster = startCluster([...passing, "max_connections=300"]);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${emptyWorkspace}`);
  await client.end();
  await (await openWorkspaceAt(databaseUrl(cluster.url, emptyWorkspace))).close();
  process.env.QUERENT_TEST_SERVER = cluster.url;
  return () => cluster.stop();
}
