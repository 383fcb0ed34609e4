import type { Change } from "#shared/contract/changes.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { concernsOneDatabase } from "../engines/engine.ts";
import { evaluateTasks } from "../evaluation/evaluate-tasks.ts";
import { createTaskRunner, goldAnswer, taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { setAside, sortByEnds } from "../evaluation/under-way.ts";
import { tasksWithoutResult } from "../store/task-jobs.ts";
import type { StoredTask } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { withConcurrency } from "../with-concurrency.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { createPassedOver } from "./passed-over.ts";
import { checkGold, openTaskDatabase } from "./run-task.ts";
import { saveCheckFindings, saveTaskRun } from "./save-task-results.ts";
import { storedProject } from "./stored-records.ts";

interface Work {
  workspace: Workspace;
  tools: TaskTools;
  now(): Date;
  publish(change: Change): void;
  projectId: number;
  profile: EvaluatorProfile;
  concurrency: number;
  signal: AbortSignal;
  /** Told after each task that is done. */
  onDone(): Promise<void>;
}

/** Tasks that are taken out of the workspace at once: what memory holds of a project. */
const pageLength = 200;

/**
 * Runs the gold of every task of a project that has no run of its present revision, saving as it goes. A task whose database
 * cannot be loaded is passed over; the answer says how many were, and why. Rejects with the signal's reason, and with
 * `TaskEngineProblem` where the engine itself is not there.
 */
export async function runTasks(work: Work): Promise<string | null> {
  const { tools, profile, concurrency, signal } = work;
  const settings = (await storedProject(work.workspace, work.projectId)).taskSettings;
  const runner = createTaskRunner({
    engine: await tools.databases.engine(settings),
    tests: tools.tests,
    limits: taskLimits(settings.timeLimitMs),
  });
  const passedOver = createPassedOver();
  const template = async (database: string) =>
    (await tools.databases.open(settings, database, { signal })).template;
  for await (const page of pages(work, "run")) {
    const items = page.map((stored) => {
      const { task } = stored.revision;
      return { stored, task, answer: goldAnswer(task) };
    });
    const { underWay } = tools;
    const options = { runner, profile, whose: "gold", template, concurrency, underWay, signal } as const;
    for await (const { item, run, error } of evaluateTasks(items, options)) {
      if (run === null) passedOver.add(error);
      else await saveTaskRun(work, item.stored, run);
      await work.onDone();
    }
  }
  return passedOver.sentence();
}

/** Checks the gold of every task of a project that has no findings of its present revision; answers as `runTasks` does. */
export async function checkTasks(work: Work): Promise<string | null> {
  const passedOver = createPassedOver();
  const checkOne = async (stored: StoredTask, signal: AbortSignal) => {
    try {
      await check(work, stored, signal);
    } catch (error) {
      if (!concernsOneDatabase(error)) throw error;
      passedOver.add(error.message);
    }
    await work.onDone();
  };
  for await (const page of pages(work, "check")) {
    const { aside, suspects, others } = sortByEnds(page, work.tools.underWay, ({ revision: { task } }) => ({
      task,
      profile: work.profile,
      check: true,
    }));
    for (const { revision } of aside) passedOver.add(setAside(revision.task));
    await withConcurrency(1, suspects, work.signal, checkOne);
    await withConcurrency(work.concurrency, others, work.signal, checkOne);
  }
  return passedOver.sentence();
}

async function check(work: Work, stored: StoredTask, signal: AbortSignal): Promise<void> {
  const { tools, profile, projectId } = work;
  const settings = (await storedProject(work.workspace, projectId)).taskSettings;
  const { task } = stored.revision;
  const known = await work.workspace.read((db) =>
    databaseKnowledge(db, { projectId, database: task.database }),
  );
  const one = { task, settings, profile, known, signal };
  await saveCheckFindings(work, stored, await checkGold(tools, one, await openTaskDatabase(tools, one)));
}

/** The tasks to work on, in project order, read a page at a time. */
async function* pages(
  { workspace, projectId, profile }: Work,
  what: "check" | "run",
): AsyncGenerator<StoredTask[]> {
  for (let after = -1; ; ) {
    const page = await workspace.read((db) =>
      tasksWithoutResult(db, { projectId, what, profile }, after, pageLength),
    );
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
    yield page;
  }
}
