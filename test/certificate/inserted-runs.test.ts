import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import { createInsertedRuns } from "../../electron/certificate/inserted-runs.ts";
import { checkedPhases, type TriedPhase } from "../../electron/checks/check-task.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { defaultTaskLimits } from "../../electron/evaluation/phases.ts";
import { openEngine } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pierDatabase } from "../tasks/pier-tasks.ts";
import { pierSubjects } from "./edited-subjects.ts";

const folder = temporaryFolder();
const pierFile = path.join(folder, "pier.sql");
writeFileSync(pierFile, pierDatabase.join("\n"));

const [subject] = pierSubjects as [TaskToCertify];
const { statement: limits } = defaultTaskLimits;

/** Runs beside a gold, and every text that goes to the database for them. */
async function runsBeside(
  state: DatabaseState,
  goldSql: string[],
  timeMs: (sql: string) => number = () => limits.timeMs,
) {
  const sent: string[] = [];
  const [phase] = checkedPhases(
    { ...subject.task, goldSql, followUp: null },
    { state, profile: "conv", tester: null },
    undefined,
  ) as [TriedPhase];
  const attempt: TriedPhase["attempt"] = (before, sql, under) => {
    sent.push(sql);
    return phase.attempt(before, sql, { ...under, timeMs: timeMs(sql) });
  };
  const gold = goldSql.map((sql) => parseTree(sql, "postgresql"));
  const { schema } = await phase.context();
  return { runs: createInsertedRuns({ ...phase, attempt }, { gold, schema, limits }), gold, sent };
}

const berth = (id: number, depth: number) =>
  `INSERT INTO berth (id, name, depth, width) VALUES (${id}, 'new ${id}', ${depth}, 9)`;
/** Rows that show, rows that do not, a row that the database refuses, and one behind it. */
const sets = [[berth(20, 30)], [berth(21, 1)], [], [berth(1, 30)], [berth(22, 31), berth(23, 32)]];

/** What texts give on all sets at once, and on each by itself, with what was sent for the former. */
async function bothWays(state: DatabaseState, goldSql: string[], texts: string[]) {
  const { runs, gold, sent } = await runsBeside(state, goldSql);
  const probes = runs.probes(gold) ?? [];
  const shown = (results: Awaited<ReturnType<typeof runs.run>>) =>
    results.map(({ failure, last, probed }) => [
      failure,
      probes.length > 0 ? null : last?.rows,
      probed.map(({ rows }) => rows),
    ]);
  const together = shown(await runs.run([], sets, texts, probes));
  const whole = sent.splice(0);
  const alone = (await Promise.all(sets.map((set) => runs.run([], [set], texts, probes)))).flatMap(shown);
  return { together, alone, whole };
}

function suite(open: () => Promise<Engine>): void {
  let engine: Engine;
  let state: DatabaseState;
  beforeAll(async () => {
    engine = await open();
    state = await engine.open(await engine.prepare("pier", { kind: "sql-file", path: pierFile }, {}));
  });
  afterAll(async () => {
    await state.close();
    await engine.close();
  });

  it("are read and planned once for all sets of a text, and give what they give on each by itself", async () => {
    const mutant = "SELECT id, name FROM berth WHERE depth > 6";
    const { together, alone, whole } = await bothWays(
      state,
      ["SELECT id, name FROM berth WHERE depth > 5"],
      [mutant],
    );
    expect(together).toEqual(alone);
    expect(together.map(([failure]) => failure === null)).toEqual([true, true, true, false, true]);
    // The text ends with the set that fails; another one holds those behind it.
    expect(whole).toHaveLength(2);
    for (const text of whole) expect(text.split(mutant)).toHaveLength(2);
  });

  it("are made once where they make a view or an empty table that is then filled", async () => {
    for (const [head, fill] of [
      ["CREATE VIEW deep AS SELECT id, depth FROM berth WHERE depth > 5", []],
      ["CREATE TABLE deep (id INTEGER, depth INTEGER)", ["INSERT INTO deep SELECT id, depth FROM berth"]],
    ] as const) {
      const { together, alone, whole } = await bothWays(state, [head, ...fill], [head, ...fill]);
      expect(together).toEqual(alone);
      expect(JSON.stringify(together[0])).not.toEqual(JSON.stringify(together[2]));
      expect(whole[0]?.split(head)).toHaveLength(2);
    }
  });

  it("are asked behind each set where they count up, or cannot be kept", async () => {
    const counting = [
      "CREATE TABLE deep (at SERIAL, id INTEGER)",
      "INSERT INTO deep (id) SELECT id FROM berth",
    ];
    const { together, alone } = await bothWays(state, counting, counting);
    expect(together).toEqual(alone);
    const unknown = await bothWays(state, ["SELECT id FROM berth"], ["SELECT no_such FROM berth"]);
    expect(unknown.together).toEqual(unknown.alone);
    expect(unknown.together[0]?.[0]).toContain("no_such");
  });

  it("go into smaller texts where the time of a text is over, and are stopped only where they are alone", async () => {
    // On any machine longer than the short limit, and far shorter than the other.
    const most = "CASE WHEN (SELECT MAX(depth) FROM berth) > 90 THEN 1000000000 ELSE 60000 END";
    const slow = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most}) SELECT COUNT(*)::integer FROM n`;
    const setsIn = (sql: string) => sql.split("ROLLBACK TO").length - 1;
    const isEndless = (sql: string) => sql.includes("99, 9)");
    const { runs, sent } = await runsBeside(state, [slow], (sql) =>
      isEndless(sql) || setsIn(sql) > 2 ? 5 : limits.timeMs,
    );
    const many = [9, 9, 9, 99].map((depth, at) => [berth(30 + at, depth)]);
    const results = await runs.run([], many, [slow], []);
    const counts = results.map(({ last }) => last?.rows[0]?.[0] ?? null);
    expect(counts).toEqual(["i60000", "i60000", "i60000", null]);
    expect(results.map(({ isStopped }) => isStopped)).toEqual([false, false, false, true]);
    expect(results[3]?.failure).toContain("time limit");
    expect(sent.map(setsIn)).toEqual([4, 2, 2, 1, 1]);
  });
}

describe("gold and mutant on sets of rows on PGlite", () => {
  suite(async () => openEmbeddedEngine("pglite", folder));
});

describe.skipIf(postgresPrograms() === null)(
  `gold and mutant on sets of rows on PostgreSQL${postgresPrograms() === null ? ` (skipped: ${postgresMissing})` : ""}`,
  () => {
    let cluster: Cluster;
    // Hooks end in reverse: the engine closes before its server stops.
    afterAll(() => cluster?.stop());
    suite(async () => {
      cluster = startCluster();
      return openEngine(cluster);
    });
  },
);
