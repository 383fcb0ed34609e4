import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isManagement } from "#shared/domain/task.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { openEngine } from "../engines/postgres/fixture.ts";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { keyedPredictions, packTasks } from "./river-watch-pack.ts";
import { type ScriptRunner, startScripts } from "./river-watch-python.ts";
import {
  beginPhase,
  comparable,
  mustRun,
  openState,
  packDump,
  taskLimits,
  titled,
} from "./river-watch-run.ts";

const folder = temporaryFolder();
const source = packDump(folder);
const tasks = packTasks();
const subTasks = titled(tasks);
const scripted = subTasks.filter(([, , { tests }]) => tests.length > 0);
const queries = subTasks.filter(([, , { category }]) => category === "Query");

let runScript: ScriptRunner;
let engine: Engine;
let state: DatabaseState;

beforeAll(async () => {
  runScript = await startScripts();
  engine = openEmbeddedEngine("pglite", folder);
  state = await openState(engine, source);
});
afterAll(() => engine?.close());

describe("the river-watch gold on PGlite", () => {
  it.each(subTasks)("%s: runs, gives rows where it asks, and passes its own tests", async (_, task, part) => {
    await beginPhase(state, task, part.phase);
    const result = await mustRun(state, part.goldSql);
    if (part.category === "Query") expect(result?.rowCount).toBeGreaterThan(0);
    for (const script of part.tests)
      expect(await runScript(script, { predicted: part.goldSql, gold: part.goldSql }, state)).toBeNull();
  });

  it.each(queries)(
    "%s: gives the same rows by another plan and in another time zone",
    async (_, task, part) => {
      const rows = async (settings: string[]) => {
        await beginPhase(state, task, part.phase);
        await mustRun(state, settings);
        return comparable(await mustRun(state, part.goldSql), part.conditions, null);
      };
      const ways = ["hashagg", "hashjoin", "nestloop", "sort", "indexscan"];
      const elsewhere = [
        ...ways.map((way) => `SET enable_${way} = off`),
        "SET TimeZone = 'Pacific/Auckland'",
      ];
      expect(await rows(elsewhere)).toEqual(await rows([]));
    },
  );

  it.each(scripted)("%s: its tests fail when nothing was done", async (_, task, part) => {
    await beginPhase(state, task, part.phase);
    const verdicts: (string | null)[] = [];
    for (const script of part.tests)
      verdicts.push(await runScript(script, { predicted: [], gold: part.goldSql }, state));
    expect(verdicts.filter((verdict) => verdict !== null)).toHaveLength(part.tests.length);
  });

  it.each(scripted.filter(([, , part]) => part.phase === 2))(
    "%s: fails without phase 1",
    async (_, task, part) => {
      await beginPhase(state, task, 1);
      await state.run(part.goldSql, { limits: taskLimits });
      for (const script of part.tests)
        expect(
          await runScript(script, { predicted: part.goldSql, gold: part.goldSql }, state),
        ).not.toBeNull();
    },
  );
});

/** Answers that go too far, or stop short: what a guard must notice. */
const wrongAnswers: [title: string, id: string, phase: 1 | 2, sql: string[]][] = [
  [
    "a view without rows",
    "M_1",
    1,
    [
      "CREATE VIEW watch_list AS SELECT station_code, name, 1.0 AS battery_v, 0 AS open_tickets FROM station WHERE false",
    ],
  ],
  [
    "a view of every station",
    "M_1",
    1,
    ["CREATE VIEW watch_list AS SELECT station_code, name, 1.0 AS battery_v, 0 AS open_tickets FROM station"],
  ],
  [
    "a function that gives a constant",
    "M_2",
    1,
    [
      "CREATE FUNCTION phosphorus_load(concentration numeric, flow text) RETURNS numeric AS 'SELECT 54.432' LANGUAGE sql",
    ],
  ],
  [
    "a function that takes no flow for no load",
    "M_2",
    1,
    [
      "CREATE FUNCTION phosphorus_load(concentration numeric, flow text) RETURNS numeric AS $$ SELECT COALESCE(concentration * CASE WHEN flow LIKE '%l/s' THEN 0.001 ELSE 1 END * split_part(flow, ' ', 1)::numeric * 86.4, 0) $$ LANGUAGE sql",
    ],
  ],
  ["an update of every row", "M_3", 1, ["UPDATE measurement SET quality = 3"]],
  ["an update of no row", "M_3", 1, ["UPDATE measurement SET quality = 3 WHERE false"]],
  [
    "an update that rejects instead",
    "M_3",
    1,
    [
      "UPDATE measurement m SET quality = 4 FROM visit v WHERE v.visit_id = m.visit_id AND m.parameter_code = 'ECOLI' AND m.quality IS NULL AND v.ended_at - v.started_at > INTERVAL '2 hours'",
    ],
  ],
  ["a deletion of everything", "M_4", 1, ["DELETE FROM measurement", "DELETE FROM visit"]],
  [
    "a deletion of both entries",
    "M_4",
    1,
    [
      "DELETE FROM measurement m USING visit v, visit o WHERE v.visit_id = m.visit_id AND o.station_code = v.station_code AND o.started_at = v.started_at AND o.visit_id <> v.visit_id",
      "DELETE FROM visit v USING visit o WHERE o.station_code = v.station_code AND o.started_at = v.started_at AND o.visit_id <> v.visit_id",
    ],
  ],
  [
    "a constraint on the start alone",
    "M_4",
    2,
    ["ALTER TABLE visit ADD CONSTRAINT visit_once UNIQUE (visit_id, started_at)"],
  ],
  [
    "an empty table",
    "M_5",
    1,
    ["CREATE TABLE river_card (river_id integer PRIMARY KEY, sites integer, mean_oxygen numeric)"],
  ],
  [
    "rivers without readings left out",
    "M_5",
    1,
    [
      "CREATE TABLE river_card AS SELECT s.river_id, COUNT(DISTINCT s.station_code)::integer AS sites, ROUND(AVG(m.value), 2) AS mean_oxygen FROM station s JOIN visit v USING (station_code) JOIN measurement m USING (visit_id) WHERE m.parameter_code = 'DO' AND m.quality IN (1, 2) AND v.started_at >= '2024-10-01 00:00:00+00' GROUP BY s.river_id",
      "ALTER TABLE river_card ADD PRIMARY KEY (river_id)",
    ],
  ],
  ["one grade for every row", "M_5", 2, ["ALTER TABLE river_card ADD COLUMN grade text DEFAULT 'fair'"]],
];

describe("the river-watch test scripts", () => {
  it.each(wrongAnswers)("notice %s (%s phase %i)", async (_, id, phase, sql) => {
    const [, task, part] = subTasks.find(([title]) => title === `river_watch_${id} phase ${phase}`) ?? [];
    if (!task || !part) throw new Error(`no task ${id}`);
    await beginPhase(state, task, phase);
    await mustRun(state, sql);
    const verdicts: (string | null)[] = [];
    for (const script of part.tests)
      verdicts.push(await runScript(script, { predicted: sql, gold: part.goldSql }, state));
    expect(verdicts.join()).toMatch(/failed: /);
  });
});

describe("the key of the mistaken answers", () => {
  const keyed = keyedPredictions().map(
    (answer) => [`${answer.instance_id} phase ${answer.phase}`, answer] as const,
  );
  it.each(keyed)("%s: says what happens", async (title, { pred_sqls, passed }) => {
    const [, task, part] = subTasks.find(([other]) => other === title) ?? [];
    if (!task || !part) throw new Error(`no task for ${title}`);
    await beginPhase(state, task, part.phase);
    const predicted = await mustRun(state, pred_sqls);
    const verdicts: boolean[] = [];
    for (const script of part.tests)
      verdicts.push((await runScript(script, { predicted: pred_sqls, gold: part.goldSql }, state)) === null);
    if (part.category === "Query") {
      const gold = comparable(await mustRun(state, part.goldSql), part.conditions, part.conditions.decimals);
      const own = comparable(predicted, part.conditions, part.conditions.decimals);
      verdicts.push(JSON.stringify(own) === JSON.stringify(gold));
    }
    expect(verdicts).toEqual(verdicts.map(() => passed));
  });
});

describe.skipIf(postgresPrograms() === null)(
  `the river-watch gold on PostgreSQL (else skipped: ${postgresMissing})`,
  () => {
    let cluster: Cluster | undefined;
    let server: Engine;
    let onServer: DatabaseState;
    beforeAll(async () => {
      cluster = startCluster();
      server = await openEngine(cluster);
      onServer = await openState(server, source);
    });
    afterAll(async () => {
      await server?.close();
      cluster?.stop();
    });

    it.each(subTasks)("%s: gives what PGlite gives, and passes its own tests", async (_, task, part) => {
      const outcomes = [];
      for (const on of [state, onServer]) {
        await beginPhase(on, task, part.phase);
        const result = await mustRun(on, part.goldSql);
        const verdicts: (string | null)[] = [];
        for (const script of part.tests)
          verdicts.push(await runScript(script, { predicted: part.goldSql, gold: part.goldSql }, on));
        outcomes.push({
          rows: isManagement(task) && part.phase === 1 ? [] : comparable(result, part.conditions, null),
          verdicts,
        });
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(outcomes[1]?.verdicts).toEqual(part.tests.map(() => null));
    });
  },
);
