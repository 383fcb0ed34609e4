import type { TaskTemplate } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { taskFromText } from "./task-text.ts";

/** The templates of a project, by name. */
export function templatesOfProject(db: ReadHandle, projectId: number): TaskTemplate[] {
  return db
    .sql(
      `SELECT id AS templateId, name, task ->> '$.database' AS database, made_by AS madeBy, made_at AS madeAt
       FROM task_template WHERE project_id = ? ORDER BY name COLLATE NOCASE, name`,
    )
    .all(projectId) as TaskTemplate[];
}

/** The task that a template of a project holds, or null. */
export function templateTask(db: ReadHandle, projectId: number, templateId: number): Task | null {
  const row = db
    .sql("SELECT task FROM task_template WHERE id = ? AND project_id = ?")
    .get(templateId, projectId) as { task: string } | undefined;
  return row === undefined ? null : taskFromText(row.task);
}

/** Saves a task as a template; one of that name is replaced. */
export function putTemplate(
  db: WriteHandle,
  template: { projectId: number; name: string; task: Task; madeBy: string; madeAt: string },
): void {
  db.sql(
    `INSERT INTO task_template (project_id, name, task, made_by, made_at)
     VALUES (@projectId, @name, @task, @madeBy, @madeAt)
     ON CONFLICT (project_id, name) DO UPDATE
     SET task = excluded.task, made_by = excluded.made_by, made_at = excluded.made_at`,
  ).run({ ...template, task: JSON.stringify(template.task) });
}

/** Removes a template; false where there is none. */
export function removeTemplate(db: WriteHandle, templateId: number): boolean {
  return db.sql("DELETE FROM task_template WHERE id = ?").run(templateId).changes > 0;
}
