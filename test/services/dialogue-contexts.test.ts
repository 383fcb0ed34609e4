import { expect, it } from "vitest";
import { contextOf, partsOf } from "../../electron/services/dialogue-views.ts";
import { testTasks } from "../support/test-tasks.ts";
import { pierTask } from "../tasks/pier-tasks.ts";

it("what a simulator has read of a task is kept for the next question, until something that it is read from changes", async () => {
  const { services, workspace, importFile, file } = await testTasks();
  const { project } = await importFile(file("tasks.jsonl", [pierTask("pier_1")]));
  const run = { projectId: project.id, engine: "sqlite" } as const;
  const sort = { by: "file", descending: false } as const;
  const [taskId = 0] = await services.tasks.ids({ projectId: project.id, filter: {}, sort });
  const read = async () => (await services.tasks.task({ taskId })).task;
  const first = contextOf(await partsOf(workspace, run, await read(), null));
  expect(contextOf(await partsOf(workspace, run, await read(), null))).toBe(first);
  const edited = { ...(await read()), ambiguousQuestion: "Which berths are deep?" };
  expect(contextOf(await partsOf(workspace, run, edited, null))).not.toBe(first);
  expect(contextOf(await partsOf(workspace, run, edited, null)).task.ambiguousQuestion).toBe(
    "Which berths are deep?",
  );
});
