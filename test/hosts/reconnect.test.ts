import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BackEnd, compose } from "../../electron/compose.ts";
import { type LoopbackHost, serveLoopback } from "../../electron/hosts/web/loopback-host.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { testPaths } from "../support/program-paths.ts";
import { importOf } from "../support/test-workspace.ts";
import { type CuttableLine, openCuttableLine } from "./cuttable-line.ts";
import { connectSocket, type SocketClient } from "./socket-client.ts";

const folder = mkdtempSync(path.join(tmpdir(), "querent-reconnect-"));
const itemCount = 12;
const judgement = { ...emptyJudgement, label: "yes", note: "n" };

let backEnd: BackEnd;
let host: LoopbackHost;
let line: CuttableLine;
let window: SocketClient;
let items: number[];

beforeAll(async () => {
  const file = path.join(folder, "predictions.json");
  const item = { db_id: "none", question: "?", predicted_sql: "SELECT 1", gold_sql: "SELECT 1" };
  writeFileSync(
    file,
    JSON.stringify(Array.from({ length: itemCount }, (_, id) => ({ ...item, question_id: id }))),
  );
  backEnd = await compose({
    workspacePath: path.join(folder, "w.querent"),
    version: "test",
    startProcess: forkProcess,
    paths: testPaths,
    cacheDir: path.join(folder, "cache"),
    secrets: null,
    log: (message, error) => console.error(message, error),
  });
  host = await serveLoopback({ router: backEnd.router, actor: "ada", rendererDir: folder, port: 0 });
  line = await openCuttableLine(Number(new URL(host.origin).port));
  window = await connectSocket(host, line.port);
  const source = { ...importOf(file), databasesDir: folder, projectName: "p" };
  for await (const event of await window.client.projects.import(source)) {
    if (event.type === "done")
      items = await window.client.queue.ids({ projectId: event.project.id, filter: {} });
  }
});
afterAll(async () => {
  await window.connection.close();
  await line.close();
  await host.close();
  await backEnd.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers that look random and are the same in every run (Lehmer's generator). */
function* randomBytes(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state % 2_000;
  }
}

describe("a line that is cut again and again", () => {
  it("loses no save and doubles none: every item ends with exactly the revisions that were saved", async () => {
    const saved = new Map<number, number>();
    const cutAfter = randomBytes(7);
    const cutting = setInterval(() => line.cutAfter(cutAfter.next().value as number), 10);
    // Goes on until the line was cut often enough, however fast the machine is.
    const judge = async (itemId: number) => {
      for (let revision = 0; revision < 5 || line.cuts <= 20; revision++) {
        const verdict = await window.client.verdicts.save({
          itemId,
          baseRevision: revision,
          saveId: randomUUID(),
          judgement: { ...judgement, note: `note ${revision}` },
        });
        expect(verdict.revision).toBe(revision + 1);
        saved.set(itemId, revision + 1);
      }
    };
    await Promise.all(items.map(judge));
    clearInterval(cutting);
    line.cutAfter(Number.POSITIVE_INFINITY);
    expect(line.cuts).toBeGreaterThan(20);
    for (const itemId of items) {
      const history = await window.client.verdicts.history({ itemId });
      const revisions = Array.from({ length: saved.get(itemId) ?? 0 }, (_, at) => at);
      expect(history.map(({ revision }) => revision).reverse()).toEqual(revisions.map((at) => at + 1));
      expect(history.map(({ judgement }) => judgement.note).reverse()).toEqual(
        revisions.map((at) => `note ${at}`),
      );
    }
  });

  it("keeps the last draft that was typed", async () => {
    const [itemId = 0] = items;
    const cutAfter = randomBytes(11);
    for (let letters = 1; letters <= 60; letters++) {
      if (letters % 3 === 0) line.cutAfter(cutAfter.next().value as number);
      await window.client.verdicts.saveDraft({
        ...judgement,
        itemId,
        baseRevision: 5,
        note: "x".repeat(letters),
      });
    }
    line.cutAfter(Number.POSITIVE_INFINITY);
    expect((await window.client.verdicts.draft({ itemId }))?.note).toHaveLength(60);
  });
});

describe("a line that is down", () => {
  it("is told, and calls wait until it is back", async () => {
    const states: string[] = [];
    const stop = window.connection.state.subscribe(() => states.push(window.connection.state.get()));
    line.down = true;
    line.cut();
    await expect.poll(() => window.connection.state.get()).toBe("reconnecting");
    const waiting = window.client.projects.list();
    const given = new AbortController();
    const givenUp = window.client.projects.list(undefined, { signal: given.signal });
    given.abort(new Error("no longer wanted"));
    await expect(givenUp).rejects.toThrow("no longer wanted");
    line.down = false;
    expect(await waiting).toHaveLength(1);
    expect(states).toEqual(["reconnecting", "connected"]);
    stop();
  });

  it("ends streams with ConnectionLost, so that their owner starts them again", async () => {
    const changes = await window.client.changes.watch();
    const next = changes.next();
    line.cut();
    await expect(next).rejects.toMatchObject({ name: "ConnectionLost" });
  });

  it("does not send again what would act twice", async () => {
    const projectId = (await window.client.projects.list())[0]?.id ?? 0;
    const itemId = items[1] ?? 0;
    const before = await window.client.verdicts.history({ itemId });
    let lost = 0;
    let undone = 0;
    for (let attempt = 0; attempt < 10; attempt++) {
      // The request passes whole (it has some 200 bytes); its answer does not.
      line.cutAfter(260);
      await window.client.verdicts.undo({ projectId }).then(
        () => undone++,
        (error) => {
          expect(error).toMatchObject({ name: "ConnectionLost" });
          lost++;
        },
      );
    }
    line.cutAfter(Number.POSITIVE_INFINITY);
    expect(lost).toBeGreaterThan(0);
    const all = await Promise.all(items.map((itemId) => window.client.verdicts.history({ itemId })));
    const undos = all.flat().filter(({ action }) => action === "undo").length;
    expect(undos).toBeLessThanOrEqual(lost + undone);
    expect(undos).toBeGreaterThanOrEqual(undone);
    expect(before.length).toBeGreaterThan(0);
  });
});

it("a window of a host that has ended and begun anew is refused, and says so", async () => {
  const first = await serveLoopback({ router: backEnd.router, actor: "ada", rendererDir: folder, port: 0 });
  const port = Number(new URL(first.origin).port);
  const stranded = await connectSocket(first);
  await first.close();
  await expect.poll(() => stranded.connection.state.get()).toBe("reconnecting");
  const waiting = stranded.client.projects.list();
  const refused = expect(waiting).rejects.toMatchObject({ name: "ConnectionRefused" });
  const second = await serveLoopback({ router: backEnd.router, actor: "ada", rendererDir: folder, port });
  await refused;
  expect(stranded.connection.state.get()).toBe("refused");
  await second.close();
});
