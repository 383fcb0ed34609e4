import type { ReadHandle } from "./handles.ts";
import { query } from "./query.ts";
import { parsed } from "./tables/column-types.ts";

/** How many pieces of work were wanted when the workspace was last closed, and the URLs of the servers that its projects use. */
export async function waitingWork(db: ReadHandle): Promise<{ jobs: number; serverUrls: string[] }> {
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
  };
}
