import type { Change } from "#shared/contract/changes.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { TaskRun } from "#shared/domain/task-run.ts";
import { putTaskFindings } from "../store/task-findings.ts";
import { putTaskRun } from "../store/task-runs.ts";
import type { StoredTask } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

/** Stores a run of a task at the revision that was run, and publishes the change. */
export async function saveTaskRun(
  { workspace, now, publish }: Dependencies,
  { taskId, projectId, revision: { revision } }: StoredTask,
  run: TaskRun,
): Promise<void> {
  await workspace.write((db) => putTaskRun(db, { taskId, revision, at: now().toISOString() }, run));
  publish({ type: "task-run", projectId, taskId });
}

/** Stores what the checks found at the revision that was checked, and publishes the change. */
export async function saveCheckFindings(
  { workspace, now, publish }: Dependencies,
  { taskId, projectId, revision: { revision } }: StoredTask,
  findings: readonly Finding[],
): Promise<void> {
  const source = { taskId, origin: "check" as const, revision, at: now().toISOString() };
  await workspace.write((db) => putTaskFindings(db, source, findings));
  publish({ type: "task-findings", projectId, taskId });
}
