import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { nextInstanceId } from "#shared/domain/new-task.ts";
import type { Task } from "#shared/domain/task.ts";
import { withoutText } from "#shared/findings/lint-task.ts";
import { fileRules } from "#shared/findings/reported.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { lintEach } from "../sql-analysis/lint-each.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import type { ReadHandle } from "../store/handles.ts";
import { findingsOfTask, putTaskFindings } from "../store/task-findings.ts";
import { tasksWithoutResult } from "../store/task-jobs.ts";
import { countOfInstance, type StoredTask, taskIdsByInstance, taskRevisions } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { databaseKnowledge } from "./database-knowledge.ts";

interface Work {
  workspace: Workspace;
  analysis: SqlAnalysis;
  dialect: SqlDialect;
  projectId: number;
  now(): Date;
  signal: AbortSignal;
  /** Told after each commit which tasks have new findings. */
  onLinted(taskIds: number[]): Promise<void>;
}

/** Tasks that go to the analysis at once. */
const tasksAtOnce = 25;

/**
 * Lints the tasks of a project that have no lint of their present revision, and those that are saved meanwhile, saving as
 * it goes. Rejects with the signal's reason, and then what was finished is saved.
 */
export async function lintTasks(work: Work): Promise<void> {
  const { workspace, projectId, signal } = work;
  for (;;) {
    signal.throwIfAborted();
    const page = await workspace.read((db) =>
      tasksWithoutResult(db, { projectId, what: "lint", profile: "conv" }, -1, tasksAtOnce),
    );
    if (page.length === 0) return;
    for (const [database, tasks] of Map.groupBy(page, ({ revision }) => revision.task.database))
      await lintOfDatabase(work, database, tasks);
  }
}

async function lintOfDatabase(work: Work, database: string, tasks: readonly StoredTask[]): Promise<void> {
  const { workspace, analysis, dialect, projectId, now, signal, onLinted } = work;
  const visible = await workspace.read(async (db) =>
    visibleOf(await databaseKnowledge(db, { projectId, database })),
  );
  const toLint = tasks.map(({ revision: { task } }) => ({ task, known: [] }));
  const found = await lintEach(analysis, { tasks: toLint, ...visible, dialect }, signal);
  const at = now().toISOString();
  const saved = await workspace.write(async (db) => {
    const newest = await taskRevisions(
      db,
      tasks.map(({ taskId }) => taskId),
    );
    return (
      await Array.fromAsync(tasks, async ({ taskId, revision: { revision, task } }, index) => {
        // Saved meanwhile: it is linted again.
        if (newest.get(taskId) !== revision) return [];
        const own = [...(await idsRepeated(db, projectId, task)), ...(found[index] ?? [])];
        // The lint asks again what reading the task found in its text; what is odd in its row stays.
        const read = (await findingsOfTask(db, taskId)).filter(({ origin }) => origin === "import");
        const ofRow = withoutText(read.map(({ finding }) => finding));
        await putTaskFindings(db, { taskId, origin: "import", revision, at }, ofRow);
        await putTaskFindings(db, { taskId, origin: "lint", revision, at }, own);
        return [taskId];
      })
    ).flat();
  });
  await onLinted(saved);
}

type Visible = Pick<Parameters<SqlAnalysis["lint"]>[0], "knowledge" | "database">;

/** What the project has of what systems under test see; null for what it lacks. */
function visibleOf({ nodes, findings, schema, columnMeanings }: DatabaseKnowledge): Visible {
  return {
    knowledge: nodes.length > 0 || findings.length > 0 ? nodes : null,
    database: schema === null && columnMeanings.length === 0 ? null : { schema, meanings: columnMeanings },
  };
}

async function idsRepeated(db: ReadHandle, projectId: number, task: Task): Promise<Finding[]> {
  const { instanceId } = task;
  if ((await countOfInstance(db, projectId, instanceId)) < 2) return [];
  const next = nextInstanceId((await taskIdsByInstance(db, projectId)).keys(), task);
  return [
    fileRules.finding({
      rule: "instance-id-repeated",
      where: { kind: "field", path: ["instance_id"] },
      message: `Another task of the project also has the id ${instanceId}. Evaluators find a task by its id. Give one of the two another id.`,
      fix: {
        description: `Use the id ${next}.`,
        edit: [{ kind: "set-fields", fields: { instanceId: next } }],
      },
    }),
  ];
}
