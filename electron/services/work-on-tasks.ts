import type { Change } from "#shared/contract/changes.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { TaskEngineProblem } from "../runners/task-engine-problem.ts";
import type { TaskTools } from "../runners/task-tools.ts";
import { tasksWithoutResult } from "../store/task-jobs.ts";
import type { StoredTask } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { inLanes } from "./in-lanes.ts";
import { projectOf } from "./project-of.ts";
import { checkGold, openDatabase, runTask } from "./run-task.ts";
import { keepFindings, keepRun } from "./task-runs.ts";

interface Work {
  workspace: Workspace;
  tools: TaskTools;
  now(): Date;
  publish(change: Change): void;
  projectId: number;
  what: "check" | "run";
  profile: EvaluatorProfile;
  lanes: number;
  signal: AbortSignal;
  /** Told after each task that is done. */
  onDone(): void;
}

const pageLength = 50;

/**
 * Runs or checks the gold of every task of a project that has no result of its present revision, saving as it goes. A task
 * whose database cannot be loaded is passed over; the answer says of how many that is true, and why. Rejects with the
 * signal's reason, and with `TaskEngineProblem` where no task can run.
 */
export async function workOnTasks(work: Work): Promise<string | null> {
  const passedOver = new Map<string, number>();
  await inLanes(work.lanes, pending(work), work.signal, async (stored, signal) => {
    try {
      await workOn(work, stored, signal);
    } catch (error) {
      const why = passableProblem(error);
      if (why === null) throw error;
      passedOver.set(why, (passedOver.get(why) ?? 0) + 1);
    }
    work.onDone();
  });
  if (passedOver.size === 0) return null;
  return [...passedOver]
    .map(([why, tasks]) => `${tasks} ${tasks === 1 ? "task was" : "tasks were"} passed over: ${why}`)
    .join(" ");
}

async function workOn(work: Work, stored: StoredTask, signal: AbortSignal): Promise<void> {
  const { tools, profile, what, projectId } = work;
  const settings = projectOf(work.workspace, projectId).taskSettings;
  const one = { task: stored.revision.task, settings, profile, signal };
  const database = await openDatabase(tools, one);
  if (what === "run") await keepRun(work, stored, await runTask(tools, one, database));
  else await keepFindings(work, stored, await checkGold(tools, one, database));
}

/** What concerns this task's database alone; null for what would keep every other task from running, too. */
export function passableProblem(error: unknown): string | null {
  if (!(error instanceof TaskEngineProblem)) return null;
  const { reason } = error.why;
  return reason === "no-database" || reason === "not-loaded" ? error.message : null;
}

/** The tasks to work on, in project order, read a page at a time. */
function* pending({ workspace, projectId, what, profile }: Work): Generator<StoredTask> {
  for (let after = -1; ; ) {
    const page = workspace.read((db) =>
      tasksWithoutResult(db, { projectId, what, profile }, after, pageLength),
    );
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
  }
}
