import type { InputProblem } from "#shared/contract/errors.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import type { TaskFindingCounts } from "#shared/contract/task-list.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { taskFormats } from "#shared/formats/task-formats.ts";
import type { DatabaseTextKind } from "./database-texts.ts";
import type { OnProgress } from "./import-predictions.ts";
import { readTaskFiles, type TaskFilesRead } from "./read-task-files.ts";
import { countFindings } from "./task-findings.ts";

/** What is read before an import. */
export interface TaskOutline {
  form: string;
  instanceIds: string[];
  databases: { name: string; tasks: number; counts: Partial<Record<DatabaseTextKind, number>> }[];
  problems: InputProblem[];
  findings: TaskFindingCounts;
  fileFindings: Finding[];
  groundTruths: number | null;
  /** How many are stated. */
  exceptions: number | null;
}

/** Reads the files and outlines what they contain; throws `BadInput` for a file that cannot be read at all. */
export async function outlineTasks(files: TaskFiles, onProgress: OnProgress): Promise<TaskOutline> {
  const read = await readTaskFiles(files, (done, total) => onProgress("read", done, total));
  const { tasks, texts, problems, findings, groundTruths, exceptions } = read;
  const byDatabase = Map.groupBy(tasks, ({ task }) => task.database);
  return {
    form: formOf(tasks),
    instanceIds: tasks.map(({ task }) => task.instanceId),
    databases: [...byDatabase].map(([name, own]) => ({
      name,
      tasks: own.length,
      counts: Object.fromEntries(
        texts.filter(({ database }) => database === name).map(({ kind, count }) => [kind, count]),
      ),
    })),
    problems,
    findings: countFindings(allFindings(read)),
    fileFindings: findings,
    groundTruths,
    exceptions: exceptions?.length ?? null,
  };
}

/** "BIRD-Interact", or both forms with their numbers. */
function formOf(tasks: readonly ReadTask[]): string {
  const byForm = Map.groupBy(tasks, ({ source }) => source.form);
  const words = [...byForm].map(([form, own]) => ({ label: taskFormats[form].label, count: own.length }));
  return words.map(({ label, count }) => (words.length === 1 ? label : `${count} ${label}`)).join(", ");
}

/** Findings of the files and of each task in them. */
export function allFindings({ tasks, findings }: TaskFilesRead): Finding[] {
  return [...findings, ...tasks.flatMap((task) => task.findings)];
}
