import { propertyLetPass } from "#shared/certificate/let-pass.ts";
import { certificateVerdict } from "#shared/certificate/verdict.ts";
import type { MatrixCell, MatrixRow } from "#shared/contract/certificates.ts";
import type { Certificate, PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { type CertificateHead, certificateOfTask, certificatesOfProject } from "../store/certificates.ts";
import type { ReadHandle } from "../store/handles.ts";
import { letPassOfProject } from "../store/let-pass.ts";
import { statusesOfProject } from "../store/task-status.ts";
import { chosenTasks } from "../store/tasks.ts";
import { createChangedParts, withLetPass } from "./stored-certificates.ts";

/** The chosen tasks of a project (`chosenTasks`) with what their certificates say, in project order. */
export async function certificateMatrix(
  db: ReadHandle,
  tools: TaskTools,
  projectId: number,
  taskIds: readonly number[] | null = null,
): Promise<MatrixRow[]> {
  const heads = await certificatesOfProject(db, projectId);
  const statuses = await statusesOfProject(db, projectId);
  const changedParts = await createChangedParts(db, tools, projectId);
  const summaryOf = await createSummaries(db, projectId);
  return Array.fromAsync(await chosenTasks(db, projectId, taskIds), async (stored) => {
    const { taskId, revision } = stored;
    const { instanceId, database } = revision.task;
    const head = heads.get(taskId);
    const status: TaskStatus = statuses.get(taskId) ?? "draft";
    if (head === undefined) return { taskId, instanceId, database, status, certificate: null };
    const certificate = {
      ...(await summaryOf(head)),
      madeAt: head.at,
      changed: await changedParts(stored, head),
    };
    return { taskId, instanceId, database, status, certificate };
  });
}

/** What certificates say with what persons let pass in them; their mutants are read only where one of them is ignored. */
async function createSummaries(db: ReadHandle, projectId: number) {
  const letPass = await letPassOfProject(db, projectId);
  return async (head: CertificateHead) => {
    const own = letPass.get(head.taskId) ?? { exceptions: [], ignored: [] };
    const made = own.ignored.length > 0 ? await certificateOfTask(db, head.taskId) : null;
    if (made !== null) return summary(await withLetPass(db, made, own));
    const properties = Object.fromEntries(
      Object.entries(head.properties).map(([name, result]) => [
        name,
        propertyLetPass(name as PropertyName, result, own.exceptions),
      ]),
    ) as Certificate["properties"];
    return summary({ properties, counts: head.counts, verdict: certificateVerdict(properties) });
  };
}

function summary({ properties, counts, verdict }: Pick<Certificate, "properties" | "counts" | "verdict">) {
  const cells = Object.fromEntries(
    Object.entries(properties).map(([name, result]) => [name, cellOf(result)]),
  ) as Record<PropertyName, MatrixCell>;
  const exceptions = Object.values(cells).reduce((sum, cell) => sum + cell.exceptions, 0);
  return { verdict, properties: cells, exceptions, counts };
}

function cellOf({ holds, applies, exceptions, findings }: PropertyResult): MatrixCell {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { holds, applies, exceptions: exceptions.length, errors };
}
