import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { nextWantedRun, runsOfProject, tasksOfRun } from "../../electron/store/dialogue-runs.ts";
import {
  dialogueById,
  headsOfRun,
  pendingDialogues,
  planDialogues,
  playedDialogues,
} from "../../electron/store/dialogues.ts";
import { migrate, migrations } from "../../electron/store/migrations.ts";
import { addModelExchange, modelExchanges } from "../../electron/store/model-exchanges.ts";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import { plainSql } from "../support/plain-sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

// What versions 6 to 8 wrote, in SQL and JSON of its own: no code of today may change what an older workspace holds.

const settings = { protocol: "c", profile: "conv", behaviour: "fixed", patience: 5 };
const asked = {
  ...{ turn: 1, phase: 1, action: { kind: "ask", question: "Which ships?" }, refused: false },
  observation: "Those that have a name.",
  answer: { actions: [{ kind: "AMB", ambiguity: 0 }], text: "Those that have a name.", leaks: [] },
  ...{ passed: null, cost: 1, budgetBefore: 6, budgetAfter: 5, reward: 0 },
};
const submitted = {
  ...{ turn: 2, phase: 1, action: { kind: "submit", sql: ["SELECT 1"] }, refused: false },
  ...{ observation: "It passes.", answer: null, passed: true, cost: 0, budgetBefore: 5, budgetAfter: 5 },
  reward: 0.7,
};
const fault = { fault: "system", simulator: null, reason: "Nothing helps." };
const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

const project = `
INSERT INTO project (id, name, databases_dir, created_at) VALUES (1, 'harbour', '/d', 'then');
INSERT INTO task (id, project_id, idx, revision, instance_id, database, is_clear, question, ambiguities, ambiguity_types, has_follow_up)
VALUES (11, 1, 0, 4, 'harbour_1', 'harbour', 0, 'How many ships?', 1, '["semantic_ambiguity"]', 0);
`;
/** A run of which one dialogue was played, one failed for its infrastructure, and one is still to be played. */
const runOf = (plan: Record<string, unknown>) => `${project}
INSERT INTO dialogue_run VALUES (21, 1, 1, ${quoted(plan)}, 'sqlite', 'built-in 1', 'Anna', '2026-01-02T03:04:05Z', 'wanted');
INSERT INTO dialogue_run_task VALUES (21, 11, 0, 3, 'harbour_1', 0, NULL);
`;
const turns = [asked, submitted]
  .map((turn) => `INSERT INTO dialogue_turn VALUES (31, ${turn.turn}, ${quoted(turn)});`)
  .join("\n");
const played = `phase1_passed, reward, budget_total, budget_left, turns, actions, fault, end, reason`;
const outcome = `1, 0.7, 6, 5, 2, '{"ask":1,"submit":1}', ${quoted(fault)}, 'solved', NULL`;

const version6 = `${runOf({ settings, systems: ["asks-everything"], trials: 3, seed: 7 })}
INSERT INTO dialogue (id, run_id, task_id, position, system, trial, seed, ${played})
VALUES (31, 21, 11, 0, 'asks-everything', 0, 99, ${outcome});
INSERT INTO dialogue (id, run_id, task_id, position, system, trial, seed, end, reason)
VALUES (32, 21, 11, 1, 'asks-everything', 1, 98, 'infrastructure', 'The disk was full.');
INSERT INTO dialogue (id, run_id, task_id, position, system, trial, seed) VALUES (33, 21, 11, 2, 'asks-everything', 2, 97);
${turns}`;

const sweep = { settings, sweep: [0], graft: null, systems: ["asks-everything"], trials: 1, seed: 7 };
const swept = (plan: Record<string, unknown>) => `${runOf(plan)}
INSERT INTO dialogue (id, run_id, task_id, position, system, patience, trial, seed, grafted, ${played})
VALUES (31, 21, 11, 0, 'asks-everything', 5, 0, 99, 1, ${outcome});
INSERT INTO dialogue (id, run_id, task_id, position, system, patience, trial, seed)
VALUES (32, 21, 11, 1, 'asks-everything', 0, 0, 99);
${turns}`;
const version7 = swept(sweep);

const endpoint = { name: "Local", url: "http://127.0.0.1:1/v1", model: "m", keyVariable: null, prices: null };
const limits = { costLimit: null, tokenLimit: null };
const abilities = { tools: true, schemas: true, temperature: true, seed: true };
const model = { ...endpoint, ...limits, abilities };
const line = { event: "given-up", trial: 0, request: "ab12", occurrence: 0, kind: "timeout", message: "no" };
const version8 = `${swept({ ...sweep, modelSystems: [model], modelSimulator: null })}
INSERT INTO model_exchange VALUES (21, 1, 'Local', ${quoted(line)});`;

/** A workspace as that version wrote it, opened by this one. */
async function opened(version: number, sql: string): Promise<Workspace> {
  const file = path.join(temporaryFolder(), "work.querent");
  const connection = new Database(file);
  migrate(connection, file, migrations.slice(0, version));
  connection.pragma("foreign_keys = ON");
  connection.exec(sql);
  connection.close();
  const workspace = openWorkspace(file);
  onTestFinished(() => workspace.close());
  expect(await workspace.read((db) => db.all(plainSql("PRAGMA foreign_key_check")))).toEqual([]);
  expect(await workspace.read((db) => db.values(plainSql("PRAGMA integrity_check")))).toEqual(["ok"]);
  return workspace;
}

const firstDialogue = {
  ...{ instanceId: "harbour_1", hasFollowUp: false, system: "asks-everything", trial: 0, seed: 99 },
  ...{ end: "solved", reason: null, phase1Passed: true, phase2Passed: false, reward: 0.7, fault },
  ...{ budget: { total: 6, left: 5 }, turns: [asked, submitted] },
};

describe("a workspace with dialogues of an older version", () => {
  it("6 has each dialogue under its run's patience, with its turns, and goes on with what is left", async () => {
    const workspace = await opened(6, version6);
    const [run] = await workspace.read((db) => runsOfProject(db, 1));
    expect(run).toMatchObject({
      ...{ runId: 21, number: 1, engine: "sqlite", simulator: "built-in 1", startedBy: "Anna" },
      ...{ state: "wanted", tasks: 1, total: 3, done: 2, judged: 1, solved: 1, waiting: 0 },
      plan: {
        ...{ settings, systems: ["asks-everything"], trials: 3, seed: 7, sweep: [], graft: null },
        ...{ modelSystems: [], modelSimulator: null, personAsUser: false },
      },
    });
    const heads = await workspace.read((db) => headsOfRun(db, 21));
    expect(heads.map(({ dialogueId, patience, trial, end }) => [dialogueId, patience, trial, end])).toEqual([
      [31, 5, 0, "solved"],
      [32, 5, 1, "infrastructure"],
      [33, 5, 2, null],
    ]);
    expect(heads[0]).toMatchObject({ actions: { ask: 1, submit: 1 }, turns: 2, spent: 1, isWaiting: false });
    const dialogue = await workspace.read((db) => dialogueById(db, 31));
    expect(dialogue).toEqual({
      ...{
        dialogueId: 31,
        runId: 21,
        taskId: 11,
        revision: 3,
        newestRevision: 4,
        patience: 5,
        waiting: null,
      },
      dialogue: firstDialogue,
    });
    const pending = await workspace.read((db) => pendingDialogues(db, 21));
    expect(pending.map(({ dialogueId }) => dialogueId)).toEqual([32, 33]);
    expect((await workspace.read((db) => nextWantedRun(db, 1)))?.runId).toBe(21);
    // Planned again they stay who they are: nothing is played twice.
    const again = { taskId: 11, system: "asks-everything", patience: 5, position: 9, trial: 0, seed: 99 };
    await workspace.write((db) => planDialogues(db, 21, [again]));
    expect(await workspace.read((db) => headsOfRun(db, 21))).toHaveLength(3);
    // Without its run nothing of it is left.
    await workspace.write((db) => db.run(plainSql("DELETE FROM dialogue_run")));
    expect(
      await workspace.read(
        async (db) => (await db.values(plainSql("SELECT count(*) FROM dialogue_turn")))[0],
      ),
    ).toBe(0);
  });

  it("7 keeps the patience of each dialogue and what was grafted, and can take calls to language models", async () => {
    const workspace = await opened(7, version7);
    const [run] = await workspace.read((db) => runsOfProject(db, 1));
    expect(run).toMatchObject({ total: 2, done: 1, plan: { sweep: [0], modelSystems: [] } });
    const heads = await workspace.read((db) => headsOfRun(db, 21));
    expect(heads.map(({ patience, end }) => [patience, end])).toEqual([
      [5, "solved"],
      [0, null],
    ]);
    const dialogues = await workspace.read(async (db) =>
      run === undefined ? [] : await Array.fromAsync(playedDialogues(db, run)),
    );
    expect(dialogues).toEqual([{ ...firstDialogue, settings, simulator: "built-in 1", grafted: 1 }]);
    await workspace.write((db) => addModelExchange(db, { runId: 21, endpoint: "Local", line: "{}" }));
    expect(await workspace.read((db) => modelExchanges(db, 21))).toEqual([{ endpoint: "Local", line: "{}" }]);
  });

  it("8 keeps the calls to language models in their order, and has nobody waiting", async () => {
    const workspace = await opened(8, version8);
    const [run] = await workspace.read((db) => runsOfProject(db, 1));
    expect(run).toMatchObject({ waiting: 0, plan: { modelSystems: [model], personAsUser: false } });
    await workspace.write((db) => addModelExchange(db, { runId: 21, endpoint: "Local", line: "{}" }));
    const lines = (await workspace.read((db) => modelExchanges(db, 21))).map((exchange) =>
      JSON.parse(exchange.line),
    );
    expect(lines).toEqual([line, {}]);
    expect(await workspace.read(async (db) => (await dialogueById(db, 31))?.dialogue?.turns)).toEqual([
      asked,
      submitted,
    ]);
    expect(await workspace.read((db) => tasksOfRun(db, 21))).toEqual([{ taskId: 11, revision: 3 }]);
  });
});
