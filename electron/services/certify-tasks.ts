import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import { concernsOneDatabase, EngineProblem, isLastingFault } from "../engines/engine.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { setAside, sortByEnds } from "../evaluation/under-way.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { certificatesOfProject } from "../store/certificates.ts";
import { type CertifyJob, dropCertifyJob, wantCertifyJob, wantedCertifyJobs } from "../store/certify-jobs.ts";
import { chosenTasks, type StoredTask, taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { withConcurrency } from "../with-concurrency.ts";
import { certifyStoredTask } from "./certify-stored-task.ts";
import type { JobBoard, JobWork } from "./job-board.ts";
import { createPassedOver, type PassedOver } from "./passed-over.ts";
import { createChangedParts, settingOfProject } from "./stored-certificates.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  /** How many tasks are certified at the same time. */
  concurrency: number;
  board: JobBoard;
  now(): Date;
  publish(change: Change): void;
}

/** Certificates of many tasks in the background, one job a project; those that are not void are passed over. */
export function createCertifyTasks(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    certifyTasks: (wanted: CertifyJob): Promise<Job> => start(dependencies, wanted),
    /** Goes on with what was under way when Querent was last closed or killed. */
    async resumeCertifying(): Promise<void> {
      for (const wanted of await workspace.read(wantedCertifyJobs)) await start(dependencies, wanted);
    },
  };
}

/** What is wanted while a job runs is added to it. */
async function start(dependencies: Dependencies, asked: CertifyJob): Promise<Job> {
  const { workspace, board } = dependencies;
  const { projectId } = asked;
  await refuseUnknownProject(workspace, projectId);
  const isRunning = board.running("certify", projectId) !== null;
  const before = (await workspace.read(wantedCertifyJobs)).find((one) => one.projectId === projectId);
  const wanted = isRunning && before !== undefined ? both(before, asked) : asked;
  await board.stop("certify", projectId);
  await workspace.write((db) => wantCertifyJob(db, wanted));
  const { taskIds, total } = await tasksToCertify(dependencies, wanted);
  return board.start(
    { kind: "certify", projectId, done: total - taskIds.length, total },
    workOf(dependencies, wanted, { taskIds, total }),
  );
}

function both(one: CertifyJob, other: CertifyJob): CertifyJob {
  const all = one.taskIds === null || other.taskIds === null;
  return {
    projectId: one.projectId,
    taskIds: all ? null : [...new Set([...(one.taskIds ?? []), ...(other.taskIds ?? [])])],
    full: one.full || other.full,
  };
}

/** The tasks without a certificate that is not void, in project order, and how many are wanted in all. */
async function tasksToCertify(
  { workspace, tools }: Dependencies,
  { projectId, taskIds, full }: CertifyJob,
): Promise<{ taskIds: number[]; total: number }> {
  return workspace.read(async (db) => {
    const made = await certificatesOfProject(db, projectId);
    const changedParts = await createChangedParts(db, tools, projectId);
    const all = await chosenTasks(db, projectId, taskIds);
    const open = await Array.fromAsync(all, async (stored) => {
      const head = made.get(stored.taskId);
      if (head === undefined || (full && head.counts.notRun > 0)) return [stored.taskId];
      return (await changedParts(stored, head)).length > 0 ? [stored.taskId] : [];
    });
    return { taskIds: open.flat(), total: all.length };
  });
}

function workOf(
  dependencies: Dependencies,
  { projectId, full }: CertifyJob,
  { taskIds, total }: { taskIds: readonly number[]; total: number },
): JobWork {
  const { workspace, concurrency } = dependencies;
  return async ({ signal, progress }) => {
    const passedOver = createPassedOver();
    let done = total - taskIds.length;
    const certifyNext = async (taskId: number, stop: AbortSignal) => {
      await certifyOne(dependencies, { taskId, full, signal: stop }, passedOver);
      progress(++done);
    };
    const { aside, suspects, others } = await bySafety(dependencies, projectId, taskIds);
    for (const reason of aside) passedOver.add(reason);
    await withConcurrency(1, suspects, signal, certifyNext);
    await withConcurrency(concurrency, others, signal, certifyNext);
    await workspace.write((db) => dropCertifyJob(db, projectId));
    return passedOver.sentence();
  };
}

/** Tasks in the order in which it is safe to certify them; `aside` says of each that is not why. */
async function bySafety({ workspace, tools }: Dependencies, projectId: number, taskIds: readonly number[]) {
  const { profile } = settingOfProject((await storedProject(workspace, projectId)).taskSettings);
  const stored = await workspace.read(async (db) =>
    (await Array.fromAsync(taskIds, async (taskId) => (await taskById(db, taskId)) ?? [])).flat(),
  );
  const taskOf = ({ revision: { task } }: StoredTask) => task;
  const idOf = ({ taskId }: StoredTask) => taskId;
  const { aside, suspects, others } = sortByEnds(stored, tools.underWay, (one) => ({
    ...{ task: taskOf(one), profile },
    certificate: true,
  }));
  return {
    aside: aside.map((one) => setAside(taskOf(one))),
    suspects: suspects.map(idOf),
    others: others.map(idOf),
  };
}

async function certifyOne(
  dependencies: Dependencies,
  { taskId, full, signal }: { taskId: number; full: boolean; signal: AbortSignal },
  passedOver: PassedOver,
): Promise<void> {
  // As it is by now: it may have been edited since the job began.
  const stored = await dependencies.workspace.read((db) => taskById(db, taskId));
  if (stored === null) return;
  try {
    await certifyStoredTask(dependencies, stored, { full, concurrency: 1, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isLastingFault(error) || (error instanceof EngineProblem && !concernsOneDatabase(error))) throw error;
    passedOver.add(error instanceof Error ? error.message : String(error));
  }
}
