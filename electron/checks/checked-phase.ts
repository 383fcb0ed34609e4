import type { Conditions } from "#shared/domain/conditions.ts";
import type { PhasePlan } from "#shared/domain/phase-plan.ts";
import type { SubTask, Task } from "#shared/domain/task.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile, TestChoice, TestScript } from "#shared/domain/test-script.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { type QueryBlock, queryBlocks } from "#shared/sql/probe/query-blocks.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { StateHash, StatementResult } from "../engines/engine.ts";
import { type CheckContext, firstFailure, type GroundRun, type Obstacle } from "./check-context.ts";

/** A query in the last text of the gold. */
export interface GoldQuery {
  /** The text of the gold that it stands in. */
  statement: number;
  tree: SqlTree;
  place: QueryBlock;
}

/** What the gold did on a fresh state. */
export interface GoldRun extends GroundRun {
  obstacle: Obstacle | null;
  failure: { statement: number; result: StatementResult } | null;
  /** What the last statement gave; null where none ran. */
  last: StatementResult | null;
}

/** Runs the tests of a phase on an answer to it. */
export type AnswerTest = (sql: readonly string[]) => Promise<PhaseResult | null>;

/** A phase of a task as checks see it: its text, what its gold did, and means to try something else. */
export interface CheckedPhase {
  task: Task;
  part: SubTask;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  /** The moment that the clock is pinned to; null where it runs. */
  clock: string | null;
  /** Which test the evaluator runs. */
  choice: TestChoice;
  /** The conditions that the evaluator reads: conv always takes those of phase 1. */
  conditions: Conditions;
  /** A tree for each text of the gold. */
  trees: SqlTree[];
  /** The query whose rows the default test compares; null where the gold does not end with one. */
  query: GoldQuery | null;
  /** All queries of the last text, that one first, inside views and the like, too. */
  reads: GoldQuery[];
  /** The gold, run once on a fresh state. */
  gold(): Promise<GoldRun>;
  /** Other texts where the gold runs, each time on a fresh state. */
  run(texts: readonly string[], settings?: readonly string[]): Promise<GoldRun>;
  /** The state that the last run left behind. */
  hash(): Promise<StateHash>;
  /** The first text that fails where the last run ended. */
  goOn: CheckContext["goOn"];
  /** A query of the check's own, on the state that the last text of the gold runs on; null where it does not run. */
  probe(sql: string): Promise<StatementResult | null>;
  /** What the evaluator says of an answer; null where answers cannot be tested here. */
  test: AnswerTest;
  /** The same of the gold, asked once. */
  goldTest(): Promise<PhaseResult | null>;
  /** What Python says of a script that does not compile; null where it does, or where no Python is at hand. */
  compile(script: TestScript): Promise<{ line: number | null; message: string } | null>;
}

interface Surroundings {
  task: Task;
  context: CheckContext;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  clock: string | null;
  test: AnswerTest;
  compile: CheckedPhase["compile"];
}

export function createCheckedPhase(plan: PhasePlan, surroundings: Surroundings): CheckedPhase {
  const { context, dialect } = surroundings;
  const { part, choice, conditions } = plan;
  const { goldSql } = part;
  const trees = goldSql.map((sql) => parseTree(sql, dialect));
  const reads = goldQueries(trees);
  const query = reads.find(({ place }) => place.isOutermost) ?? null;
  const before = goldSql.slice(0, -1);
  let known: Promise<GoldRun> | null = null;
  let tested: Promise<PhaseResult | null> | null = null;
  const run = async (texts: readonly string[], settings?: readonly string[]) =>
    goldRun(await context.run(plan, texts, settings));
  return {
    ...surroundings,
    part,
    choice,
    conditions,
    trees,
    query,
    reads,
    gold: () => (known ??= run(goldSql)),
    goldTest: () => (tested ??= surroundings.test(goldSql)),
    run,
    hash: () => context.hash(),
    goOn: (texts) => context.goOn(texts),
    probe: (sql) => context.probe(plan, before, sql),
  };
}

function goldRun({ obstacle, texts }: GroundRun): GoldRun {
  const statement = texts.length - 1;
  const result = firstFailure(texts.at(-1) ?? []);
  return {
    obstacle,
    texts,
    failure: result === null ? null : { statement, result },
    last: texts.at(-1)?.at(-1) ?? null,
  };
}

/** None where the last text holds several statements: they are one transaction, and no state between them can be had. */
function goldQueries(trees: readonly SqlTree[]): GoldQuery[] {
  const tree = trees.at(-1);
  const [statement] = tree?.root.children ?? [];
  if (tree === undefined || statement === undefined || tree.root.children.length > 1) return [];
  return queryBlocks(tree, statement).map((place) => ({ statement: trees.length - 1, tree, place }));
}
