import type { TaskTemplate } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";
import { taskFromText } from "./task-text.ts";

/** The templates of a project, by name. */
export async function templatesOfProject(db: ReadHandle, projectId: number): Promise<TaskTemplate[]> {
  const rows = await db.all(
    query
      .selectFrom("task_template")
      .select(["id as templateId", "name", "task", "made_by as madeBy", "made_at as madeAt"])
      .where("project_id", "=", projectId)
      .orderBy((of) => of.fn("lower", ["name"]))
      .orderBy("name"),
  );
  return rows.map(({ task, ...row }) => ({ ...row, database: parsed(task).database }));
}

/** The task that a template of a project holds, or null. */
export async function templateTask(
  db: ReadHandle,
  projectId: number,
  templateId: number,
): Promise<Task | null> {
  const row = await db.first(
    query
      .selectFrom("task_template")
      .select("task")
      .where("id", "=", templateId)
      .where("project_id", "=", projectId),
  );
  return row === undefined ? null : taskFromText(row.task);
}

/** Saves a task as a template; one of that name is replaced. */
export async function putTemplate(
  db: WriteHandle,
  {
    projectId,
    name,
    task,
    madeBy,
    madeAt,
  }: { projectId: number; task: Task } & Omit<TaskTemplate, "templateId" | "database">,
): Promise<void> {
  const made = { task: jsonText(task), made_by: madeBy, made_at: madeAt };
  await db.run(
    query
      .insertInto("task_template")
      .values({ project_id: projectId, name, ...made })
      .onConflict((same) => same.columns(["project_id", "name"]).doUpdateSet(made)),
  );
}

/** Removes a template; false where there is none. */
export const removeTemplate = async (db: WriteHandle, templateId: number): Promise<boolean> =>
  (await db.run(query.deleteFrom("task_template").where("id", "=", templateId))) > 0;
