import type { ColumnMeaning } from "#shared/domain/column-meaning.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { inPhase } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import { type PhasePlan, phasePlans } from "#shared/domain/phase-plan.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { tooLongToTakeApart } from "#shared/domain/sql-length.ts";
import type { Task } from "#shared/domain/task.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { CheckedPhase, GoldQuery, GoldResult } from "#shared/findings/checked-phase.ts";
import { families } from "#shared/findings/registry.ts";
import { notChecked } from "#shared/findings/reported.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { queryBlocks } from "#shared/sql/probe/query-blocks.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { SqlTree } from "#shared/sql/tree/sql-node.ts";
import {
  type DatabaseState,
  isLastingFault,
  type StatementLimits,
  type StatementResult,
  type TemplateRef,
} from "../engines/engine.ts";
import {
  defaultTaskLimits,
  type TaskAnswer,
  type TaskRunner,
  type TaskSession,
} from "../evaluation/phases.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { CheckContext } from "./check-context.ts";

/** What checks work with. */
export interface CheckTools {
  /** A state of the task's database; nobody else may use it meanwhile. */
  state: DatabaseState;
  profile: EvaluatorProfile;
  limits?: StatementLimits;
  /** Compiles test scripts, and runs the tests of the task on answers; without it the checks of the tests are left out. */
  tester: { compile: TestRunner["compile"]; runner: TaskRunner } | null;
  /** The moment that the state reads as now, where it was pinned (`withPinnedClock`). */
  clock?: string | null;
  /** Where the schema of the database may be known already; reads it where it is not. */
  recallSchema?(read: () => Promise<DatabaseSchema | null>): Promise<DatabaseSchema | null>;
  /** What is known about the database besides its data; the readings of ambiguities are proposed from it, too. */
  known?: { nodes: readonly KnowledgeNode[]; columnMeanings: readonly ColumnMeaning[] };
}

/** Rules that look at what a task does on its data. */
export type CheckFamily = Extract<(typeof families)[number], { check: unknown }>;

/** What is asked first costs least: whether the gold runs, what it does, what its tests say. */
const stages: readonly CheckFamily[][] = [isAskedAlways, needs("data"), needs("run")].map((isInStage) =>
  families.filter((family) => "check" in family).filter(isInStage),
);

function isAskedAlways(family: CheckFamily): boolean {
  return "evenIfGoldFails" in family;
}

function needs(what: "data" | "run") {
  return (family: CheckFamily) => family.needs === what && !isAskedAlways(family);
}

/**
 * Checks the gold and the tests of a task on its data, and gives all findings (docs/findings.md); each is reported as it is found,
 * what costs least first. A check that breaks is the finding `check-failed`; rejects for the signal, and where the cache folder fails.
 */
export async function checkTask(
  task: Task,
  tools: CheckTools,
  { signal, onFinding }: { signal?: AbortSignal; onFinding?(finding: Finding): void } = {},
): Promise<Finding[]> {
  const found: Finding[] = [];
  const report = (finding: Finding) => {
    found.push(finding);
    onFinding?.(finding);
  };
  const tooLong = tooLongToTakeApart(task);
  if (tooLong !== null) {
    report(notRead(tooLong));
    return found;
  }
  const tester = tools.tester === null ? null : onOneState(tools.tester, tools.state.template);
  try {
    const phases = checkedPhases(task, { ...tools, tester }, signal);
    for (const stage of stages)
      for (const phase of phases)
        for (const family of stage) {
          if (!(await isReady(phase, family, tools))) continue;
          signal?.throwIfAborted();
          await runCheck(family, phase, signal, report);
        }
  } finally {
    await tester?.close();
  }
  return found;
}

const notRead = (why: string): Finding =>
  notChecked.finding({
    rule: "sql-too-long",
    where: { kind: "field", path: ["sol_sql"] },
    message: `The task is not checked on its data. ${why}`,
  });

/** The families that check a task on its data, what costs least first. */
export const checkFamilies: readonly CheckFamily[] = stages.flat();

/** What one family finds in a phase; nothing where what it needs is not there. Rejects as `checkTask` does. */
export async function checkPhase(
  phase: CheckedPhase,
  family: CheckFamily,
  tools: CheckTools,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found: Finding[] = [];
  if (!(await isReady(phase, family, tools))) return found;
  signal.throwIfAborted();
  await runCheck(family, phase, signal, (finding) => found.push(finding));
  return found;
}

type Tester = NonNullable<CheckTools["tester"]>;

/** Runs all tests of a check on one state, which is opened for the first of them. */
function onOneState({ compile, runner }: Tester, template: TemplateRef) {
  let session: Promise<TaskSession> | null = null;
  const tester = {
    compile,
    runner: {
      ...runner,
      run: async (request, options) => {
        session ??= runner.open(template);
        return (await session).run(request, options);
      },
    },
    close: async () => (await session?.catch(() => null))?.close(),
  } satisfies Tester & { close(): Promise<void> };
  return tester;
}

/** Whether what a family needs is there: a gold that ran, and the means to test answers. */
async function isReady(phase: CheckedPhase, family: CheckFamily, { tester }: CheckTools): Promise<boolean> {
  if (isAskedAlways(family)) return true;
  // What broke the run of the gold was reported when it was run first.
  const gold = await phase.gold().catch(() => null);
  if (gold === null || gold.obstacle !== null || gold.failure !== null || gold.last === null) return false;
  return family.needs === "data" || tester !== null;
}

async function runCheck(
  { check, about }: CheckFamily,
  phase: CheckedPhase,
  signal: AbortSignal | undefined,
  report: (finding: Finding) => void,
): Promise<void> {
  try {
    for await (const finding of check(phase)) report(finding);
  } catch (error) {
    signal?.throwIfAborted();
    if (isLastingFault(error)) throw error;
    report(
      notChecked.finding({
        rule: "check-failed",
        where: inPhase(phase.part.phase, { kind: "field", path: ["sol_sql"] }),
        message: `The check of ${about} crashed and has no result. Report this together with the task.`,
        evidence: { kind: "text", text: error instanceof Error ? error.message : String(error) },
      }),
    );
  }
}

/** A phase that other SQL can be tried in, too. */
export interface TriedPhase extends CheckedPhase {
  plan: PhasePlan;
  /**
   * Statements on the state that some of the texts of the gold leave behind, which all such statements share: they only read,
   * or roll back in the end. Null where what comes before them fails.
   */
  attempt(before: readonly string[], sql: string, limits: StatementLimits): Promise<StatementResult[] | null>;
}

/** The phases of a task on a database. */
export function checkedPhases(task: Task, tools: CheckTools, signal: AbortSignal | undefined): TriedPhase[] {
  const { state, profile, tester, clock = null } = tools;
  const { nodes, columnMeanings: meanings } = tools.known ?? { nodes: [], columnMeanings: [] };
  const dialect = dialectOf(state.template.engine);
  const limits = tools.limits ?? defaultTaskLimits.statement;
  const context = new CheckContext(task, state, { dialect, limits, signal });
  let informed: Promise<ProvenanceContext> | null = null;
  const inform = async (): Promise<ProvenanceContext> => {
    const knowledge = nodes.length === 0 ? null : indexKnowledge(nodes);
    const read = () => context.schema();
    const schema = await (tools.recallSchema?.(read) ?? read());
    return { ...parseTask(task, dialect), knowledge, meanings, schema };
  };
  const compile: CheckedPhase["compile"] = async (script) => (await tester?.compile(script)) ?? null;
  return phasePlans(task, profile).map((plan) => {
    const test = async (sql: readonly string[]) => {
      const answer = answerOf(plan, task, sql);
      const request = { task, template: state.template, profile, answer, whose: "predicted" } as const;
      const run = await tester?.runner.run(request, { signal });
      return run?.phases.find(({ phase }) => phase === plan.part.phase) ?? null;
    };
    return {
      task,
      plan,
      dialect,
      profile,
      clock,
      compile,
      test,
      attempt: (before, sql, limits) => context.attempt(plan, before, sql, limits),
      context: () => (informed ??= inform()),
      ...checkedPhase(plan, context, { dialect, test }),
    };
  });
}

/** An answer to one phase; that to phase 1 is the gold where phase 2 begins with what the answer left. */
function answerOf({ part, start }: PhasePlan, task: Task, sql: readonly string[]): TaskAnswer {
  if (part.phase === 1) return { phase1: sql, phase2: null };
  return { phase1: start === "gold" || start === "template" ? null : task.goldSql, phase2: sql };
}

function checkedPhase(
  plan: PhasePlan,
  context: CheckContext,
  { dialect, test }: Pick<CheckedPhase, "dialect" | "test">,
) {
  const { part, choice, conditions } = plan;
  const { goldSql } = part;
  const trees = goldSql.map((sql) => parseTree(sql, dialect));
  const reads = goldQueries(trees);
  let gold: Promise<GoldResult> | null = null;
  let goldTest: Promise<PhaseResult | null> | null = null;
  return {
    part,
    choice,
    conditions,
    trees,
    reads,
    query: reads.find(({ block }) => block.isOutermost) ?? null,
    gold: () => (gold ??= context.run(plan, goldSql)),
    goldTest: () => (goldTest ??= test(goldSql)),
    run: (texts: readonly string[], settings?: readonly string[]) => context.run(plan, texts, settings),
    hash: () => context.hash(),
    goOn: (texts: readonly string[]) => context.goOn(texts),
    probe: (sql: string) => context.probe(plan, goldSql.slice(0, -1), sql),
  };
}

/** None where the last text holds several statements: they are one transaction, and no state between them can be had. */
function goldQueries(trees: readonly SqlTree[]): GoldQuery[] {
  const tree = trees.at(-1);
  const [statement] = tree?.root.children ?? [];
  if (tree === undefined || statement === undefined || tree.root.children.length > 1) return [];
  return queryBlocks(tree, statement).map((block) => ({ statement: trees.length - 1, tree, block }));
}
