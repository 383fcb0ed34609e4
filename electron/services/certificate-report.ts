import { reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { ReportedTask } from "#shared/certificate/report/reported-task.ts";
import type { CertificateReportFormat } from "#shared/contract/certificates.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { taskAtRevision, tasksAfter } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { ServiceFault } from "./fault.ts";
import { storedCertificate } from "./stored-certificates.ts";
import { storedProject } from "./stored-records.ts";

/** A report of the certificates of some tasks of a project, or of all (null), in project order, and a name for its file. */
export function certificateReport(
  { workspace, tools }: { workspace: Workspace; tools: TaskTools },
  input: { projectId: number; taskIds: number[] | null; format: CertificateReportFormat },
): { fileName: string; text: string } {
  const { name } = storedProject(workspace, input.projectId);
  const chosen = input.taskIds === null ? null : new Set(input.taskIds);
  const tasks = workspace.read((db) =>
    tasksAfter(db, input.projectId, -1, Number.MAX_SAFE_INTEGER)
      .filter(({ taskId }) => chosen?.has(taskId) ?? true)
      .flatMap((stored): ReportedTask[] => {
        const found = storedCertificate(db, tools, stored);
        if (found === null) return [];
        const { certificate, madeAt, changed, revision } = found;
        const task = taskAtRevision(db, stored.taskId, revision)?.revision.task ?? null;
        return [{ certificate, madeAt, changed, task }];
      }),
  );
  if (tasks.length === 0)
    throw new ServiceFault("NOT_FOUND", "None of these tasks has been certified yet. Certify them first.", {
      what: `certificates of project ${input.projectId}`,
    });
  const { ending, write } = reportFormats[input.format];
  const fileName = `${name.replace(/[^\p{L}\p{N}_-]+/gu, "-")}-certificates${ending}`;
  return { fileName, text: [...write({ title: name, tasks })].join("") };
}
