import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseState, Engine, StatementResult, TemplateRef } from "../../electron/engines/engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { HostileProbes } from "./hostile-probes.ts";
import { forbiddenFile, type HostileTask } from "./hostile-tasks.ts";

/** An engine that has to bear the corpus. */
export interface EngineUnderAttack {
  name: string;
  corpus: readonly HostileTask[];
  probes: readonly HostileProbes[];
  start(folder: string): Promise<Engine>;
  /** What there is on the machine and the server that a run could leave: processes, databases, roles, sessions, files. Asked after the engine was closed. */
  left(folder: string): Promise<string[]>;
}

const limits = { timeMs: 1000, rows: 1000, cellBytes: 2 ** 20, memoryBytes: 256 * 2 ** 20 };

/** For what asks afterwards whether all is well: a busy machine answers late. */
const patient = { ...limits, timeMs: 30_000 };

/** What never ends by itself is not waited for as long; what is refused is so however slowly a busy machine reads it. */
const endless = { ...limits, timeMs: 500 };
const limitsOf = { stopped: endless, refused: { ...limits, timeMs: 10_000 }, harmless: limits };

/** How long one text may take beyond its limit, on a machine that others use too: ending a process, opening another. */
const slackMs = 15_000;

const script = `
CREATE TABLE ships (id integer PRIMARY KEY, name text NOT NULL, built integer);
CREATE TABLE calls (ship integer REFERENCES ships (id), port text);
INSERT INTO ships VALUES (1, 'Elbe', 1970), (2, 'Weser', 1981), (3, 'Ems', NULL);
INSERT INTO calls VALUES (1, 'Bremen'), (1, 'Kiel'), (3, 'Emden');
`;

/** Every hostile task ends within its limit, says why, spoils nothing for the next one, and leaves nothing behind. */
export function describeHostileTasks({ name, corpus, probes, start, left }: EngineUnderAttack): void {
  describe(`hostile SQL on ${name}`, () => {
    const folder = temporaryFolder();
    let engine: Engine;
    let template: TemplateRef;
    let state: DatabaseState;

    beforeAll(async () => {
      writeFileSync(path.join(folder, "harbour.sql"), script);
      engine = await start(folder);
      template = await engine.prepare(
        "harbour",
        { kind: "sql-file", path: path.join(folder, "harbour.sql") },
        {},
      );
      state = await engine.open(template);
    });
    afterAll(() => engine?.close());

    it.each(corpus.map((task) => [task.what, task] as const))(
      "ends in time, is told, and spoils nothing: %s",
      async (_what, task) => {
        const startedAt = performance.now();
        const results = await state.run(task.texts, {
          limits: limitsOf[task.ends],
        });
        expect(performance.now() - startedAt).toBeLessThan(task.texts.length * (limits.timeMs + slackMs));
        expectEnd(task, results);
        await state.hash();
        await state.reset();
        const [after] = await state.run(
          ["SELECT (SELECT count(*) FROM ships), (SELECT count(*) FROM calls)"],
          { limits: patient },
        );
        expect(after?.rows).toEqual([["i3", "i3"]]);
        const [written] = await state.run(["UPDATE ships SET built = 1"], { limits: patient });
        expect(written).toMatchObject({ status: "ok", affected: 3 });
        await state.reset();
        expect(existsSync(forbiddenFile)).toBe(false);
      },
    );

    it.each(probes.map(({ what, statements }) => [what, statements] as const))(
      "refuses every statement about %s, and none of them changes anything",
      async (_what, statements) => {
        const before = await state.hash();
        const passed: string[] = [];
        for (const statement of statements) {
          const results = await state.run([statement], { limits });
          const [after] = await state.run(
            ["SELECT (SELECT count(*) FROM ships), (SELECT count(*) FROM calls)"],
            { limits: patient },
          );
          const isRefused = results.at(-1)?.error?.message.trim();
          if (!isRefused || after?.rows?.join() !== "i3,i3") passed.push(statement);
        }
        expect(passed).toEqual([]);
        expect(await state.hash()).toEqual(before);
        await state.reset();
        expect(existsSync(forbiddenFile)).toBe(false);
      },
    );

    it("is tried with at least four hundred statements", () => {
      const tried = [
        ...corpus.map(({ texts }) => texts.join("\n")),
        ...probes.flatMap((one) => one.statements),
      ];
      expect(new Set(tried).size).toBeGreaterThanOrEqual(400);
    });

    it("two states of one template do not feel each other's attacks", async () => {
      const other = await engine.open(template);
      const running = state.run(corpus.find(({ ends }) => ends === "stopped")?.texts ?? [], {
        limits: endless,
      });
      const [there] = await other.run(["SELECT count(*) FROM ships"], { limits: patient });
      expect(there?.rows).toEqual([["i3"]]);
      await running;
      await Promise.all([other.close(), state.reset()]);
    });

    it("each hostile text that would not end is ended by a signal, too", async () => {
      for (const { texts } of corpus.filter(({ ends }) => ends === "stopped").slice(0, 2)) {
        const abort = new AbortController();
        const running = state.run(texts, { limits: { ...limits, timeMs: 60_000 }, signal: abort.signal });
        setTimeout(() => abort.abort(), 200);
        await expect(running).rejects.toThrow(/abort/i);
        await state.reset();
      }
      const [after] = await state.run(["SELECT count(*) FROM ships"], { limits: patient });
      expect(after?.rows).toEqual([["i3"]]);
    });

    it("leaves no process, session, database, role or file behind", async () => {
      await engine.close();
      await expect.poll(() => left(folder), { timeout: 10_000 }).toEqual([]);
    });
  });
}

/** An error says something that can be read at a glance, and no result is larger than it may be. */
function expectEnd(task: HostileTask, results: readonly StatementResult[]): void {
  const last = results.at(-1);
  for (const { notices, error } of results) {
    expect(notices.join("").length).toBeLessThan(500_000);
    expect(error?.message.length ?? 0).toBeLessThan(10_000);
    if (error) expect(error.message).toMatch(/\S/);
  }
  expect(JSON.stringify(results).length).toBeLessThan(400 * 2 ** 20);
  // Most would run into the time limit, some into that of memory first.
  if (task.ends === "stopped") expect(last?.error).toMatchObject({ kind: "limit" });
  if (task.ends === "refused") expect(last?.status).toBe("error");
  if (task.says) expect(last?.error?.message).toMatch(task.says);
}
