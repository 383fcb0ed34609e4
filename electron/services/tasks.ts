import type { TaskFilter, TaskSort } from "#shared/contract/task-list.ts";
import type { DatabaseKnowledge, TaskDetails } from "#shared/contract/tasks.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { fileFindings, findingsOfTask } from "../store/task-findings.ts";
import { taskCounts, taskFacets, taskIds, taskRows } from "../store/task-list.ts";
import { runsOfTask } from "../store/task-runs.ts";
import { taskStatusOf } from "../store/task-status.ts";
import type { Workspace } from "../store/workspace.ts";
import type { Transfers } from "../transfers.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { createSetReadings } from "./set-readings.ts";
import { storedTask } from "./stored-records.ts";
import { createTaskCreation } from "./task-creation.ts";
import { createTaskEdits } from "./task-edits.ts";
import { createTaskExports } from "./task-exports.ts";
import { createTaskImports, type TaskImportDependencies } from "./task-imports.ts";
import { readTaskSample } from "./task-sample.ts";
import { createTaskStatus } from "./task-status.ts";

interface Dependencies extends TaskImportDependencies {
  analysis: SqlAnalysis;
  /** The path of the pack of tasks that comes with the program. */
  sampleDir?: string;
  /** Where files wait for people's browsers; null where they fetch none. */
  transfers?: Transfers | null;
}

/** Tasks of a project: lists, one whole, what belongs to their databases, import, edits as events, export (SPEC H1–H7). */
export function createTasksService(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    ids: async ({ projectId, filter, sort }: { projectId: number; filter: TaskFilter; sort: TaskSort }) =>
      workspace.read((db) => taskIds(db, projectId, filter, sort)),
    rows: async ({ projectId, taskIds: ids }: { projectId: number; taskIds: number[] }) =>
      workspace.read((db) => taskRows(db, projectId, ids)),
    counts: async ({ projectId }: { projectId: number }) => workspace.read((db) => taskCounts(db, projectId)),
    facets: async ({ projectId }: { projectId: number }) => workspace.read((db) => taskFacets(db, projectId)),
    task: async ({ taskId }: { taskId: number }): Promise<TaskDetails> => taskDetails(workspace, taskId),
    knowledge: async (of: { projectId: number; database: string }): Promise<DatabaseKnowledge> =>
      workspace.read((db) => databaseKnowledge(db, of)),
    fileFindings: async ({ projectId }: { projectId: number }) =>
      workspace.read((db) => fileFindings(db, projectId)),

    sample: async () =>
      dependencies.sampleDir === undefined ? null : readTaskSample(dependencies.sampleDir),
    ...createTaskImports(dependencies),
    ...createTaskEdits(dependencies),
    ...createSetReadings(dependencies),
    ...createTaskCreation(dependencies),
    ...createTaskStatus(dependencies),
    ...createTaskExports(dependencies),
  };
}

async function taskDetails(workspace: Workspace, taskId: number): Promise<TaskDetails> {
  return workspace.read(async (db) => {
    const stored = await storedTask(db, taskId);
    const { task, source, revision, savedBy, savedAt } = stored.revision;
    return {
      taskId,
      projectId: stored.projectId,
      index: stored.index,
      task,
      source,
      revision: { revision, savedBy, savedAt },
      ...(await taskStatusOf(db, taskId)),
      findings: await findingsOfTask(db, taskId),
      lastRuns: await runsOfTask(db, taskId),
    };
  });
}
