import type { TaskFilter } from "#shared/contract/task-list.ts";
import type { TaskStatistics } from "#shared/domain/task-statistics.ts";
import type { TaskMeasures } from "#shared/metrics/task-measures.ts";
import { taskStatistics } from "#shared/metrics/task-statistics.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { exerciseIds } from "../store/qualification.ts";
import { taskIds } from "../store/task-list.ts";
import { taskById, taskRevisions } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  analysis: SqlAnalysis;
}

/** What was measured of the project that was asked for last. */
interface CachedMeasures {
  projectId: number;
  dialect: SqlDialect;
  tasks: Map<number, { revision: number; measures: TaskMeasures }>;
}

/** Tasks that go to the analysis at once: while it reads them, other calls are answered. */
const tasksAtOnce = 25;

/** Counts the tasks of a project; their SQL is read once for each revision, in the analysis thread. */
export function createTaskStatistics({ workspace, analysis }: Dependencies) {
  let cached: CachedMeasures | null = null;
  const keptOf = async (projectId: number): Promise<CachedMeasures> => {
    const { engine } = (await storedProject(workspace, projectId)).taskSettings;
    const dialect = dialectOf(engine);
    if (cached?.projectId !== projectId || cached.dialect !== dialect)
      cached = { projectId, dialect, tasks: new Map() };
    return cached;
  };
  async function measure({ tasks, dialect }: CachedMeasures, taskIds: readonly number[]): Promise<void> {
    const stored = await workspace.read(async (db) =>
      (await Array.fromAsync(taskIds, async (taskId) => (await taskById(db, taskId)) ?? [])).flat(),
    );
    const measured = await analysis.measure({ tasks: stored.map(({ revision }) => revision.task), dialect });
    for (const [index, { taskId, revision }] of stored.entries())
      tasks.set(taskId, { revision: revision.revision, measures: measured[index] as TaskMeasures });
  }
  return {
    statistics: async (
      { projectId, filter }: { projectId: number; filter: TaskFilter },
      { signal }: Pick<CallContext, "signal"> = {},
    ): Promise<TaskStatistics> => {
      const known = await keptOf(projectId);
      const revisions = await workspace.read(async (db) => {
        const ids = await taskIds(db, projectId, filter, { by: "file", descending: false });
        const exercises = new Set(await db.values(exerciseIds));
        return taskRevisions(
          db,
          ids.filter((id) => !exercises.has(id)),
        );
      });
      const missing = [...revisions]
        .filter(([taskId, revision]) => known.tasks.get(taskId)?.revision !== revision)
        .map(([taskId]) => taskId);
      for (let at = 0; at < missing.length; at += tasksAtOnce) {
        signal?.throwIfAborted();
        await measure(known, missing.slice(at, at + tasksAtOnce));
      }
      return taskStatistics(
        [...revisions.keys()].flatMap((taskId) => known.tasks.get(taskId)?.measures ?? []),
      );
    },
  };
}
