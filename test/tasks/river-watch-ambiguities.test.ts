import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { isManagement, type Task } from "#shared/domain/task.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { packTasks } from "./river-watch-pack.ts";
import { type ScriptRunner, startScripts } from "./river-watch-python.ts";
import { beginPhase, comparable, mustRun, openState, packDump, taskLimits } from "./river-watch-run.ts";

/** For each ambiguity of each task, in its order: another reading of the term that a system might guess. */
const otherReadings: Record<string, string[]> = {
  river_watch_1: [
    "HAVING AVG(x.rsi) > 4",
    "0.5 * oss + 0.5 * nls AS rsi",
    "AVG(x.rsi)",
    "ORDER BY r.name",
    "GREATEST(0, 8 - oxygen)",
  ],
  river_watch_2: [
    "breaches::numeric",
    "JOIN outfall_inspection i ON i.outfall_id = o.outfall_id",
    "WHEN inspections = 0 THEN NULL",
    "RANK() OVER (ORDER BY breach_rate DESC)",
    "LOWER(TRIM(i.finding)) = 'major breach'",
    "o.owner_name",
  ],
  river_watch_3: [
    "s.status = 'active'",
    "closed_on >= DATE '2024-01-01'",
    "JOIN recent t ON t.station_code = s.station_code",
    "SUM(t.cost)",
  ],
  river_watch_4: [
    "v.ended_at - v.started_at > INTERVAL '2 hours'",
    "EXTRACT(YEAR FROM v.started_at)",
    "COUNT(v.station_code)",
  ],
  river_watch_5: [
    "(SELECT MAX(o.licence ->> 'max_load_kg_day') FROM outfall o WHERE o.river_id = s.river_id) AS flow_text",
    "AVG(c.load_kg_day)",
    "concentration * discharge",
    "split_part(flow_text, ' ', 1)::numeric",
  ],
  river_watch_6: [
    "WHERE brr > 0",
    "ORDER BY name",
    "EXTRACT(MONTH FROM v.started_at AT TIME ZONE 'UTC') BETWEEN 6 AND 8",
  ],
  river_watch_7: [
    "i.severity DESC NULLS LAST",
    "i.station_code",
    "EXTRACT(EPOCH FROM i.closed_at - i.reported_at) / 86400",
  ],
  river_watch_8: [
    "o.population_served >= 10000",
    "population_load - licensed_load",
    "(o.licence ->> 'max_load_kg_day')::numeric",
  ],
  river_watch_M_1: [
    "CREATE TABLE watch_list AS",
    "open_tickets >= 1",
    "status = 'active'",
    "JOIN maintenance t ON t.station_code = s.station_code AND t.closed_on IS NULL",
    "battery_v < 12.0",
  ],
  river_watch_M_2: [
    "CREATE FUNCTION pg_temp.phosphorus_load",
    "flow bigint",
    "split_part(flow, ' ', 1)::numeric",
  ],
  river_watch_M_3: [
    "v.ended_at - v.started_at > INTERVAL '90 minutes'",
    "SET quality = 4",
    "m.parameter_code IN ('ECOLI', 'BOD')",
    "m.quality IS DISTINCT FROM 3",
  ],
  river_watch_M_4: [
    "DELETE FROM maintenance v",
    "DELETE FROM incident m",
    "v.started_at = o.started_at",
    "v.visit_id < o.visit_id",
  ],
  river_watch_M_5: [
    "v.started_at >= '2024-12-01 00:00:00+00'",
    "COUNT(x.station_code)",
    "ROUND(AVG(x.value), 2)",
    "m.value IS NOT NULL",
  ],
};

const tasks = packTasks();
const cases = tasks.flatMap((task) =>
  task.ambiguities.map(
    (ambiguity, index): [title: string, task: Task, ambiguity: Ambiguity, reading: string] => [
      `${task.instanceId}: ${ambiguity.type} "${ambiguity.term}"`,
      task,
      ambiguity,
      otherReadings[task.instanceId]?.[index] ?? "",
    ],
  ),
);

describe("each ambiguity of the river-watch tasks", () => {
  const folder = temporaryFolder();
  let runScript: ScriptRunner;
  let engine: Engine;
  let state: DatabaseState;
  beforeAll(async () => {
    runScript = await startScripts();
    engine = openEmbeddedEngine("pglite", folder);
    state = await openState(engine, packDump(folder));
  });
  afterAll(() => engine?.close());

  it("has another reading to try, and no other ambiguity inside its snippet", () => {
    expect(Object.fromEntries(tasks.map((task) => [task.instanceId, task.ambiguities.length]))).toEqual(
      Object.fromEntries(Object.entries(otherReadings).map(([id, readings]) => [id, readings.length])),
    );
    for (const { ambiguities } of tasks)
      for (const { sqlSnippet } of ambiguities)
        expect(ambiguities.filter((other) => other.sqlSnippet.includes(sqlSnippet))).toHaveLength(1);
  });

  it.each(cases)(
    "%s must be clarified: another reading does not pass",
    async (_, task, { sqlSnippet }, reading) => {
      const answer = task.goldSql.map((statement) => statement.replace(sqlSnippet, () => reading));
      expect(await passes(task, task.goldSql)).toBe(true);
      expect(await passes(task, answer)).toBe(false);
    },
  );

  /** Whether an answer to phase 1 passes: the task's own tests, or the very rows of the gold. */
  async function passes(task: Task, answer: string[]): Promise<boolean> {
    const conditions = task.conditions ?? { order: false };
    await beginPhase(state, task, 1);
    const results = await state.run(answer, { limits: taskLimits });
    if (results.some(({ status }) => status !== "ok")) return false;
    if (!isManagement(task))
      return (
        JSON.stringify(comparable(results.at(-1) ?? null, conditions, null)) ===
        JSON.stringify(comparable(await mustRun(state, task.goldSql), conditions, null))
      );
    for (const script of task.tests)
      if ((await runScript(script, { predicted: answer, gold: task.goldSql }, state)) !== null) return false;
    return true;
  }
});
