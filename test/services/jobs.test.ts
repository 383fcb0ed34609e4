import { describe, expect, it } from "vitest";
import { evaluationsOf } from "../../electron/store/evaluations.ts";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { projectsToEvaluate } from "../../electron/store/projects.ts";
import type { Job } from "../../shared/contract/jobs.ts";
import { plainSql } from "../support/plain-sql.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

const endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t";
const anna = { actor: "anna" };

async function setUp(predictions: Record<string, unknown>[]) {
  const test = await testWorkspace(predictions);
  writeDatabase(test.folder);
  const services = testServices(test.workspace);
  const ended = () =>
    services
      .change((change) => change.type === "job" && change.job.state !== "running")
      .then((change) => (change as { job: Job }).job);
  return { ...test, services, ended };
}

describe("the evaluation of a project", () => {
  it("evaluates every item, with EX and difference for the filters", async () => {
    const { services, ended, projectId, itemIds } = await setUp([
      prediction(0),
      prediction(1),
      prediction(2, { predicted_sql: "SELECT nothing" }),
      prediction(3, { db_id: "absent" }),
    ]);
    const finished = ended();
    const started = await services.jobs.evaluate({ projectId, again: false }, anna);
    expect(started).toMatchObject({ state: "running", done: 0, total: 4 });
    expect(await finished).toMatchObject({ id: started.id, state: "done", done: 4, total: 4 });
    expect(await services.queue.counts({ projectId }, anna)).toMatchObject({ evaluated: 4, exDiffers: 2 });
    const rows = await services.queue.rows({ projectId, itemIds }, anna);
    expect(rows.map(({ difference, ex }) => [difference, ex?.set])).toEqual([
      ["identical", true],
      ["different", false],
      ["error", false],
      ["missing-database", null],
    ]);
    const ids = (filter: object) => services.queue.ids({ projectId, filter }, anna);
    expect(await ids({ status: "error" })).toEqual([itemIds[2]]);
    expect(await ids({ difference: "missing-database" })).toEqual([itemIds[3]]);
    expect(await ids({ ex: { kind: "set", equal: false } })).toEqual([itemIds[1], itemIds[2]]);
    expect((await services.queue.facets({ projectId })).differences).toEqual([
      "missing-database",
      "error",
      "identical",
      "different",
    ]);
  });

  it("runs under the limit of whoever started it, also when it goes on after a restart", async () => {
    const { services, workspace, ended, projectId, itemIds } = await setUp([
      prediction(0, { predicted_sql: endless }),
    ]);
    await services.settings.setOfPerson({ "run.timeLimitMs": 300 }, anna);
    const finished = ended();
    await services.jobs.evaluate({ projectId, again: false }, anna);
    await finished;
    const evaluation = (await workspace.read((db) => evaluationsOf(db, itemIds))).get(itemIds[0] ?? 0);
    expect(evaluation?.predicted.status).toBe("timeout");
    // The limit of those who set none is 5 s here.
    expect(evaluation?.predicted.elapsedMs).toBeLessThan(4_000);
  });

  it("keeps what it has when it is cancelled, answers at once, and goes on where it stopped", async () => {
    const { services, ended, projectId } = await setUp([
      prediction(0),
      prediction(1),
      prediction(2, { predicted_sql: endless }),
      ...Array.from({ length: 20 }, (_, n) => prediction(3 + n)),
    ]);
    const some = services.change((change) => change.type === "evaluations");
    const { id: jobId } = await services.jobs.evaluate({ projectId, again: false }, anna);
    await some;
    const asked = performance.now();
    expect(await services.jobs.cancel({ jobId })).toMatchObject({ state: "cancelled" });
    expect(performance.now() - asked).toBeLessThan(2_000);
    const { evaluated } = await services.queue.counts({ projectId }, anna);
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThan(23);
    const finished = ended();
    expect(await services.jobs.evaluate({ projectId, again: false }, anna)).toMatchObject({
      done: evaluated,
    });
    expect(await finished).toMatchObject({ state: "done", done: 23 });
  });

  it("is one job a project, however often it is asked for", async () => {
    const { services, ended, projectId } = await setUp([prediction(0, { predicted_sql: endless })]);
    const finished = ended();
    const [first, second] = await Promise.all([
      services.jobs.evaluate({ projectId, again: false }, anna),
      services.jobs.evaluate({ projectId, again: false }, anna),
    ]);
    expect(second.id).toBe(first.id);
    await services.jobs.cancel({ jobId: first.id });
    expect((await finished).state).toBe("cancelled");
    expect(await services.jobs.list()).toMatchObject([{ state: "cancelled" }]);
  });

  it("goes on after a restart, unless it was cancelled", async () => {
    const { services, workspace, projectId } = await setUp([
      prediction(0, { predicted_sql: endless }),
      prediction(1),
    ]);
    await services.jobs.evaluate({ projectId, again: false }, anna);
    await services.background.jobs.close();
    const again = await openWorkspaceAt(workspace.location);
    expect(await again.read(projectsToEvaluate)).toEqual([{ projectId, account: "anna" }]);
    await again.close();
    const restarted = testServices(workspace);
    const finished = restarted.change((change) => change.type === "job" && change.job.state === "done");
    await restarted.background.jobs.resume();
    await finished;
    expect(await restarted.queue.counts({ projectId }, anna)).toMatchObject({ evaluated: 2 });
    expect(await workspace.read(projectsToEvaluate)).toEqual([]);
  });

  it("evaluates all items anew when asked to", async () => {
    const { services, ended, projectId, workspace } = await setUp([prediction(0), prediction(1)]);
    let finished = ended();
    await services.jobs.evaluate({ projectId, again: false }, anna);
    await finished;
    await workspace.write((db) => db.run(plainSql("UPDATE evaluation SET difference = 'order'")));
    finished = ended();
    expect(await services.jobs.evaluate({ projectId, again: true }, anna)).toMatchObject({
      done: 0,
      total: 2,
    });
    await finished;
    expect((await services.queue.facets({ projectId })).differences).toEqual(["identical", "different"]);
  });

  it("tells how far it is at most five times a second", async () => {
    const { services, ended, projectId } = await setUp(Array.from({ length: 200 }, (_, n) => prediction(n)));
    const finished = ended();
    const begun = performance.now();
    await services.jobs.evaluate({ projectId, again: false }, anna);
    await finished;
    const told = services.published.filter((change) => change.type === "job").length;
    expect(told).toBeLessThanOrEqual(3 + Math.ceil((performance.now() - begun) / 200));
  });
});
