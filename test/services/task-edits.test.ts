import { randomUUID } from "node:crypto";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTaskEdits } from "../../electron/services/task-edits.ts";
import { ensureTaskProject } from "../../electron/store/projects.ts";
import { appendTaskEvent } from "../../electron/store/task-events.ts";
import { addTask, taskById } from "../../electron/store/tasks.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { harbourTask } from "../support/tasks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const at = "2026-01-01T00:00:00.000Z";

/** An edit by one of two people, each with a text of its own. */
const edit = fc.record({
  kind: fc.constantFrom("save", "undo", "redo"),
  who: fc.constantFrom("anna", "bert"),
});
type Edit = { kind: "save" | "undo" | "redo"; who: string };

/** What undo and redo should do, as two stacks. */
function createModel(first: string) {
  let now = first;
  const done: { who: string; before: string }[] = [];
  const undone: { who: string; after: string }[] = [];
  return {
    now: () => now,
    save(who: string, text: string) {
      done.push({ who, before: now });
      undone.length = 0;
      now = text;
    },
    undo(who: string): boolean {
      if (done.at(-1)?.who !== who) return false;
      undone.push({ who, after: now });
      now = done.pop()?.before ?? now;
      return true;
    },
    redo(who: string): boolean {
      if (undone.at(-1)?.who !== who) return false;
      done.push({ who, before: now });
      now = undone.pop()?.after ?? now;
      return true;
    },
  };
}

describe("edits of a task by two people", () => {
  it("are undone and redone like two stacks, and every event stays (SPEC H1, H3)", {
    timeout: 120_000,
  }, async () => {
    const workspace = openWorkspace(path.join(temporaryFolder(), "w.querent"));
    const edits = createTaskEdits({
      ...{ workspace, now: () => new Date(), publish: () => undefined },
      lint: async () => undefined,
    });
    let index = 0;
    const newTask = () =>
      workspace.write((db) => {
        const projectId = ensureTaskProject(
          db,
          "tasks",
          { databasesDir: null, folder: "/", engine: "pglite" },
          at,
        );
        const taskId = addTask(db, projectId, index++, harbourTask);
        appendTaskEvent(db, {
          ...{ saveId: null, taskId, actor: "anna", at, action: "import", revision: 1, baseRevision: 0 },
          ...{ task: harbourTask, sourceId: null, reverts: null },
        });
        return taskId;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 14 }), async (list: Edit[]) => {
        const taskId = await newTask();
        const model = createModel(harbourTask.ambiguousQuestion ?? "");
        let events = 1;
        for (const [step, { kind, who }] of list.entries()) {
          const context = { actor: who };
          if (kind === "save") {
            const task = { ...harbourTask, ambiguousQuestion: `text ${step}` };
            const save = { taskId, baseRevision: events, saveId: randomUUID(), task };
            await edits.save(save, context);
            model.save(who, `text ${step}`);
            events += 1;
          } else {
            const isExpected = model[kind](who);
            expect((await edits[kind]({ taskId }, context)) !== null).toBe(isExpected);
            if (isExpected) events += 1;
          }
          const present = workspace.read((db) => taskById(db, taskId));
          expect(present?.revision).toMatchObject({
            revision: events,
            task: { ambiguousQuestion: model.now() },
          });
        }
        expect(await edits.history({ taskId })).toHaveLength(events);
      }),
      { numRuns: 60 },
    );
    workspace.close();
  });

  it("cannot be changed or erased, not even by the program (SPEC H1)", async () => {
    const workspace = openWorkspace(path.join(temporaryFolder(), "w.querent"));
    await workspace.write((db) => {
      const projectId = ensureTaskProject(
        db,
        "tasks",
        { databasesDir: null, folder: "/", engine: "pglite" },
        at,
      );
      const taskId = addTask(db, projectId, 0, harbourTask);
      appendTaskEvent(db, {
        ...{ saveId: null, taskId, actor: "anna", at, action: "import", revision: 1, baseRevision: 0 },
        ...{ task: harbourTask, sourceId: null, reverts: null },
      });
    });
    for (const sql of ["UPDATE task_event SET actor = 'bert'", "DELETE FROM task_event"])
      await expect(workspace.write((db) => db.sql(sql).run())).rejects.toThrow("append-only");
    workspace.close();
  });
});
