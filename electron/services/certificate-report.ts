import { reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { ReportedTask } from "#shared/certificate/report/reported-task.ts";
import type { CertificateReportFormat } from "#shared/contract/certificates.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { certificateOfTask } from "../store/certificates.ts";
import type { ReadHandle } from "../store/handles.ts";
import { letPassOfTask } from "../store/let-pass.ts";
import { chosenTasks, type StoredTask, taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { ServiceFault } from "./fault.ts";
import { fileNameFrom, othersFirst } from "./replace-file.ts";
import { createChangedParts, withLetPass } from "./stored-certificates.ts";
import { storedProject } from "./stored-records.ts";

/** Which certificates are reported, and how: those of some tasks of a project, or of all (null), in project order. */
export interface ReportWanted {
  projectId: number;
  taskIds: readonly number[] | null;
  format: CertificateReportFormat;
}

/** A report of stored certificates and a name for its file; other calls are served between two tasks. */
export async function certificateReport(
  { workspace, tools }: { workspace: Workspace; tools: TaskTools },
  { projectId, taskIds, format }: ReportWanted,
  signal: AbortSignal | undefined,
): Promise<{ fileName: string; text: string }> {
  const { name } = await storedProject(workspace, projectId);
  const { ending, write } = reportFormats[format];
  const tasks = await workspace.read((db) => reportedTasks(db, tools, { projectId, taskIds }, signal));
  if (tasks.length === 0)
    throw new ServiceFault("NOT_FOUND", "None of these tasks has been certified yet. Certify them first.", {
      what: `certificates of project ${projectId}`,
    });
  const pieces: string[] = [];
  for (const piece of write({ title: name, tasks })) {
    await othersFirst(signal);
    pieces.push(piece);
  }
  return { fileName: fileNameFrom([name, "certificates"], ending.slice(1)), text: pieces.join("") };
}

async function reportedTasks(
  db: ReadHandle,
  tools: TaskTools,
  { projectId, taskIds }: Omit<ReportWanted, "format">,
  signal: AbortSignal | undefined,
): Promise<ReportedTask[]> {
  const changedParts = await createChangedParts(db, tools, projectId);
  const tasks: ReportedTask[] = [];
  for (const stored of await chosenTasks(db, projectId, taskIds)) {
    await othersFirst(signal);
    tasks.push(...(await reportedTask(db, stored, changedParts)));
  }
  return tasks;
}

async function reportedTask(
  db: ReadHandle,
  stored: StoredTask,
  changedParts: Awaited<ReturnType<typeof createChangedParts>>,
): Promise<ReportedTask[]> {
  const made = await certificateOfTask(db, stored.taskId);
  if (made === null) return [];
  const { certificate, source, at: madeAt, revision } = made;
  return [
    {
      certificate: await withLetPass(db, made, await letPassOfTask(db, stored.taskId)),
      task: (await taskAtRevision(db, stored.taskId, revision))?.revision.task ?? null,
      ...{ madeAt, changed: await changedParts(stored, { hashes: certificate.hashes, source }) },
    },
  ];
}
