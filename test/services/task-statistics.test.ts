import { randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { testTasks } from "../support/test-tasks.ts";

const pack = path.join(import.meta.dirname, "../../tasks/river-watch/tasks.jsonl");

describe("the statistics of a project's tasks", () => {
  it("count the tasks that pass the filter, and none of another project", async () => {
    const test = await testTasks();
    const { project } = await test.importFile(pack);
    const of = (filter: object) => test.services.tasks.statistics({ projectId: project.id, filter });
    expect(await of({})).toMatchObject({ tasks: 13, bi: 8, dm: 5, subTasks: 26, golds: 26 });
    const managing = await of({ category: "Management" });
    expect(managing).toMatchObject({ tasks: 5, bi: 0, dm: 5 });
    expect(managing.sqlFeatures.find(({ value }) => value === "view")?.tasks).toBeGreaterThan(0);
    expect(await of({ text: "no such words" })).toMatchObject({ tasks: 0, tokensPerSql: null });
    await expect(test.services.tasks.statistics({ projectId: 999, filter: {} })).rejects.toThrow();
  });

  it("count a task as it was saved last", async () => {
    const test = await testTasks();
    const { project } = await test.importFile(pack);
    const of = () => test.services.tasks.statistics({ projectId: project.id, filter: {} });
    const before = await of();
    const sort = { by: "file", descending: false } as const;
    const [taskId = 0] = await test.services.tasks.ids({ projectId: project.id, filter: {}, sort });
    const { task } = await test.services.tasks.task({ taskId });
    const goldSql = ["SELECT 1 UNION SELECT 2"];
    await test.services.tasks.save(
      { taskId, baseRevision: 1, saveId: randomUUID(), task: { ...task, goldSql, ambiguities: [] } },
      { actor: "anna" },
    );
    const after = await of();
    const unions = ({ sqlFeatures }: typeof after) =>
      sqlFeatures.find(({ value }) => value === "set operation")?.count ?? 0;
    expect(unions(after)).toBe(unions(before) + 1);
    expect(after.tasksByAmbiguities[0]).toBe(1);
    await test.services.background.taskJobs.close();
  });
});
