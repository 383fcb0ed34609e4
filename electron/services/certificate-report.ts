import { reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { ReportedTask } from "#shared/certificate/report/reported-task.ts";
import type { ReportFormat } from "#shared/domain/certificate.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { certificateOfTask } from "../store/certificates.ts";
import type { ReadHandle } from "../store/handles.ts";
import { letPassOfTask } from "../store/let-pass.ts";
import { type StoredTask, taskAtRevision, tasksAfter } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { fileNameFrom, othersFirst } from "./replace-file.ts";
import { createChangedParts, withLetPass } from "./stored-certificates.ts";
import { storedProject } from "./stored-records.ts";

/** Which certificates are reported, and how: those of some tasks of a project, or of all (null). */
export interface ReportWanted {
  projectId: number;
  taskIds: readonly number[] | null;
  format: ReportFormat;
}

/** Writes a report of stored certificates; tasks without one are left out and counted. */
export async function certificateReport(
  { workspace, tools }: { workspace: Workspace; tools: TaskTools },
  { projectId, taskIds, format }: ReportWanted,
  signal: AbortSignal | undefined,
) {
  const { name } = storedProject(workspace, projectId);
  const chosen = taskIds === null ? null : new Set(taskIds);
  return workspace.snapshot(async (db) => {
    const wanted = tasksAfter(db, projectId, -1, Number.MAX_SAFE_INTEGER).filter(
      ({ taskId }) => chosen?.has(taskId) ?? true,
    );
    const changedParts = createChangedParts(db, tools, projectId);
    const tasks: ReportedTask[] = [];
    for (const stored of wanted) {
      await othersFirst(signal);
      tasks.push(...reportedTask(db, stored, changedParts));
    }
    const { ending, write } = reportFormats[format];
    const pieces: string[] = [];
    for (const piece of write({ title: name, tasks })) {
      await othersFirst(signal);
      pieces.push(piece);
    }
    return {
      fileName: fileNameFrom([name, "certificates"], ending.slice(1)),
      ...{ text: pieces.join(""), tasks: tasks.length, withoutCertificate: wanted.length - tasks.length },
    };
  });
}

function reportedTask(
  db: ReadHandle,
  stored: StoredTask,
  changedParts: ReturnType<typeof createChangedParts>,
): ReportedTask[] {
  const made = certificateOfTask(db, stored.taskId);
  if (made === null) return [];
  const { certificate, source, at: madeAt, revision } = made;
  return [
    {
      certificate: withLetPass(db, made, letPassOfTask(db, stored.taskId)),
      task: taskAtRevision(db, stored.taskId, revision)?.revision.task ?? null,
      ...{ madeAt, changed: changedParts(stored, { hashes: certificate.hashes, source }) },
    },
  ];
}
