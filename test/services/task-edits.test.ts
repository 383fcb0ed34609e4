import { randomUUID } from "node:crypto";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTaskEdits } from "../../electron/services/task-edits.ts";
import { ensureTaskProject } from "../../electron/store/projects.ts";
import { appendTaskEvent } from "../../electron/store/task-events.ts";
import { addTask, taskById } from "../../electron/store/tasks.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { plainSql } from "../support/plain-sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";

const at = "2026-01-01T00:00:00.000Z";

describe("edits of a task by two people", () => {
  it("each append an event, and every event stays (SPEC H1)", { timeout: 120_000 }, async () => {
    const workspace = openWorkspace(path.join(temporaryFolder(), "w.querent"));
    const edits = createTaskEdits({
      ...{ workspace, now: () => new Date(), publish: () => undefined },
      lint: async () => undefined,
    });
    let index = 0;
    const newTask = () =>
      workspace.write(async (db) => {
        const projectId = await ensureTaskProject(
          db,
          "tasks",
          { databasesDir: null, folder: "/", engine: "pglite" },
          at,
        );
        const taskId = await addTask(db, projectId, index++, harbourTask);
        await appendTaskEvent(db, {
          ...{ saveId: null, taskId, actor: "anna", at, action: "import", revision: 1, baseRevision: 0 },
          ...{ task: harbourTask, sourceId: null, reverts: null },
        });
        return taskId;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("anna", "bert"), { maxLength: 14 }), async (people) => {
        const taskId = await newTask();
        for (const [step, who] of people.entries()) {
          const task = { ...harbourTask, ambiguousQuestion: `text ${step}` };
          await edits.save({ taskId, baseRevision: step + 1, saveId: randomUUID(), task }, { actor: who });
          const present = await workspace.read((db) => taskById(db, taskId));
          expect(present?.revision).toMatchObject({ revision: step + 2, task });
        }
        const history = await edits.history({ taskId });
        expect(history.map(({ savedBy }) => savedBy)).toEqual(["anna", ...people].reverse());
      }),
      { numRuns: 60 },
    );
    await workspace.close();
  });

  it("cannot be changed or erased, not even by the program (SPEC H1)", async () => {
    const workspace = openWorkspace(path.join(temporaryFolder(), "w.querent"));
    await workspace.write(async (db) => {
      const projectId = await ensureTaskProject(
        db,
        "tasks",
        { databasesDir: null, folder: "/", engine: "pglite" },
        at,
      );
      const taskId = await addTask(db, projectId, 0, harbourTask);
      await appendTaskEvent(db, {
        ...{ saveId: null, taskId, actor: "anna", at, action: "import", revision: 1, baseRevision: 0 },
        ...{ task: harbourTask, sourceId: null, reverts: null },
      });
    });
    for (const sql of ["UPDATE task_event SET actor = 'bert'", "DELETE FROM task_event"])
      await expect(workspace.write((db) => db.run(plainSql(sql)))).rejects.toThrow("append-only");
    await workspace.close();
  });
});
