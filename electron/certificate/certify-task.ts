import { guarded } from "#shared/certificate/guarded.ts";
import { mutantCounts } from "#shared/certificate/mutant-score.ts";
import { necessary } from "#shared/certificate/necessary.ts";
import { findingsOf, speakOf } from "#shared/certificate/property-rules.ts";
import { runs } from "#shared/certificate/runs.ts";
import { certificateVerdict, judged, notApplicable, notJudged } from "#shared/certificate/verdict.ts";
import {
  type Certificate,
  type MutantResult,
  type PropertyName,
  type PropertyResult,
  propertyNames,
  type SurvivorEvidence,
} from "#shared/domain/certificate.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { textLength, tooLongToTakeApart } from "#shared/domain/sql-length.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import {
  type CheckFamily,
  type CheckTools,
  checkedPhases,
  checkFamilies,
  checkPhase,
  type TriedPhase,
} from "../checks/check-task.ts";
import { mustRunAgain } from "../dialogues/environment.ts";
import type { Engine, StatementLimits, TemplateRef } from "../engines/engine.ts";
import { createTaskRunner, defaultTaskLimits, taskLimits } from "../evaluation/phases.ts";
import type { TestRunner } from "../python/test-runner.ts";
import {
  type CertificateMutants,
  type CertificateTexts,
  certificateMutants,
  certificateTexts,
} from "../sql-analysis/computations.ts";
import { GivenUp, type SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { answeredByJudges } from "./answered-by-judges.ts";
import { certificateHashes, hashOf } from "./certificate-hashes.ts";
import type {
  CertificateSetting,
  OpenTask,
  RecallInPhase,
  Survivor,
  TaskToCertify,
} from "./certified-task.ts";
import { codeHashes } from "./code-hashes.ts";
import { type SurvivorExplainer, survivorExplainer } from "./explain-survivor.ts";
import { idleParts } from "./idle-parts.ts";
import { lend, runnerWhenNeeded, stateWhenNeeded } from "./open-when-needed.ts";
import { createOutcomes, type Outcomes, textsOfPhase } from "./outcome-cache.ts";
import { createPhaseJudge, type LendPhases } from "./phase-judge.ts";
import { runMutants } from "./run-mutants.ts";
import { stateful } from "./stateful.ts";
import { talkable } from "./talkable.ts";
import { cancellingReadings, tryReadings } from "./try-readings.ts";
import { type Explained, explainedBy, firstAnswer, type Unexplained } from "./unexplained.ts";

/** Where certificates are computed: a database, and Python for its tests. */
export interface CertificateTools {
  engine: Engine;
  template: TemplateRef;
  tests: TestRunner;
  /** Takes long SQL apart in a thread; at once where it is not given. */
  compute?: SqlAnalysis["compute"] | undefined;
}

export interface CertifyOptions {
  setting: CertificateSetting;
  /** How many mutants are run, those in snippets first; null for all. */
  mostMutants: number | null;
  /** So many answers are judged at once, each on a state of its own; one after another where it is not given. */
  concurrency?: number;
  signal: AbortSignal;
  /** What an earlier certificate was made from, and then what this one is made from. */
  outcomes?: Outcomes;
  /** Each property as it is judged. */
  onProperty?(name: PropertyName, result: PropertyResult): void;
  /**
   * What can be said of a property while rows are searched for what passes its tests; again as soon as it is sure not to hold.
   * It is judged after that.
   */
  onFirstAnswer?(name: PropertyName, result: PropertyResult): void;
  /** How many mutants have run, after each of them. */
  onMutants?(done: number, total: number): void;
  /** For how many survivors rows were searched, before the first and after each of them. */
  onSurvivors?(done: number, total: number): void;
}

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
  const { timeLimitMs, profile } = options.setting;
  const tooLong = tooLongToTakeApart(subject.task);
  if (tooLong !== null) return notCertified(subject, template, { ...options, reason: tooLong });
  const limits = timeLimitMs === undefined ? defaultTaskLimits : taskLimits(timeLimitMs);
  const runner = runnerWhenNeeded(createTaskRunner({ engine, tests, limits }), template);
  // Where one state is needed the other mostly is, too: opened side by side they take half the time.
  const state = stateWhenNeeded(engine, template, runner.begin);
  const outcomes = options.outcomes ?? createOutcomes();
  const ground = [codeHashes().judging, engine.kind, template.id, options.setting];
  const check: CheckTools = {
    ...{ state, profile, limits: limits.statement },
    tester: { compile: tests.compile, runner },
    known: { nodes: subject.nodes, columnMeanings: subject.columnMeanings },
    recallSchema: (read) => outcomes.recall("schema", [engine.kind, template.id], read),
  };
  const texts = ([1, 2] as const).map((phase) => hashOf([ground, phase, textsOfPhase(subject.task, phase)]));
  const recall: RecallInPhase = (phase, what, inputs, ...make) =>
    outcomes.recall(what, [texts[phase - 1], inputs], ...make);
  const states = [state];
  const phases = checkedPhases(subject.task, check, options.signal);
  const onPhases: LendPhases = lend((made) => {
    if (made === 0) return phases;
    const another = stateWhenNeeded(engine, template, () => {});
    states.push(another);
    return checkedPhases(subject.task, { ...check, state: another }, options.signal);
  });
  try {
    return await judgeAll(subject, { ...tools, check, phases, onPhases, recall }, options);
  } finally {
    await Promise.all([...states.map((one) => one.close()), runner.close()]);
  }
}

/** The certificate of a task of which no property could be judged. */
function notCertified(
  subject: TaskToCertify,
  template: TemplateRef,
  { setting, reason, onProperty }: CertifyOptions & { reason: string },
): Certificate {
  const properties = Object.fromEntries(propertyNames.map((name) => [name, notJudged(reason)])) as Record<
    PropertyName,
    PropertyResult
  >;
  for (const name of propertyNames) onProperty?.(name, properties[name]);
  return {
    instanceId: subject.task.instanceId,
    verdict: certificateVerdict(properties),
    properties,
    mutants: [],
    counts: mutantCounts([], 0),
    hashes: certificateHashes(subject, template, setting),
  };
}

interface JudgeTools extends CertificateTools {
  check: CheckTools;
  phases: readonly TriedPhase[];
  /** Lends the phases on that state, or on another one while that is lent. */
  onPhases: LendPhases;
  recall: RecallInPhase;
}

async function judgeAll(
  subject: TaskToCertify,
  tools: JudgeTools,
  options: CertifyOptions,
): Promise<Certificate> {
  const { task } = subject;
  const { setting, signal, onProperty } = options;
  const properties: Partial<Record<PropertyName, PropertyResult>> = {};
  const settle = (name: PropertyName, result: PropertyResult) => {
    properties[name] = result;
    onProperty?.(name, result);
  };
  const { phases, onPhases } = tools;
  const context = (await phases[0]?.context()) as ProvenanceContext;
  const notTakenApart = (reason: string) => notCertified(subject, tools.template, { ...options, reason });
  const own = textsOf(subject, context, tools);
  const texts = await own.findings();
  if (typeof texts === "string") return notTakenApart(texts);
  const linted = texts.found;
  settle("anchored", judged(findingsOf("anchored", linted), { snippets: task.ambiguities.length }));
  settle("recoverable", texts.recoverable);
  // In its thread the one waits for nothing of the other.
  const [made, golds] = await Promise.all([own.mutants(options.mostMutants), goldTests(phases, tools)]);
  if (typeof made === "string") return notTakenApart(made);
  const [ofRuns, others] = askedFamilies();
  const first = [...linted, ...(await askAll(ofRuns, phases, tools, signal))];
  settle("runs", runs(golds, setting.behaviour, findingsOf("runs", first)));
  const all = [...first, ...(await askAll(others, phases, tools, signal))];
  const asked = phases.length * (ofRuns.length + others.length);
  const idle = await idleIn(phases, tools);
  settle("data-proof", judged([...findingsOf("data-proof", all), ...idle], { checks: asked }));
  const { concurrency = 1 } = options;
  const open = { context, setting, phases, recall: tools.recall, concurrency, signal };
  settle("stateful", await stateful(open, tools.check, { found: findingsOf("stateful", all), golds }));
  let ran: Awaited<ReturnType<typeof judgeAnswers>> = { mutants: [], notRun: 0 };
  if (properties.runs?.holds === true) {
    const limits = mutantLimits(golds, tools.check);
    const judges = phases.map((phase) =>
      createPhaseJudge(phase, {
        ...{ behaviour: setting.behaviour, limits, onPhases },
        match: tools.tests.matching.match,
      }),
    );
    ran = await judgeAnswers(
      { ...open, judges, limits },
      { texts, made, found: all, tools, options, settle },
    );
  } else
    for (const name of propertyNames)
      if (properties[name] === undefined) settle(name, notJudged("The gold does not pass its tests."));
  const whole = inOrder(properties);
  return {
    instanceId: task.instanceId,
    verdict: certificateVerdict(whole),
    properties: whole,
    mutants: ran.mutants,
    counts: mutantCounts(ran.mutants, ran.notRun),
    hashes: certificateHashes(subject, tools.template, setting),
  };
}

/** The properties in one order, whether or not rows were searched in between. */
const inOrder = (properties: Partial<Record<PropertyName, PropertyResult>>) =>
  Object.fromEntries(propertyNames.map((name) => [name, properties[name]])) as Record<
    PropertyName,
    PropertyResult
  >;

interface JudgingAnswers {
  /** What its texts give: what asking learns. */
  texts: CertificateTexts;
  made: CertificateMutants;
  /** What lint and checks found. */
  found: readonly Finding[];
  tools: JudgeTools;
  options: CertifyOptions;
  settle(name: PropertyName, result: PropertyResult): void;
}

/**
 * The properties that other answers than the gold prove: its readings, its mutants, and what built-in systems submit. All of
 * them are answered before rows are searched for what survives.
 */
async function judgeAnswers(
  open: OpenTask,
  { texts, made, found, tools, options, settle }: JudgingAnswers,
): Promise<{ mutants: MutantResult[]; notRun: number }> {
  const { context } = open;
  const explainer = survivorExplainer(open);
  const searches = searchesFor(explainer, { options, settle });
  const readings = await tryReadings(open, explainer.atOnce);
  const cancelling = await cancellingReadings(open, readings.ambiguities);
  searches.answer("necessary", readings.unexplained, (explained) => {
    if (context.task.ambiguities.length === 0) return notApplicable("The task has no ambiguity.");
    const all = readings.ambiguities.map((one) => ({
      ...one,
      tried: one.tried.map((reading) => explainedBy(explained, reading)),
    }));
    return necessary(context, all, cancelling, findingsOf("necessary", found));
  });
  const database = answeredByJudges(open, (previous, own) => judgeAfter(open, tools, previous, own));
  const words = [...findingsOf("talkable", found), ...texts.learnt];
  settle("talkable", await talkable(open, readings.ambiguities, database, words));
  const { mutants: chosen, notRun } = made;
  const { onMutants } = options;
  const ran = await runMutants(open, chosen, { explain: explainer.atOnce, onMutants });
  const allOf = (explained: Explained<MutantResult>) =>
    ran.mutants.map((mutant) => explainedBy(explained, mutant));
  const explained = searches.answer("guarded", ran.unexplained, (by) =>
    guarded(allOf(by), mutantCounts(allOf(by), notRun), findingsOf("guarded", found)),
  );
  await searches.run();
  return { mutants: allOf(explained), notRun };
}

/** Answers properties by what is known, and again behind searches for rows, where these are needed. */
function searchesFor(
  { byRows }: SurvivorExplainer,
  { options, settle }: Pick<JudgingAnswers, "options" | "settle">,
) {
  const searches: (() => Promise<void>)[] = [];
  let [done, total] = [0, 0];
  const explain = async (survivor: Survivor) => {
    const evidence = await byRows(survivor);
    done += 1;
    options.onSurvivors?.(done, total);
    return evidence;
  };
  return {
    /** What it returns is filled by `run`. */
    answer<Of>(
      name: PropertyName,
      unexplained: Unexplained<Of>,
      judge: (explained: Explained<Of>) => PropertyResult,
    ): Explained<Of> {
      const explained = new Map<Of, SurvivorEvidence>();
      if (unexplained.size === 0) settle(name, judge(explained));
      else {
        total += unexplained.size;
        let said = firstAnswer(unexplained, judge);
        options.onFirstAnswer?.(name, said);
        searches.push(async () => {
          for (const [result, survivor] of unexplained) {
            explained.set(result, await explain(survivor));
            // One that nothing explains is enough to say it, minutes before all are searched.
            if (said.holds !== false) {
              said = firstAnswer(unexplained, judge, explained);
              if (said.holds === false) options.onFirstAnswer?.(name, said);
            }
          }
          settle(name, judge(explained));
        });
      }
      return explained;
    },
    async run(): Promise<void> {
      if (total > 0) options.onSurvivors?.(done, total);
      for (const search of searches) await search();
    },
  };
}

/** What the tests say of an answer to phase 2 behind an answer to phase 1; null where there is no phase 2. */
async function judgeAfter(
  { context: { task }, recall, signal }: OpenTask,
  { check, template, engine }: JudgeTools,
  previous: readonly string[],
  texts: readonly string[],
): Promise<PhaseResult | null> {
  const { profile, tester } = check;
  if (tester === null || !mustRunAgain(task, profile, previous, engine)) return null;
  const answer = { phase1: previous, phase2: texts };
  return recall(2, "judge after", [previous, texts], async () => {
    const run = await tester.runner.run({ task, template, profile, answer, whose: "predicted" }, { signal });
    return run.phases.at(-1) ?? null;
  });
}

/** What the tests of each phase say of its gold. */
async function goldTests(
  phases: readonly TriedPhase[],
  { recall }: JudgeTools,
): Promise<(PhaseResult | null)[]> {
  const golds: (PhaseResult | null)[] = [];
  for (const phase of phases) golds.push(await recall(phase.part.phase, "gold", [], () => phase.goldTest()));
  return golds;
}

/** The families that speak of a property: those of whether the gold runs, then the others. */
function askedFamilies(): [CheckFamily[], CheckFamily[]] {
  const asked = checkFamilies.filter(({ rules }) => speakOf(Object.keys(rules)));
  const isOfRuns = ({ rules }: CheckFamily) => speakOf(Object.keys(rules), "runs");
  return [asked.filter(isOfRuns), asked.filter((family) => !isOfRuns(family))];
}

async function idleIn(phases: readonly TriedPhase[], { recall }: JudgeTools): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const phase of phases)
    found.push(...(await recall(phase.part.phase, "idle parts", [], () => idleParts(phase))));
  return found;
}

async function askAll(
  asked: readonly CheckFamily[],
  phases: readonly TriedPhase[],
  { check, recall }: JudgeTools,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const phase of phases)
    for (const family of asked) {
      const make = () => checkPhase(phase, family, check, signal);
      found.push(...(await recall(phase.part.phase, "check", family.about, make)));
    }
  return found;
}

/** What the texts of a task give, taken apart in a thread where there is one; in words why not, where that takes too long. */
function textsOf(
  { task, nodes, columnMeanings: meanings }: TaskToCertify,
  context: ProvenanceContext,
  { compute, engine }: JudgeTools,
) {
  const parts = { task, nodes, meanings, schema: context.schema, dialect: dialectOf(engine.kind) };
  const orWhy = <Made>(making: Promise<Made>): Promise<Made | string> =>
    making.catch((error: unknown) => {
      if (error instanceof GivenUp) return error.message;
      throw error;
    });
  return {
    findings: async () =>
      compute === undefined
        ? certificateTexts(context)
        : orWhy(compute("certificateTexts", { parts }, textLength(task))),
    mutants: async (mostMutants: number | null) =>
      compute === undefined
        ? certificateMutants(context, mostMutants)
        : orWhy(compute("certificateMutants", { parts, mostMutants }, textLength(task))),
  };
}

function mutantLimits(
  golds: readonly (PhaseResult | null)[],
  { limits = defaultTaskLimits.statement }: CheckTools,
): StatementLimits {
  const slowest = Math.max(0, ...golds.map((gold) => gold?.elapsedMs ?? 0));
  return { ...limits, timeMs: Math.min(limits.timeMs, Math.max(leastTimeMs, slowerThanGold * slowest)) };
}
