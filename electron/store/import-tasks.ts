import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import type { TaskFindingCounts } from "#shared/contract/task-list.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { engineOfDatabases } from "../engines/sources.ts";
import { putDatabaseText } from "./database-texts.ts";
import type { Transactions, WriteHandle } from "./handles.ts";
import type { OnProgress } from "./import-predictions.ts";
import { allFindings } from "./outline-tasks.ts";
import { reviewerName } from "./people.ts";
import { ensureTaskProject } from "./projects.ts";
import { readTaskFiles, type TaskFilesRead } from "./read-task-files.ts";
import { stateExceptions } from "./state-exceptions.ts";
import { appendTaskEvent } from "./task-events.ts";
import { countFindings, putFileFindings, putTaskFindings } from "./task-findings.ts";
import { makeLintStale, wantTaskJob } from "./task-jobs.ts";
import { addTask, addTaskSource, nextTaskIndex, putTask, taskById, taskIdsByInstance } from "./tasks.ts";

/** What to import into which project, on whose behalf. */
export interface TaskImportRequest {
  files: TaskFiles;
  projectName: string;
  /** Null keeps the project's own; a new project gets the folder of the tasks file. */
  databasesDir: string | null;
  /** Whether rows that cannot be read are left out; else they refuse the import. */
  skipUnreadable: boolean;
  /** What happens to a task that the project has already. */
  existing: "keep" | "revise";
  account: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** What an import of tasks brought into which project; `tasks` are new, `revised` got a revision, `kept` stayed. */
export interface TaskImportResult {
  projectId: number;
  tasks: number;
  revised: number;
  kept: number;
  skippedRows: number;
  knowledgeNodes: number;
  exceptions: number;
  findings: TaskFindingCounts;
}

/**
 * Imports tasks with what belongs to them in one transaction: all of it or, when anything fails or
 * `onProgress` throws, nothing. From then on they wait to be linted.
 */
export async function importTasks(
  { write }: Transactions,
  request: TaskImportRequest,
  onProgress: OnProgress,
): Promise<TaskImportResult> {
  const read = await readTaskFiles(request.files, (done, total) => onProgress("read", done, total));
  refuseUnreadable(read, request);
  return write((db) => saveTasks(db, read, request, onProgress));
}

function refuseUnreadable(
  { tasks, problems }: TaskFilesRead,
  { files, skipUnreadable }: TaskImportRequest,
): void {
  if (problems.length > 0 && (!skipUnreadable || tasks.length === 0)) throw new BadInput(problems);
  if (tasks.length > 0) return;
  const reason = "The file has no tasks.";
  throw new BadInput([
    {
      file: path.basename(files.tasks),
      row: null,
      field: null,
      reason,
      fix: "Write one task per line, as JSON.",
    },
  ]);
}

async function saveTasks(
  db: WriteHandle,
  read: TaskFilesRead,
  asked: TaskImportRequest,
  onProgress: OnProgress,
): Promise<TaskImportResult> {
  const request = { ...asked, account: await reviewerName(db, asked.account) };
  const { account, at, existing } = request;
  const folder = path.dirname(path.resolve(request.files.tasks));
  const names = new Set(read.tasks.flatMap(({ task }) => task.database));
  const engine = engineOfDatabases(request.databasesDir ?? folder, [...names]);
  const { projectName, databasesDir } = request;
  const projectId = await ensureTaskProject(db, projectName, { databasesDir, folder, engine }, at);
  const known = await taskIdsByInstance(db, projectId);
  const first = await nextTaskIndex(db, projectId);
  const counts = { tasks: 0, revised: 0, kept: 0 };
  for (const [index, task] of read.tasks.entries()) {
    const taskId = known.get(task.task.instanceId)?.shift();
    if (taskId === undefined) {
      await addImported(db, projectId, first + counts.tasks, task, request);
      counts.tasks += 1;
    } else if (existing === "revise" && (await reviseImported(db, taskId, task, request)))
      counts.revised += 1;
    else counts.kept += 1;
    if (index % 50 === 0) onProgress("save", index, read.tasks.length);
  }
  for (const { count, ...text } of read.texts) await putDatabaseText(db, projectId, text, { account, at });
  for (const { database, kind } of read.texts)
    if (kind === "knowledge") await makeLintStale(db, projectId, database);
  const exceptions = await stateAll(db, projectId, read, request);
  await putFileFindings(db, projectId, read.findings, at);
  await wantTaskJob(db, { projectId, kind: "lint", profile: null, predictionRunId: null });
  onProgress("save", read.tasks.length, read.tasks.length);
  const nodes = read.texts.filter(({ kind }) => kind === "knowledge").map(({ count }) => count);
  return {
    projectId,
    ...counts,
    skippedRows: read.problems.length + exceptions.left,
    knowledgeNodes: nodes.reduce((sum, count) => sum + count, 0),
    exceptions: exceptions.stated,
    findings: countFindings(allFindings(read)),
  };
}

/** States what may pass in the certificates of the tasks, once they are there; what fits none of them refuses the import. */
async function stateAll(
  db: WriteHandle,
  projectId: number,
  { exceptions }: TaskFilesRead,
  { files, skipUnreadable, at }: TaskImportRequest,
): Promise<{ stated: number; left: number }> {
  const file = path.basename(files.exceptions ?? "");
  const stating = { projectId, file, at, importId: null };
  const { findings, mutants, problems } = await stateExceptions(db, stating, exceptions ?? []);
  if (problems.length > 0 && !skipUnreadable) throw new BadInput(problems);
  return { stated: findings + mutants, left: problems.length };
}

async function addImported(
  db: WriteHandle,
  projectId: number,
  index: number,
  read: ReadTask,
  request: TaskImportRequest,
): Promise<void> {
  const taskId = await addTask(db, projectId, index, read.task);
  await noteImported(db, { taskId, revision: 1 }, read, request);
}

/** Gives a task the file's as its next revision; false where it says the same already. */
async function reviseImported(
  db: WriteHandle,
  taskId: number,
  read: ReadTask,
  request: TaskImportRequest,
): Promise<boolean> {
  const present = await taskById(db, taskId);
  if (present === null) return false;
  const { revision: before } = present;
  if (before.source?.text === read.source.text && isDeepStrictEqual(before.task, read.task)) return false;
  const revision = before.revision + 1;
  await noteImported(db, { taskId, revision }, read, request);
  await putTask(db, taskId, revision, read.task);
  return true;
}

/** Keeps what the file says of a task as one of its revisions, with the findings on reading it. */
async function noteImported(
  db: WriteHandle,
  { taskId, revision }: { taskId: number; revision: number },
  { task, source, findings }: ReadTask,
  { account, at }: TaskImportRequest,
): Promise<void> {
  await appendTaskEvent(db, {
    saveId: null,
    taskId,
    actor: account,
    at,
    action: "import",
    revision,
    baseRevision: revision - 1,
    task,
    sourceId: await addTaskSource(db, source),
    reverts: null,
  });
  await putTaskFindings(db, { taskId, origin: "import", revision, at }, findings);
}
