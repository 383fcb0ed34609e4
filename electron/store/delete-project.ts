import type Database from "better-sqlite3";
import { deleteWithAllBelow } from "./delete-rows.ts";

/** Deletes a project with everything in it, in one transaction of `connection`, which has foreign keys off. */
export function deleteProject(connection: Database.Database, projectId: number): void {
  const deleteAll = connection.transaction(() => {
    connection.prepare("UPDATE project SET deleting = 1 WHERE id = ?").run(projectId);
    deleteWithAllBelow(connection, "project", `id = ${projectId}`);
    // Texts of tasks belong to nobody but the events that brought them.
    connection.exec(
      "DELETE FROM task_source WHERE id NOT IN (SELECT source_id FROM task_event WHERE source_id IS NOT NULL)",
    );
  });
  deleteAll.immediate();
}
