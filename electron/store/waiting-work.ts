import type { ReadHandle } from "./handles.ts";
import { query } from "./query.ts";
import { settingsOfProjects } from "./settings.ts";
import { parsed } from "./tables/column-types.ts";

/** What a workspace does or reaches by itself. */
interface WantedWork {
  /** Pieces of work that were wanted when it was last closed. */
  jobs: number;
  /** The URLs of the servers that its projects use. */
  serverUrls: string[];
  /** The folders of their databases. */
  folders: string[];
}

export async function waitingWork(db: ReadHandle): Promise<WantedWork> {
  const wanted = [
    query.selectFrom("project").select("id").where("evaluating", "=", 1),
    query.selectFrom("task_job").select("project_id as id").where("kind", "<>", "lint"),
    query.selectFrom("certify_job").select("project_id as id"),
    query.selectFrom("dialogue_run").select("id").where("state", "=", "wanted"),
  ];
  const settings = await db.all(
    query
      .selectFrom("project_setting")
      .select(["project_id as projectId", "key", "value"])
      .where("key", "in", ["tasks.engine", "items.engine", "tasks.serverUrl"])
      .orderBy("project_id"),
  );
  const byProject = Map.groupBy(settings, ({ projectId }) => projectId);
  const urls = [...byProject.values()].flatMap((own) => {
    const values = new Map(own.map(({ key, value }) => [key, parsed(value)]));
    const isServer = ["tasks.engine", "items.engine"].some((key) => values.get(key) === "postgres");
    const url = values.get("tasks.serverUrl");
    return isServer && typeof url === "string" && url !== "" ? [url] : [];
  });
  const jobs = await Array.fromAsync(wanted, (one) => db.all(one));
  return {
    jobs: jobs.flat().length,
    serverUrls: [...new Set(urls)].sort(),
    folders: await databaseFolders(db),
  };
}

/** The folders in which projects have their databases. */
export async function databaseFolders(db: ReadHandle): Promise<string[]> {
  const folders = (await settingsOfProjects(db)).flatMap(([, settings]) => [
    settings["items.databasesDir"],
    settings["tasks.databasesDir"],
  ]);
  return [...new Set(folders)].filter((folder) => folder !== "").sort();
}
