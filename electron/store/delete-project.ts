import { deleteWithAllBelow } from "./delete-rows.ts";
import type { WriteHandle } from "./handles.ts";
import { plainStatement, query } from "./query.ts";

/** Deletes a project with everything in it. */
export async function deleteProject(db: WriteHandle, projectId: number): Promise<void> {
  await db.run(query.updateTable("project").set({ deleting: 1 }).where("id", "=", projectId));
  await deleteWithAllBelow(db, "project", `id = ${projectId}`);
  // Texts of tasks belong to nobody but the events that brought them.
  await db.run(
    plainStatement(
      "DELETE FROM task_source WHERE id NOT IN (SELECT source_id FROM task_event WHERE source_id IS NOT NULL)",
    ),
  );
}
