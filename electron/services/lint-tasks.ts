import { isDeepStrictEqual } from "node:util";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { findingsOfTask, putTaskFindings } from "../store/task-findings.ts";
import { tasksWithoutResult } from "../store/task-jobs.ts";
import { countOfInstance, type StoredTask, taskById } from "../store/tasks.ts";
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
  onLinted(taskIds: number[]): void;
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
    const page = workspace.read((db) =>
      tasksWithoutResult(db, { projectId, what: "lint", profile: "conv" }, -1, tasksAtOnce),
    );
    if (page.length === 0) return;
    for (const [database, tasks] of Map.groupBy(page, ({ revision }) => revision.task.database))
      await lintOfDatabase(work, database, tasks);
  }
}

async function lintOfDatabase(work: Work, database: string, tasks: readonly StoredTask[]): Promise<void> {
  const { workspace, projectId, now, onLinted } = work;
  const told = workspace.read((db) => toldOf(databaseKnowledge(db, { projectId, database })));
  const toLint = tasks.map(({ taskId, revision }) => ({
    task: revision.task,
    known: workspace.read((db) => importFindings(findingsOfTask(db, taskId))),
  }));
  const found = await linted(work, toLint, told);
  const at = now().toISOString();
  const saved = await workspace.write((db) =>
    tasks.flatMap(({ taskId, revision: { revision, task } }, index) => {
      // Saved meanwhile: it is linted again.
      if (taskById(db, taskId)?.revision.revision !== revision) return [];
      const known = toLint[index]?.known ?? [];
      const findings = found[index] ?? [];
      const kept = findings.filter((finding) => known.some((one) => isDeepStrictEqual(one, finding)));
      putTaskFindings(db, { taskId, origin: "import", revision, at }, kept);
      const own = findings.filter((finding) => !kept.includes(finding));
      if (countOfInstance(db, projectId, task.instanceId) > 1) own.unshift(idRepeated(task.instanceId));
      putTaskFindings(db, { taskId, origin: "lint", revision, at }, own);
      return [taskId];
    }),
  );
  onLinted(saved);
}

type Told = Pick<Parameters<SqlAnalysis["lint"]>[0], "knowledge" | "database">;

/** What is at hand of what systems are told; null for what is not. */
function toldOf({ nodes, findings, schema, columnMeanings }: DatabaseKnowledge): Told {
  return {
    knowledge: nodes.length > 0 || findings.length > 0 ? nodes : null,
    database: schema === null && columnMeanings.length === 0 ? null : { schema, meanings: columnMeanings },
  };
}

interface ToLint {
  task: StoredTask["revision"]["task"];
  known: Finding[];
}

/** The findings of each task. Where all at once break the analysis each goes alone, and the one that breaks it says so. */
async function linted(
  { analysis, dialect, signal }: Work,
  tasks: ToLint[],
  told: Told,
): Promise<Finding[][]> {
  try {
    return await analysis.lint({ tasks, ...told, dialect });
  } catch {
    const found: Finding[][] = [];
    for (const task of tasks) {
      signal.throwIfAborted();
      found.push(
        await analysis
          .lint({ tasks: [task], ...told, dialect })
          .then(([own]) => own ?? [])
          .catch((error: unknown) => [...task.known, lintFailed(error)]),
      );
    }
    return found;
  }
}

function idRepeated(instanceId: string): Finding {
  return {
    rule: "instance-id-repeated",
    severity: "error",
    where: { kind: "field", path: ["instance_id"] },
    message: `Another task of the project has the id ${instanceId}, too. Evaluators find a task by its id: give one of them another.`,
  };
}

function lintFailed(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return {
    rule: "lint-failed",
    severity: "warning",
    where: { kind: "task" },
    message: `The task could not be linted: ${why} Look for a text in it that is far longer or deeper than SQL is.`,
  };
}

function importFindings(kept: ReturnType<typeof findingsOfTask>): Finding[] {
  return kept.filter(({ origin }) => origin === "import").map(({ finding }) => finding);
}
