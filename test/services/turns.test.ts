import { describe, expect, it, onTestFinished } from "vitest";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createQueryRunner } from "../../electron/queries/create-query-runner.ts";
import { createJobShares } from "../../electron/services/job-shares.ts";
import { createTurns, takesTurn } from "../../electron/services/turns.ts";
import type { Job } from "../../shared/contract/jobs.ts";
import { defaultRunLimits } from "../../shared/domain/run-limits.ts";
import { testPaths } from "../support/program-paths.ts";
import { testServices } from "../support/test-services.ts";
import { importInto, prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";
import { contractCalls } from "./contract-calls.ts";

/** Turns, who got one in which order, and how many requests of each wait. */
function turnsOf(each: number, all: number) {
  const waiting: Record<string, number> = {};
  const turns = createTurns({ each, all }, (account, requests) => {
    waiting[account] = requests;
  });
  const got: string[] = [];
  const ask = (name: string, signal?: AbortSignal) =>
    turns.take(name.slice(0, 1), signal).then((release) => {
      got.push(name);
      return release;
    });
  return { waiting, got, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns at the workers of a host", () => {
  it("are as many as one person may have, and one more for somebody else at once", async () => {
    const { got, ask, waiting } = turnsOf(2, 3);
    for (const name of ["a1", "a2", "a3", "a4", "b1"]) void ask(name);
    await settled();
    expect(got).toEqual(["a1", "a2", "b1"]);
    expect(waiting).toEqual({ a: 2 });
  });

  it("go to who has the fewest, and among these to who asked first", async () => {
    const { got, ask } = turnsOf(2, 2);
    const first = await ask("a1");
    const second = await ask("b1");
    for (const name of ["a2", "a3", "b2", "c1"]) void ask(name);
    first();
    await settled();
    expect(got.slice(2)).toEqual(["a2"]);
    second();
    await settled();
    expect(got.slice(3)).toEqual(["b2"]);
  });

  it("let no flood keep somebody waiting behind all of it", async () => {
    const { got, ask } = turnsOf(2, 2);
    const releases = [await ask("a1"), await ask("a2")];
    for (let at = 3; at < 100; at += 1) void ask(`a${at}`);
    void ask("b1");
    releases[0]?.();
    await settled();
    expect(got.at(-1)).toBe("b1");
  });

  it("are no more than the host has, however many people ask", async () => {
    const { got, ask } = turnsOf(2, 3);
    const releases = await Promise.all(["a1", "b1", "c1"].map((name) => ask(name)));
    for (const name of ["d1", "e1", "a2"]) void ask(name);
    await settled();
    expect(got).toEqual(["a1", "b1", "c1"]);
    releases[1]?.();
    await settled();
    expect(got.slice(3)).toEqual(["d1"]);
  });

  it("are taken by every call that runs SQL, Python or dialogues, or reads a file in a thread, for who waits for it", () => {
    const areas = /^(bundles|certificates|databases|dialogues|judges|projects|results|taskRuns|tasks)\./;
    const free = contractCalls.map(({ path }) => path).filter((path) => areas.test(path) && !takesTurn(path));
    // A new call takes a turn, or is named here: as one that only reads and writes the workspace, or starts a job.
    expect(free.sort()).toEqual([
      ...["bundles.preview", "bundles.toDownload", "bundles.toFile", "bundles.toText"],
      ...["certificates.certifyTasks", "certificates.except", "certificates.exportExceptions"],
      ...["certificates.heedMutant", "certificates.ignoreMutant", "certificates.matrix"],
      ...["certificates.ofTask", "certificates.report", "certificates.trend"],
      ...["certificates.withdrawException", "certificates.withdrawImport"],
      ...["dialogues.ambiguityTypes", "dialogues.estimate", "dialogues.exportToText", "dialogues.heads"],
      ...["dialogues.observation", "dialogues.remove", "dialogues.resume", "dialogues.runs"],
      ...["dialogues.start", "dialogues.turnsWith"],
      ...["judges.list", "judges.remove", "projects.delete", "projects.list", "projects.rename"],
      ...["results.aligned", "results.page", "results.scratchHistory"],
      ...["taskRuns.modelReadingCalls", "taskRuns.predictionLines"],
      ...["taskRuns.predictionRuns", "taskRuns.server", "taskRuns.setServerPassword", "taskRuns.startAll"],
      ...["tasks.counts", "tasks.exportPreview", "tasks.exportToDownload", "tasks.exportToFile"],
      ...["tasks.exportToText", "tasks.facets", "tasks.fileFindings", "tasks.history", "tasks.ids"],
      ...["tasks.knowledge", "tasks.removeTemplate", "tasks.revision", "tasks.rows", "tasks.sample"],
      ...["tasks.save", "tasks.saveAsTemplate", "tasks.setReadings", "tasks.setStatus"],
      ...["tasks.statusHistory", "tasks.task", "tasks.templates"],
    ]);
  });

  it("are given back once, and taken out of the queue by who cancels", async () => {
    const { got, ask, waiting } = turnsOf(1, 1);
    const release = await ask("a1");
    const stop = new AbortController();
    const cancelled = ask("b1", stop.signal);
    void ask("c1");
    void ask("d1");
    expect(waiting).toMatchObject({ b: 1, c: 1 });
    stop.abort(new Error("cancelled"));
    await expect(cancelled).rejects.toThrow("cancelled");
    expect(waiting).toMatchObject({ b: 0, c: 1 });
    release();
    release();
    await settled();
    expect(got).toEqual(["a1", "c1"]);
    expect(waiting).toEqual({ b: 0, c: 0, d: 1 });
    await expect(ask("e1", stop.signal)).rejects.toThrow("cancelled");
  });
});

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

describe("a member who floods a host with SQL", () => {
  it("leaves a worker to the others, is told that requests wait, and may cancel them", async () => {
    const { workspace, folder, projectId, itemIds } = await testWorkspace([prediction(0)]);
    writeDatabase(folder);
    const runner = createQueryRunner({
      ...{ start: forkProcess, entry: testPaths.queryWorker, workers: 1, interactive: 2 },
    });
    onTestFinished(() => runner.close());
    const limits = { ...defaultRunLimits, timeMs: 600_000 };
    const services = testServices(workspace, { runner, limits }, { turns: { each: 1, all: 2 } });
    const invite = async (name: string) => {
      const roles = ["reviewer" as const];
      const { account } = await services.members.invite({ projectId, name, roles }, { actor: "operator" });
      return { actor: account, isMember: true };
    };
    const [ann, bert] = [await invite("Ann"), await invite("Bert")];
    const stop = new AbortController();
    const waits = services.change((change) => change.type === "waiting" && change.requests === 9);
    const [itemId = 0] = itemIds;
    const flood = Array.from({ length: 10 }, async () =>
      Array.fromAsync(
        await services.results.runScratch({ itemId, sql: endless }, { ...ann, signal: stop.signal }),
      ),
    );
    for (const one of flood) one.catch(() => undefined);
    expect(await waits).toMatchObject({ account: ann.actor });
    const events = await Array.fromAsync(
      await services.results.runScratch({ itemId, sql: "SELECT 42" }, bert),
    );
    expect(events.at(-1)).toMatchObject({ type: "done" });
    // Nobody else hears how much of hers waits.
    const heard: string[] = [];
    const end = new AbortController();
    const watched = (async () => {
      const changes = await services.changes.watch(undefined, { ...bert, signal: end.signal });
      for await (const change of changes) heard.push(change.type);
    })();
    stop.abort(new Error("cancelled"));
    expect((await Promise.allSettled(flood)).every(({ status }) => status === "rejected")).toBe(true);
    await services.comments.inbox(undefined, bert);
    end.abort();
    await watched;
    expect(heard).not.toContain("waiting");
    const again = await Array.fromAsync(await services.results.runScratch({ itemId, sql: "SELECT 1" }, ann));
    expect(again.at(-1)).toMatchObject({ type: "done" });
  });
});

describe("work in the background", () => {
  it("is three jobs of a person on a host at once, whom others do not wait for, until one of them is stopped by a lead of its project", async () => {
    const items = [prediction(0, { predicted_sql: endless })];
    const { workspace, folder, projectId } = await testWorkspace(items);
    writeDatabase(folder);
    const more = await Array.fromAsync(["two", "three", "four"], (name) =>
      importInto(workspace, folder, items, null, name),
    );
    const services = testServices(workspace, { limits: { ...defaultRunLimits, timeMs: 600_000 } });
    const lead = async (name: string, ...projects: number[]) => {
      const accounts = await Array.fromAsync(projects, async (of) => {
        const roles = ["lead" as const];
        return services.members.invite({ projectId: of, name, roles }, { actor: "operator" });
      });
      return { actor: accounts[0]?.account ?? "", isMember: true };
    };
    const projects = [projectId, ...more];
    const [lea, lou] = [await lead("Lea", ...projects), await lead("Lou", ...more)];
    const start = (of: number | undefined, who: typeof lea) =>
      services.jobs.evaluate({ projectId: of ?? 0, again: false }, who);
    const [first] = await Array.fromAsync(projects.slice(0, 3), (of) => start(of, lea));
    await expect(start(projects[3], lea)).rejects.toThrow("You have 3 jobs running on this host.");
    expect(await start(projects[3], lou)).toMatchObject({ state: "running", projectId: projects[3] });
    const jobId = first?.id ?? "";
    await expect(services.jobs.cancel({ jobId }, lou)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await services.jobs.cancel({ jobId }, lea)).toMatchObject({ state: "cancelled" });
    expect(await start(projects[0], lea)).toMatchObject({ state: "running", projectId });
  });

  const job = (kind: Job["kind"], projectId: number): Job => ({
    ...{ id: `${kind}${projectId}`, kind, projectId, state: "running", done: 0, total: 1, message: null },
  });

  it("is so much for one person at most, whatever others have started", () => {
    const running: Job[] = [];
    const shares = createJobShares(() => running, 2);
    const start = (account: string, call: string, projectId: number, kind: Job["kind"]) => {
      shares.refuseMore(call, { input: { what: kind }, projects: [projectId] }, account);
      running.push(job(kind, projectId));
    };
    start("ann", "dialogues.start", 1, "dialogues");
    start("ann", "taskRuns.startAll", 1, "lint");
    // The same again is no more of it.
    start("ann", "dialogues.resume", 1, "dialogues");
    expect(() => start("ann", "jobs.evaluate", 2, "evaluate")).toThrow(
      "You have 2 jobs running on this host.",
    );
    start("bert", "jobs.evaluate", 2, "evaluate");
    shares.refuseMore("queue.ids", { input: {}, projects: [1] }, "ann");
    running.length = 0;
    start("ann", "jobs.evaluate", 2, "evaluate");
  });
});
