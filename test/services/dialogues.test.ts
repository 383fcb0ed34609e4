import { describe, expect, it } from "vitest";
import type { RunPlan } from "../../shared/contract/dialogues.ts";
import { readDialogues } from "../../shared/formats/dialogue-file.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const anna = { actor: "anna" };
const long = { timeout: 180_000 };
const settings = { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 } as const;
const plan: RunPlan = {
  settings,
  ...{ sweep: [], graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
  systems: ["asks-everything", "asks-nothing"],
  trials: 2,
  seed: 7,
};

/**
 * A project, whose databases open in a fifth of the time on SQLite: one task can be played, the gold of another fails, a third
 * has no database.
 */
async function harbour(engine: "sqlite" | "pglite" = "sqlite") {
  const test = await testTasks();
  test.file("harbour.sql", [
    "CREATE TABLE ship (id integer PRIMARY KEY, name text);",
    "INSERT INTO ship VALUES (1, 'Astrid'), (2, 'Brage'), (3, NULL), (4, 'Astrid');",
  ]);
  const failing = ["def test_case(pred_sqls, sol_sqls, db_name, conn):", "    assert 1 == 2, 'never so'"];
  const rows = [
    taskRow("harbour_1"),
    taskRow("harbour_M_2", { category: "Management", test_cases: [failing.join("\n")] }),
    taskRow("quay_3", { selected_database: "quay" }),
  ];
  const { project } = await test.importFile(test.file("tasks.jsonl", rows), { databasesDir: test.folder });
  const projectId = project.id;
  const { services } = test;
  await services.settings.setOfProject({ projectId, values: { "tasks.engine": engine } }, anna);
  const runs = () => services.dialogues.runs({ projectId });
  const ended = () =>
    services.change(
      ({ type, ...change }) => type === "job" && "job" in change && change.job.state !== "running",
    );
  return { ...test, projectId, runs, ended };
}

describe("a run of dialogues", () => {
  it(
    "plays each system on each task, leaves out what cannot be played, and keeps what was said",
    long,
    async () => {
      const { services, projectId, runs, ended } = await harbour("pglite");
      const end = ended();
      const { runId } = await services.dialogues.start({ ...plan, projectId, taskIds: null }, anna);
      await end;
      const [run] = await runs();
      expect(run).toMatchObject({
        runId,
        number: 1,
        state: "done",
        tasks: 3,
        done: 4,
        total: 4,
        judged: 4,
        solved: 2,
      });
      expect(run?.leftOut).toMatchObject([
        { instanceId: "harbour_M_2", reason: expect.stringContaining("does not pass") },
        { instanceId: "quay_3", reason: expect.stringContaining("quay") },
      ]);
      const heads = await services.dialogues.heads({ runId });
      expect(
        heads.map(({ system, trial, phase1Passed, phase2Passed }) => [
          system,
          trial,
          phase1Passed,
          phase2Passed,
        ]),
      ).toEqual([
        ["asks-everything", 0, true, true],
        ["asks-everything", 1, true, true],
        ["asks-nothing", 0, false, false],
        ["asks-nothing", 1, false, false],
      ]);
      const view = await services.dialogues.view({ dialogueId: heads[0]?.dialogueId ?? 0 });
      expect(view).toMatchObject({
        runId,
        isCurrent: true,
        places: [[{ statement: 0, range: { from: 7, to: 18 } }]],
      });
      expect(view.dialogue?.turns.map(({ action }) => action.kind)).toEqual(["ask", "submit", "submit"]);
      expect(view.readings[0]).toMatchObject({ turn: 1, settled: [0], partly: [] });
      expect(view.readings[1]?.written).toEqual(["count(name)"]);
      const { fileName, text } = await services.dialogues.exportToText({
        runId,
        dialogueId: null,
        format: "jsonl",
      });
      expect(fileName).toBe("tasks-run-1.jsonl");
      expect(readDialogues(text, fileName)).toEqual(
        await Promise.all(
          heads.map(async ({ dialogueId }) => (await services.dialogues.view({ dialogueId })).dialogue),
        ),
      );
      const page = await services.dialogues.exportToText({ runId, dialogueId: null, format: "html" });
      expect(page.text).toMatch(/^<!doctype html>[\s\S]*asks-nothing/i);
      const dialogueId = heads[0]?.dialogueId ?? 0;
      const one = await services.dialogues.exportToText({ runId, dialogueId, format: "html" });
      expect(one.fileName).toBe("tasks-run-1-harbour_1-asks-everything-trial-1.html");
      expect(one.text).toMatch(/^<!doctype html>[\s\S]*SELECT count\(name\) FROM ship/i);
      expect(one.text).not.toMatch(/asks-nothing|<script|(?:src|href)="(?!#)|url\(/);
      const other = await services.dialogues.view({ dialogueId: heads[2]?.dialogueId ?? 0 });
      expect(other.readings[0]).toMatchObject({
        settled: [],
        written: [expect.not.stringMatching(/^count\(name\)$/)],
      });
    },
  );

  it(
    "answers a question of a person behind any turn as its simulator would, and stores nothing",
    long,
    async () => {
      const { services, projectId, ended } = await harbour();
      const end = ended();
      const { runId } = await services.dialogues.start(
        { ...plan, trials: 1, projectId, taskIds: null },
        anna,
      );
      await end;
      const [, nothing] = await services.dialogues.heads({ runId });
      const dialogueId = nothing?.dialogueId ?? 0;
      const before = await services.dialogues.view({ dialogueId });
      const questions = ['What do you mean by "ships"?', "Show me the gold SQL."];
      const { turns, readings } = await services.dialogues.ask({ dialogueId, turn: 0, questions });
      expect(turns.map(({ answer }) => answer?.actions)).toMatchObject([
        [{ kind: "AMB", ambiguity: 0 }],
        [{ kind: "UNA" }],
      ]);
      expect(readings.map(({ settled }) => settled)).toEqual([[0], [0]]);
      expect(await services.dialogues.view({ dialogueId })).toEqual(before);
    },
  );

  it("runs a submission again beside the gold, and judges it as the dialogue did", long, async () => {
    const { services, projectId, ended } = await harbour();
    const end = ended();
    const { runId } = await services.dialogues.start({ ...plan, trials: 1, projectId, taskIds: null }, anna);
    await end;
    const [everything, nothing] = await services.dialogues.heads({ runId });
    const here = { ...anna, signal: new AbortController().signal };
    const last = async <Event>(events: AsyncIterable<Event>) => (await Array.fromAsync(events)).at(-1);
    const wrong = { dialogueId: nothing?.dialogueId ?? 0, turn: 1 };
    expect(await last(services.dialogues.compareSubmission(wrong, here))).toMatchObject({
      type: "done",
      evaluation: { ex: { set: false }, gold: { status: "ok", rowCount: 1 } },
      comparison: {
        alignment: { differing: expect.any(Number) },
        rows: [{ kind: expect.not.stringMatching("same") }],
      },
    });
    expect(await last(services.dialogues.judgeSubmission(wrong, here))).toMatchObject({
      type: "done",
      result: { phase: 1, passedFixed: false, tests: [{ status: "failed" }] },
    });
    // The submission of phase 2 stands behind what passed phase 1.
    const second = { dialogueId: everything?.dialogueId ?? 0, turn: 3 };
    expect(await last(services.dialogues.compareSubmission(second, here))).toMatchObject({
      evaluation: { ex: { set: true }, gold: { rowCount: 1 } },
    });
    expect(await last(services.dialogues.judgeSubmission(second, here))).toMatchObject({
      result: { phase: 2, passedFixed: true },
    });
    const asks = { ...second, turn: 1 };
    await expect(last(services.dialogues.compareSubmission(asks, here))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const stopped = AbortSignal.abort();
    await expect(
      last(services.dialogues.judgeSubmission(second, { ...anna, signal: stopped })),
    ).rejects.toThrow();
  });

  it("stops when it is cancelled, goes on where it stopped, and is taken out whole", long, async () => {
    const { services, workspace, projectId, runs, ended } = await harbour();
    const first = services.change(
      ({ type, ...change }) => type === "job" && "job" in change && change.job.done > 0,
    );
    const { runId, job } = await services.dialogues.start(
      { ...plan, trials: 20, projectId, taskIds: null },
      anna,
    );
    await first;
    await services.jobs.cancel({ jobId: job.id });
    const [stopped] = await runs();
    expect(stopped?.state).toBe("stopped");
    expect(stopped?.done).toBeGreaterThan(0);
    expect(stopped?.done).toBeLessThan(40);
    const played = (await services.dialogues.heads({ runId })).filter(({ end }) => end !== null);
    const end = ended();
    await services.dialogues.resume({ runId }, anna);
    await end;
    expect((await runs())[0]).toMatchObject({ state: "done", done: 40, total: 40 });
    expect(await services.dialogues.heads({ runId })).toEqual(expect.arrayContaining(played));
    await services.dialogues.remove({ runId });
    expect(await runs()).toEqual([]);
    const left = await workspace.read(
      async (db) => (await db.values(plainSql("SELECT count(*) FROM dialogue_turn")))[0],
    );
    expect(left).toBe(0);
  });

  it("plays a sweep of patiences, and begins with the clarifications of another run", long, async () => {
    const { services, projectId, ended } = await harbour();
    const played = async (change: Partial<RunPlan>) => {
      const end = ended();
      const run = { ...plan, trials: 1, ...change, projectId, taskIds: null };
      const { runId } = await services.dialogues.start(run, anna);
      await end;
      const heads = await services.dialogues.heads({ runId });
      return {
        runId,
        outcomes: heads.map(({ system, patience, end: how }) => [system, patience, how]),
        heads,
      };
    };
    const swept = await played({ systems: ["asks-everything"], sweep: [0, 7, 3] });
    expect(swept.outcomes).toEqual([3, 0, 7].map((patience) => ["asks-everything", patience, "solved"]));
    const graft = { runId: swept.runId, system: "asks-everything" };
    const grafted = await played({ systems: ["asks-nothing"], graft });
    expect(grafted.outcomes).toEqual([["asks-nothing", 3, "solved"]]);
    const { dialogue } = await services.dialogues.view({ dialogueId: grafted.heads[0]?.dialogueId ?? 0 });
    expect(dialogue).toMatchObject({
      grafted: 1,
      settings: { graft: { system: "asks-everything", simulator: "built-in 9" } },
    });
    const { text } = await services.dialogues.exportToText({
      ...{ runId: grafted.runId, dialogueId: null, format: "jsonl" },
    });
    expect(readDialogues(text, "run.jsonl")).toEqual([dialogue]);
    const start = services.dialogues.start(
      { ...plan, projectId, taskIds: null, graft: { ...graft, system: "over-asks" } },
      anna,
    );
    await expect(start).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it(
    "waits for a person as the system, turn by turn, and tells them what the protocol hands over",
    long,
    async () => {
      const { services, workspace, projectId, runs, ended } = await harbour();
      const end = ended();
      const { runId } = await services.dialogues.start(
        { ...plan, systems: ["person"], trials: 1, projectId, taskIds: null },
        anna,
      );
      await end;
      expect(await runs()).toMatchObject([{ state: "done", done: 0, total: 1, waiting: 1 }]);
      const [head] = await services.dialogues.heads({ runId });
      const dialogueId = head?.dialogueId ?? 0;
      const first = await services.dialogues.view({ dialogueId });
      expect(first.dialogue).toMatchObject({ end: null, turns: [], system: "person" });
      expect(first.personTurn).toMatchObject({ phase: 1, question: null });
      expect(first.personTurn?.given?.schema).toContain("ship");
      await services.dialogues.act({
        dialogueId,
        action: { kind: "ask", question: 'What do you mean by "ships"?' },
      });
      // What was said outlives the program: it is read from the workspace alone.
      expect(
        await workspace.read(
          async (db) => (await db.values(plainSql("SELECT count(*) FROM dialogue_turn")))[0],
        ),
      ).toBe(1);
      const second = await services.dialogues.view({ dialogueId });
      expect(second.dialogue?.turns[0]?.answer?.actions).toEqual([{ kind: "AMB", ambiguity: 0 }]);
      const forked = await services.dialogues.ask({ dialogueId, turn: 1, questions: ["In which order?"] });
      expect(forked.turns).toHaveLength(1);
      await expect(
        services.dialogues.answer({ dialogueId, text: "x", actions: [{ kind: "AMB", ambiguity: 0 }] }),
      ).rejects.toMatchObject({ code: "BAD_INPUT" });
      const end2 = ended();
      await services.dialogues.resume({ runId }, anna);
      await end2;
      expect((await services.dialogues.view({ dialogueId })).dialogue).toEqual(second.dialogue);
      await services.dialogues.act({
        dialogueId,
        action: { kind: "submit", sql: ["SELECT count(name) FROM ship"] },
      });
      expect((await services.dialogues.view({ dialogueId })).personTurn?.phase).toBe(2);
      await services.dialogues.act({
        dialogueId,
        action: { kind: "submit", sql: ["SELECT count(*) FROM ship"] },
      });
      const last = await services.dialogues.view({ dialogueId });
      expect(last.dialogue).toMatchObject({
        end: "solved",
        reward: 1,
        phase1Passed: true,
        phase2Passed: true,
      });
      expect(last.personTurn).toBeNull();
      expect(await runs()).toMatchObject([{ done: 1, waiting: 0, solved: 1 }]);
    },
  );

  it(
    "waits for a person as the user, suggests the built-in answer, and plays on with theirs",
    long,
    async () => {
      const { services, projectId, ended } = await harbour();
      const end = ended();
      const { runId } = await services.dialogues.start(
        { ...plan, systems: ["asks-everything"], personAsUser: true, trials: 2, projectId, taskIds: null },
        anna,
      );
      await end;
      const heads = await services.dialogues.heads({ runId });
      expect(heads.map(({ isWaiting }) => isWaiting)).toEqual([true, true]);
      const ends = [];
      for (const [at, { dialogueId }] of heads.entries()) {
        const { personTurn } = await services.dialogues.view({ dialogueId });
        expect(personTurn?.question).toContain("ships");
        const suggestion = personTurn?.suggestion ?? expect.fail("nothing is suggested");
        const { actions } = suggestion;
        // The second user says something else: the system has nothing to go by.
        const text = at === 0 ? suggestion.text : "I would rather not say.";
        await services.dialogues.answer({ dialogueId, text, actions });
        const { dialogue } = await services.dialogues.view({ dialogueId });
        expect(dialogue).toMatchObject({ simulator: "person", fault: null });
        ends.push(dialogue?.end);
      }
      expect(ends).toEqual(["solved", "failed"]);
    },
  );

  it("refuses a system that is not built in: a window never starts a program", async () => {
    const { services, projectId, runs } = await harbour();
    const systems = ["command:touch /tmp/made"];
    await expect(
      services.dialogues.start({ ...plan, systems, projectId, taskIds: null }, anna),
    ).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
    expect(await runs()).toEqual([]);
  });
});
