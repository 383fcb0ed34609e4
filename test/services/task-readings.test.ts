import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ReadingsOfTasksEvent, TaskReadings } from "../../shared/contract/task-runs.ts";
import type { Reading } from "../../shared/domain/reading.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };

/** Two tasks on PGlite whose ambiguity is about count(name), and one without a database. */
async function harbour() {
  const test = await testTasks();
  test.file("harbour.sql", [
    "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
    "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage'), (3, NULL);",
  ]);
  const rows = [taskRow("harbour_1"), taskRow("harbour_2"), taskRow("quay_3", { selected_database: "quay" })];
  const { project } = await test.importFile(test.file("tasks.jsonl", rows), { databasesDir: test.folder });
  const taskIds = await test.services.tasks.ids({
    projectId: project.id,
    filter: {},
    sort: { by: "file", descending: false },
  });
  const stream = (signal?: AbortSignal) =>
    test.services.taskRuns.readingsOfTasks(
      { taskIds, profile: "conv" },
      { ...anna, ...(signal && { signal }) },
    );
  return { ...test, projectId: project.id, taskIds, stream };
}

const storedOf = ({ ambiguities }: { ambiguities: readonly { readings: Reading[] }[] }) =>
  ambiguities.map(({ readings }) => readings.map(({ sql, status }) => [sql, status]));

const kept = ({ ambiguities }: TaskReadings): Reading[][] =>
  ambiguities.map(({ results }) =>
    results
      .filter(({ outcome }) => outcome === "differs")
      .map(({ reading }): Reading => ({ ...reading, status: "kept" })),
  );

describe("the readings of many tasks", () => {
  it("run one task after another, and a task without a database says why", { timeout: 180_000 }, async () => {
    const { stream } = await harbour();
    const events: ReadingsOfTasksEvent[] = [];
    for await (const event of stream()) events.push(event);
    expect(events.at(-1)).toEqual({ type: "done" });
    const tasks = events.flatMap((event) => (event.type === "task" ? [event.task] : []));
    expect(tasks.map(({ instanceId }) => instanceId)).toEqual(["harbour_1", "harbour_2", "quay_3"]);
    for (const { ambiguities, obstacle } of tasks.slice(0, 2)) {
      expect(obstacle).toBeNull();
      expect(ambiguities[0]?.results.map(({ outcome }) => outcome)).toContain("differs");
    }
    expect(tasks[2]).toMatchObject({
      ambiguities: [{ results: [] }],
      obstacle: expect.stringMatching(/quay/),
    });
  });

  it("stop where the stream is cancelled, and what came before stays known", {
    timeout: 180_000,
  }, async () => {
    const { stream } = await harbour();
    const end = new AbortController();
    const seen: string[] = [];
    const work = (async () => {
      for await (const event of stream(end.signal))
        if (event.type === "task") {
          seen.push(event.task.instanceId);
          end.abort(new Error("enough"));
        }
    })();
    await expect(work).rejects.toThrow("enough");
    expect(seen).toEqual(["harbour_1"]);
  });

  it("are stored in all tasks at once, each as an edit, but for one saved in the meantime; the same call takes them back (SPEC H1, H2)", {
    timeout: 180_000,
  }, async () => {
    const { services, projectId, taskIds, stream } = await harbour();
    const [first = 0, second = 0] = taskIds;
    const tasks: TaskReadings[] = [];
    for await (const event of stream()) if (event.type === "task") tasks.push(event.task);
    const change = (task: TaskReadings, readings: Reading[][]) => ({
      ...{ taskId: task.taskId, baseRevision: task.revision, saveId: randomUUID(), readings },
    });
    const [one, two] = tasks as [TaskReadings, TaskReadings];
    const { task } = await services.tasks.task({ taskId: second });
    const edited = { ...task, clearQuestion: "How many of the ships have a name?" };
    await services.tasks.save(
      { taskId: second, baseRevision: two.revision, saveId: randomUUID(), task: edited },
      anna,
    );
    const input = { projectId, changes: [change(one, kept(one)), change(two, kept(two))] };
    const done = await services.tasks.setReadings(input, anna);
    expect(done).toEqual({ saved: [{ taskId: first, revision: one.revision + 1 }], outdated: [second] });
    expect(await services.tasks.setReadings(input, anna)).toEqual(done);
    const after = await services.tasks.task({ taskId: first });
    expect(storedOf(after.task)).toEqual(
      storedOf({ ambiguities: kept(one).map((readings) => ({ readings })) }),
    );
    expect(after.revision).toMatchObject({ revision: one.revision + 1, savedBy: "anna" });
    const back = { ...change(one, [[]]), baseRevision: one.revision + 1 };
    await services.tasks.setReadings({ projectId, changes: [back] }, anna);
    expect(storedOf((await services.tasks.task({ taskId: first })).task)).toEqual([[]]);
    expect(await services.tasks.history({ taskId: first })).toHaveLength(3);
  });
});
