import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { goldMutants } from "#shared/certificate/gold-mutants.ts";
import type { SurvivorEvidence } from "#shared/domain/certificate.ts";
import type { Task } from "#shared/domain/task.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { hasOutermostOrderBy } from "#shared/sql/statement.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { judge, type RecallInPhase } from "../../electron/certificate/certified-task.ts";
import { survivorExplainer } from "../../electron/certificate/explain-survivor.ts";
import { createPhaseJudge } from "../../electron/certificate/phase-judge.ts";
import { checkedPhases } from "../../electron/checks/check-task.ts";
import type { Engine, TemplateRef } from "../../electron/engines/engine.ts";
import { defaultTaskLimits } from "../../electron/evaluation/phases.ts";
import { computeAtOnce, softMatchingBy } from "../../electron/sql-analysis/computations.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";

/** What became of the survivors of some golds. */
export interface AimedFigures {
  golds: number;
  survivors: number;
  equivalent: number;
  /** Parted by rows, in so long, in milliseconds. */
  partedMs: number[];
  /** Results that differ on the data as it is, which the test does not see. */
  differing: number;
  unexplained: number;
}

/** A gold of a real benchmark in every so many. */
const everyGold = 20;

/** Mutants of the gold of spider-dev that survive the default test, and how long it takes to part them. */
export async function measureAimedRows(spider: string): Promise<AimedFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-aimed-"));
  const engine = openEmbeddedEngine("sqlite", folder);
  const figures: AimedFigures = {
    ...{ golds: 0, survivors: 0, equivalent: 0, partedMs: [], differing: 0, unexplained: 0 },
  };
  try {
    const all: { db: string; gold: string }[] = JSON.parse(
      readFileSync(path.join(spider, "ic_spider_dev.json"), "utf8"),
    );
    for (const { db, gold } of all.filter((_, at) => at % everyGold === 0)) {
      const source = { kind: "sqlite-file", path: path.join(spider, "databases", `${db}.sqlite`) } as const;
      await measureGold(engine, await engine.prepare(db, source, {}), gold, figures);
    }
    return figures;
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureGold(
  engine: Engine,
  template: TemplateRef,
  gold: string,
  figures: AimedFigures,
): Promise<void> {
  const task = taskOf(gold, template);
  const state = await engine.open(template);
  try {
    const phases = checkedPhases(task, { state, profile: "conv", tester: null }, undefined);
    const [phase] = phases;
    const context = await phase?.context();
    const limits = defaultTaskLimits.statement;
    if (phase === undefined || context === undefined) throw new Error("The task has no phase.");
    const setting = { profile: "conv", behaviour: "fixed" } as const;
    const { match } = softMatchingBy(computeAtOnce);
    const judges = [createPhaseJudge(phase, { behaviour: "fixed", limits, match })];
    const recall: RecallInPhase = (_phase, _what, _inputs, make) => make();
    const { signal } = new AbortController();
    const open = { context, setting, phases, judges, recall, limits, concurrency: 1, signal };
    if ((await judge(open, 1, [gold])).outcome !== "passes") return;
    figures.golds += 1;
    const { atOnce, byRows } = survivorExplainer(open);
    for (const mutant of goldMutants(context)) {
      if ((await judge(open, 1, mutant.texts)).outcome !== "passes") continue;
      const trees = mutant.texts.map((text) => parseTree(text, "sqlite"));
      const startedAt = performance.now();
      const survivor = { ...mutant, range: mutant.changed, trees };
      const evidence = (await atOnce(survivor)) ?? (await byRows(survivor));
      tally(figures, evidence, performance.now() - startedAt);
    }
  } finally {
    await state.close();
  }
}

function tally(figures: AimedFigures, { class: name, rows }: SurvivorEvidence, tookMs: number): void {
  figures.survivors += 1;
  if (name === "equivalent") figures.equivalent += 1;
  else if (rows !== null) figures.partedMs.push(tookMs);
  else if (name === "unexplained") figures.unexplained += 1;
  else figures.differing += 1;
}

/** A task that asks for the rows of one query. */
function taskOf(gold: string, { database }: TemplateRef): Task {
  const order = hasOutermostOrderBy(gold, "sqlite");
  const object = {
    ...{ instance_id: "spider_1", selected_database: database, query: "?", amb_user_query: "?" },
    user_query_ambiguity: { critical_ambiguity: [], non_critical_ambiguity: [] },
    ...{ knowledge_ambiguity: [], preprocess_sql: [], clean_up_sqls: [], sol_sql: [gold] },
    ...{ external_knowledge: [], test_cases: [], category: "Query", high_level: false },
    conditions: { decimal: -1, distinct: false, order },
  };
  const [read] = readTaskFile(`${JSON.stringify(object)}\n`, "tasks.jsonl").tasks;
  if (read === undefined) throw new Error(`The gold ${gold} is no task.`);
  return read.task;
}
