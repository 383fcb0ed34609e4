import {
  type BothVerdicts,
  type FaultEvidence,
  type FaultSubject,
  type ForkResult,
  pairsAtOnce,
  type TrialPair,
  whoseFault,
} from "#shared/dialogue/fault.ts";
import { hasSimulatorErred, referenceAnswer } from "#shared/dialogue/reference-answer.ts";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Dialogue, DialogueFault } from "#shared/domain/dialogue.ts";
import { type Phase, subTasks } from "#shared/domain/task.ts";
import { type DialogueJob, type DialogueRun, playOnce, type SimulatorOfRun } from "./dialogue-job.ts";
import type { DialogueDatabase } from "./environment.ts";
import { passedBefore, type UserSimulator } from "./play-dialogue.ts";

/** So many extra turns are no limit to any system that ends. */
const boundlessPatience = 100;

/** Plays one dialogue, and where the run asks for it finds out why it failed. Rejects with the signal's reason, and with `PersonNeeded`. */
export async function playJob(
  job: DialogueJob,
  run: DialogueRun,
  database: DialogueDatabase,
): Promise<Dialogue> {
  const dialogue = await playOnce(job, run, database);
  if (!run.findFaults) return dialogue;
  const fault = await findFault(dialogue, { job, run, database });
  return { ...dialogue, fault };
}

/** What a dialogue was played with. */
interface Origin {
  job: DialogueJob;
  run: DialogueRun;
  database: DialogueDatabase;
}

/** Whether a system does the same again; programs and language models may do otherwise. */
function isRepeatable({ kind }: SystemName): boolean {
  return kind !== "command" && kind !== "model" && kind !== "person";
}

async function findFault(dialogue: Dialogue, origin: Origin): Promise<DialogueFault> {
  const { job, run } = origin;
  const subject: FaultSubject = {
    end: dialogue.end,
    behaviour: run.settings.behaviour,
    simulatorErred: hasSimulatorErred(job.prepared.context, dialogue.turns),
    isRepeatable: isRepeatable(job.system),
  };
  const evidence: FaultEvidence = {};
  for (;;) {
    const step = whoseFault(subject, evidence);
    if ("verdict" in step) return step.verdict;
    if (step.rerun === "gold") evidence.gold = await goldAgain(origin);
    else if (step.rerun === "lastSql") evidence.lastSql = await lastSqlAgain(dialogue, origin);
    else {
      const before = evidence[step.rerun];
      const pairs = before?.kind === "played" ? before.pairs : [];
      evidence[step.rerun] = await fork(dialogue, origin, changed(origin, step.rerun), pairs);
    }
  }
}

function changed({ job, run }: Origin, what: "referenceAnswers" | "unlimitedBudget") {
  if (what === "referenceAnswers") return { job, run: { ...run, simulator: referenceSimulator } };
  return { job: { ...job, patience: job.patience + boundlessPatience }, run };
}

const referenceUser: UserSimulator = {
  name: "reference",
  answer: async (context, phase, question, earlier) => referenceAnswer(context, phase, question, earlier),
};
const referenceSimulator: SimulatorOfRun = { name: referenceUser.name, begin: () => referenceUser };

/** The gold of all phases. */
async function goldAgain(origin: Origin): Promise<BothVerdicts> {
  const { task } = origin.job.prepared.context;
  const all: BothVerdicts = { shipped: true, fixed: true };
  for (const { phase, goldSql } of subTasks(task)) {
    const { shipped, fixed } = await judged(origin, phase, goldSql, task.goldSql);
    all.shipped &&= shipped;
    all.fixed &&= fixed;
  }
  return all;
}

/** What was submitted last in the phase that did not pass. */
async function lastSqlAgain({ turns, phase1Passed }: Dialogue, origin: Origin): Promise<BothVerdicts | null> {
  const failed: Phase = phase1Passed ? 2 : 1;
  const last = turns.findLast(({ phase, action }) => phase === failed && action.kind === "submit");
  if (last?.action.kind !== "submit") return null;
  return judged(origin, failed, last.action.sql, passedBefore(turns));
}

async function judged(
  { job, run, database }: Origin,
  phase: Phase,
  sql: readonly string[],
  previous: readonly string[],
): Promise<BothVerdicts> {
  const environment = database.begin(job.prepared.context, run.settings.profile);
  const { passed, passedFixed } = await environment.judge(phase, sql, previous, run.signal);
  return { shipped: passed, fixed: passedFixed };
}

/** Plays the dialogue with something changed: once where its system does the same again, else in further pairs of one seed each. */
async function fork(
  dialogue: Dialogue,
  { job, run, database }: Origin,
  change: Pick<Origin, "job" | "run">,
  before: readonly TrialPair[],
): Promise<ForkResult> {
  const times = isRepeatable(job.system) ? 1 : pairsAtOnce;
  const pairs = [...before];
  while (pairs.length < before.length + times) {
    const seed = (job.seed + pairs.length) % 2 ** 32;
    const asPlayed = pairs.length === 0 ? dialogue : await playOnce({ ...job, seed }, run, database);
    const other = await playOnce({ ...change.job, seed }, change.run, database);
    const broken = [asPlayed, other].find(({ end }) => end === "infrastructure");
    if (broken !== undefined) return { kind: "cannot-go-on", reason: broken.reason ?? "it failed" };
    pairs.push({ asPlayed: asPlayed.end === "solved", changed: other.end === "solved" });
  }
  return { kind: "played", pairs };
}
