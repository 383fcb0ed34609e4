import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { goldMutants } from "#shared/certificate/gold-mutants.ts";
import type { Task } from "#shared/domain/task.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { lend, stateWhenNeeded } from "../../electron/certificate/open-when-needed.ts";
import { createPhaseJudge } from "../../electron/certificate/phase-judge.ts";
import { checkedPhases } from "../../electron/checks/check-task.ts";
import type { DatabaseState, EmbeddedEngineKind, TemplateSource } from "../../electron/engines/engine.ts";
import { defaultTaskLimits } from "../../electron/evaluation/phases.ts";
import { answersAtOnce } from "../../electron/services/certificates.ts";
import { computeAtOnce, softMatchingBy } from "../../electron/sql-analysis/computations.ts";
import { withConcurrency } from "../../electron/with-concurrency.ts";
import { installPack as installHarbour } from "../../tasks/harbour/seed.ts";
import { installPack as installRiverWatch } from "../../tasks/river-watch/seed.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";

/** How many mutants of a query go through the default test in a second, and how many were run. */
export interface MutantSpeed {
  kind: EmbeddedEngineKind;
  mutants: number;
  perSecond: number;
  /** The same texts run and read by SQLite alone; null for other engines. */
  rawPerSecond: number | null;
}

/** Mutants of one query on each embedded engine, when it is warm; so many at once as where a certificate is looked at. */
export async function measureMutants(): Promise<MutantSpeed[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-mutants-"));
  try {
    const harbour = path.join(installHarbour(path.join(folder, "harbour")), "harbour/harbour.sqlite");
    const river = path.join(installRiverWatch(path.join(folder, "river")), "river_watch.sql");
    const file = path.join(import.meta.dirname, "../../tasks/river-watch/tasks.jsonl");
    const tasks = readTaskFile(readFileSync(file, "utf8"), file).tasks.map(({ task }) => task);
    const byId = tasks.find(({ instanceId }) => instanceId === "river_watch_4") as Task;
    const gold =
      "SELECT v.name, COUNT(DISTINCT c.berth_id) AS berths, ROUND(AVG(v.length_m), 1) AS length FROM vessel v JOIN port_call c ON c.vessel_id = v.vessel_id WHERE v.gross_tonnage > 5000 AND c.arrived_at IS NOT NULL GROUP BY v.vessel_id, v.name ORDER BY berths DESC, v.name LIMIT 20";
    const onSqlite = { ...byId, database: "harbour", goldSql: [gold], followUp: null, ambiguities: [] };
    return [
      await measure("sqlite", { kind: "sqlite-file", path: harbour }, onSqlite, folder),
      await measure("pglite", { kind: "sql-file", path: river }, byId, folder),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  kind: EmbeddedEngineKind,
  source: TemplateSource,
  task: Task,
  folder: string,
): Promise<MutantSpeed> {
  const engine = openEmbeddedEngine(kind, folder, { spare: answersAtOnce });
  const states: DatabaseState[] = [];
  try {
    const template = await engine.prepare(task.database, source, {});
    const onPhases = lend(() => {
      const state = stateWhenNeeded(engine, template, () => {});
      states.push(state);
      return checkedPhases(task, { state, profile: "conv", tester: null }, undefined);
    });
    const { judge, mutants } = await onPhases(async ([phase]) => {
      if (phase === undefined) throw new Error("The task has no phase.");
      const { statement: limits } = defaultTaskLimits;
      const { match } = softMatchingBy(computeAtOnce);
      const mutants = goldMutants(await phase.context()).filter((one) => one.phase === 1);
      return { ...createPhaseJudge(phase, { behaviour: "fixed", limits, match, onPhases }), mutants };
    });
    // Opens all states.
    await Promise.all(Array.from({ length: answersAtOnce }, () => judge(task.goldSql)));
    const startedAt = performance.now();
    await withConcurrency(answersAtOnce, mutants, new AbortController().signal, async ({ texts }) => {
      await judge(texts);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const raw = source.kind === "sqlite-file" ? rawSeconds(source.path, mutants) : null;
    const rate = (time: number) => mutants.length / time;
    return { kind, mutants: mutants.length, perSecond: rate(seconds), rawPerSecond: raw && rate(raw) };
  } finally {
    await Promise.all(states.map((state) => state.close()));
    await engine.close();
  }
}

function rawSeconds(file: string, mutants: readonly { texts: readonly string[] }[]): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const startedAt = performance.now();
  for (const { texts } of mutants)
    try {
      for (const sql of texts) database.prepare(sql).all();
    } catch {
      // Some mutants are no SQL that runs; that takes its time, too.
    }
  database.close();
  return (performance.now() - startedAt) / 1000;
}
