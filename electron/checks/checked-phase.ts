import { type Conditions, defaultConditions } from "#shared/domain/conditions.ts";
import type { SubTask, Task } from "#shared/domain/task.ts";
import type { PhaseRun } from "#shared/domain/task-run.ts";
import {
  type EvaluatorProfile,
  type TestChoice,
  type TestScript,
  testChoice,
} from "#shared/domain/test-script.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { type QueryPlace, queryPlaces } from "#shared/sql/probe/query-places.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import type { StateHash, StatementResult } from "../engines/task-engine.ts";
import { failureOf, type GroundRun, type Obstacle, type TaskGround } from "./task-ground.ts";

/** The last statement of the gold where it is a query: its rows are what the default test compares. */
export interface GoldQuery {
  /** The text of the gold that it stands in. */
  statement: number;
  tree: SqlTree;
  /** The queries in it, the outermost first. */
  places: QueryPlace[];
}

/** What the gold did on a fresh state. */
export interface GoldRun extends GroundRun {
  obstacle: Obstacle | null;
  failure: { statement: number; result: StatementResult } | null;
  /** What the last statement gave; null where none ran. */
  last: StatementResult | null;
}

/** What an evaluator says of an answer to this phase; null where the phase before it was not passed. */
export type AnswerTest = (sql: readonly string[]) => Promise<PhaseRun | null>;

/** A phase of a task as checks see it: its text, what its gold did, and means to try something else. */
export interface CheckedPhase {
  task: Task;
  part: SubTask;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  /** Which test the evaluator runs. */
  choice: TestChoice;
  /** The conditions that the evaluator reads: conv always takes those of phase 1. */
  conditions: Conditions;
  /** A tree for each text of the gold. */
  trees: SqlTree[];
  query: GoldQuery | null;
  /** The gold, run once on a fresh state. */
  gold(): Promise<GoldRun>;
  /** Other texts where the gold runs, each time on a fresh state. */
  run(texts: readonly string[], settings?: readonly string[]): Promise<GoldRun>;
  /** The state that the last run left behind. */
  hash(): Promise<StateHash>;
  /** The first text that fails where the last run ended. */
  goOn: TaskGround["goOn"];
  /** A query of the check's own, on the state that the last statement of the gold runs on; null where it does not run. */
  probe(sql: string): Promise<StatementResult | null>;
  /** Null where answers cannot be tested here. */
  test: AnswerTest | null;
  /** What Python says of a script that does not compile; null where it does, or where no Python is at hand. */
  compile(script: TestScript): Promise<{ line: number | null; message: string } | null>;
}

interface Surroundings {
  task: Task;
  ground: TaskGround;
  dialect: SqlDialect;
  profile: EvaluatorProfile;
  test: AnswerTest | null;
  compile: CheckedPhase["compile"];
}

export function createCheckedPhase(part: SubTask, surroundings: Surroundings): CheckedPhase {
  const { task, ground, dialect, profile } = surroundings;
  const { phase, goldSql } = part;
  const trees = goldSql.map((sql) => parseTree(sql, dialect));
  const query = goldQuery(trees);
  // A text of several statements is one transaction: what stands before its query is not run without it.
  const before = query === null ? goldSql : goldSql.slice(0, query.statement);
  let known: Promise<GoldRun> | null = null;
  const run = async (texts: readonly string[], settings?: readonly string[]) =>
    goldRun(await ground.run(phase, texts, settings));
  return {
    ...surroundings,
    part,
    choice: testChoice({ instanceId: task.instanceId, category: part.category, tests: part.tests }, profile),
    conditions: profile === "conv" ? (task.conditions ?? defaultConditions) : part.conditions,
    trees,
    query,
    gold: () => (known ??= run(goldSql)),
    run,
    hash: () => ground.hash(),
    goOn: (texts) => ground.goOn(texts),
    probe: (sql) => ground.probe(phase, before, sql),
  };
}

function goldRun({ obstacle, texts }: GroundRun): GoldRun {
  const statement = texts.length - 1;
  const result = failureOf(texts.at(-1) ?? []);
  return {
    obstacle,
    texts,
    failure: result === null ? null : { statement, result },
    last: texts.at(-1)?.at(-1) ?? null,
  };
}

/** Null where the gold does not end with a query, or with more than one statement in its last text. */
function goldQuery(trees: readonly SqlTree[]): GoldQuery | null {
  const tree = trees.at(-1);
  const [statement] = tree?.root.children ?? [];
  if (tree === undefined || statement === undefined || tree.root.children.length > 1) return null;
  const places = queryPlaces(tree, statement);
  return places[0]?.isOutermost ? { statement: trees.length - 1, tree, places } : null;
}
