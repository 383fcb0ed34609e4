import { goldMutants } from "#shared/certificate/gold-mutants.ts";
import { guarded } from "#shared/certificate/guarded.ts";
import { mutantCounts } from "#shared/certificate/mutant-score.ts";
import { necessary, type TriedAmbiguity } from "#shared/certificate/necessary.ts";
import { findingsOf } from "#shared/certificate/property-rules.ts";
import { recoverable } from "#shared/certificate/recoverable.ts";
import { runs } from "#shared/certificate/runs.ts";
import { certificateVerdict, judged, notApplicable, notJudged } from "#shared/certificate/verdict.ts";
import {
  type Certificate,
  type MutantResult,
  type PropertyName,
  type PropertyResult,
  propertyNames,
} from "#shared/domain/certificate.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { families } from "#shared/findings/registry.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { type CheckTools, checkedPhases, checkTask } from "../checks/check-task.ts";
import { openDialogueDatabase } from "../dialogues/environment.ts";
import type { Engine, StatementLimits, TemplateRef } from "../engines/engine.ts";
import { createTaskRunner, defaultTaskLimits, type TaskRunner, taskLimits } from "../evaluation/phases.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { certificateHashes } from "./certificate-hashes.ts";
import type { CertificateSetting, OpenTask, TaskToCertify } from "./certified-task.ts";
import { survivorExplainer } from "./explain-survivor.ts";
import { createPhaseJudge } from "./phase-judge.ts";
import { runMutants } from "./run-mutants.ts";
import { stateful } from "./stateful.ts";
import { talkable } from "./talkable.ts";
import { cancellingReadings, tryReadings } from "./try-readings.ts";

/** Where certificates are computed: a database, and Python for its tests. */
export interface CertificateTools {
  engine: Engine;
  template: TemplateRef;
  tests: TestRunner;
}

export interface CertifyOptions {
  setting: CertificateSetting;
  /** How many mutants are run, those in snippets first; null for all. */
  mostMutants: number | null;
  signal: AbortSignal;
  /** Each property as it is judged. */
  onProperty?(name: PropertyName, result: PropertyResult): void;
  /** How many mutants have run, after each of them. */
  onMutants?(done: number, total: number): void;
}

/** So many mutants of a task are run where not all are asked for, those that change a snippet first. */
export const sampledMutants = 60;

/** A mutant may take this many times what the gold took, and never less than the second number, in milliseconds. */
const slowerThanGold = 10;
const leastTimeMs = 3_000;

/**
 * Proves the properties of a task on its database, one after another. Rejects for the signal, or where the engine or Python
 * is lost: what the task's SQL and tests do is the certificate's content.
 */
export async function certifyTask(
  subject: TaskToCertify,
  tools: CertificateTools,
  options: CertifyOptions,
): Promise<Certificate> {
  const { engine, template, tests } = tools;
  const state = await engine.open(template);
  const { timeLimitMs } = options.setting;
  const limits = timeLimitMs === undefined ? defaultTaskLimits : taskLimits(timeLimitMs);
  const session = await createTaskRunner({ engine, tests, limits }).open(template);
  try {
    const runner: TaskRunner = {
      open: async () => ({ ...session, close: async () => {} }),
      run: ({ template: _, ...request }, given) => session.run(request, given),
    };
    const check: CheckTools = {
      state,
      profile: options.setting.profile,
      limits: limits.statement,
      tester: { compile: tests.compile, runner },
      known: { nodes: subject.nodes, columnMeanings: subject.columnMeanings },
    };
    return await judgeAll(subject, tools, check, options);
  } finally {
    await Promise.all([state.close(), session.close()]);
  }
}

async function judgeAll(
  subject: TaskToCertify,
  tools: CertificateTools,
  check: CheckTools,
  options: CertifyOptions,
): Promise<Certificate> {
  const { task } = subject;
  const { setting, signal, onProperty } = options;
  const properties: Partial<Record<PropertyName, PropertyResult>> = {};
  const settle = (name: PropertyName, result: PropertyResult) => {
    properties[name] = result;
    onProperty?.(name, result);
  };
  const phases = checkedPhases(task, check, signal);
  const golds: (PhaseResult | null)[] = [];
  for (const phase of phases) golds.push(await phase.goldTest());
  const checked = await checkTask(task, check, { signal });
  settle("runs", runs(golds, setting.behaviour, findingsOf("runs", checked)));
  const context = (await phases[0]?.context()) as ProvenanceContext;
  const linted = lint(context);
  const all = [...linted, ...checked];
  settle("anchored", judged(findingsOf("anchored", all), { snippets: task.ambiguities.length }));
  settle("recoverable", recoverable(context, findingsOf("recoverable", all)));
  settle("data-proof", judged(findingsOf("data-proof", all), { rules: checked.length }));
  let mutants: MutantResult[] = [];
  let notRun = 0;
  if (properties.runs?.holds === true) {
    const limits = await mutantLimits(phases, check);
    const judges = phases.map((phase) => createPhaseJudge(phase, { behaviour: setting.behaviour, limits }));
    const open: OpenTask = { context, setting, phases, judges, limits, signal };
    const explain = survivorExplainer(open);
    const ambiguities = await tryReadings(open, explain);
    const cancelling = await cancellingReadings(open, ambiguities);
    const made = goldMutants(context);
    settle(
      "necessary",
      task.ambiguities.length === 0
        ? notApplicable("The task has no ambiguity.")
        : necessary(context, ambiguities, cancelling, findingsOf("necessary", all)),
    );
    const chosen = made.slice(0, options.mostMutants ?? made.length);
    notRun = made.length - chosen.length;
    mutants = await runMutants(open, chosen, { explain, onMutants: options.onMutants });
    settle("guarded", guarded(mutants, mutantCounts(mutants, notRun), findingsOf("guarded", all)));
    settle("stateful", await stateful(open, check, findingsOf("stateful", all)));
    settle("talkable", await talk(open, ambiguities, tools, findingsOf("talkable", all)));
  } else
    for (const name of propertyNames)
      if (properties[name] === undefined) settle(name, notJudged("The gold does not pass its tests."));
  const whole = properties as Record<PropertyName, PropertyResult>;
  return {
    instanceId: task.instanceId,
    verdict: certificateVerdict(whole),
    properties: whole,
    mutants,
    counts: mutantCounts(mutants, notRun),
    hashes: certificateHashes(subject, tools.template, setting),
  };
}

/** What the text and the SQL of a task break, without the grammar of its database: running the gold shows that. */
function lint(context: ProvenanceContext): Finding[] {
  const { gold, schema, meanings } = context;
  const dialect = gold[1][0]?.dialect ?? "postgresql";
  const around = { ...context, dialect, database: { schema, meanings }, refused: [] };
  return families.flatMap((family) => ("find" in family ? family.find(around) : []));
}

async function mutantLimits(
  phases: ReturnType<typeof checkedPhases>,
  { limits = defaultTaskLimits.statement }: CheckTools,
): Promise<StatementLimits> {
  const golds = await Promise.all(phases.map((phase) => phase.goldTest()));
  const slowest = Math.max(0, ...golds.map((gold) => gold?.elapsedMs ?? 0));
  return { ...limits, timeMs: Math.min(limits.timeMs, Math.max(leastTimeMs, slowerThanGold * slowest)) };
}

async function talk(
  open: OpenTask,
  ambiguities: readonly TriedAmbiguity[],
  { engine, tests, template }: CertificateTools,
  found: readonly Finding[],
): Promise<PropertyResult> {
  const database = await openDialogueDatabase({ engine, tests }, template);
  try {
    return await talkable(open, ambiguities, database, found);
  } finally {
    await database.close();
  }
}
