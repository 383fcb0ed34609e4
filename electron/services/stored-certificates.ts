import { certificateLetPass, goldText, type LetPass } from "#shared/certificate/let-pass.ts";
import { certificateVerdict } from "#shared/certificate/verdict.ts";
import { CertifiedPart, type StoredCertificate } from "#shared/contract/certificates.ts";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { Certificate } from "#shared/domain/certificate.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import type { Task } from "#shared/domain/task.ts";
import { hashesOfSetting, hashOf, knowledgeHash } from "../certificate/certificate-hashes.ts";
import type { CertificateSetting, TaskToCertify } from "../certificate/certified-task.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { type CertificateHead, certificateOfTask, type MadeCertificate } from "../store/certificates.ts";
import type { ReadHandle } from "../store/handles.ts";
import { letPassOfTask } from "../store/let-pass.ts";
import { projectById } from "../store/projects.ts";
import { type StoredTask, taskAtRevision } from "../store/tasks.ts";
import { databaseKnowledge } from "./database-knowledge.ts";

/** Certificates in a project are judged by its evaluator with its faults fixed. */
export function settingOfProject({ profile, timeLimitMs }: TaskSettings): CertificateSetting {
  return { profile, behaviour: "fixed", timeLimitMs };
}

/** A task of a project with what the project knows of its database. */
export function subjectOf(task: Task, { nodes, columnMeanings }: DatabaseKnowledge): TaskToCertify {
  return { task, nodes, columnMeanings };
}

/** Says what has changed since certificates of a project were made; each database is asked for once. */
export async function createChangedParts(
  db: ReadHandle,
  { databases }: TaskTools,
  projectId: number,
): Promise<
  (stored: StoredTask, made: Pick<CertificateHead, "hashes" | "source">) => Promise<CertifiedPart[]>
> {
  const settings = (await projectById(db, projectId))?.taskSettings;
  if (settings === undefined) return async () => [];
  const setting = hashesOfSetting(settingOfProject(settings));
  const known = new Map<string, { knowledge: string; source: string }>();
  const lookUp = async (database: string) => {
    const found = known.get(database) ?? {
      knowledge: knowledgeHash(await databaseKnowledge(db, { projectId, database })),
      source: databases.sourceKey(settings, database),
    };
    known.set(database, found);
    return found;
  };
  return async ({ revision: { task } }, { hashes, source }) => {
    const now = await lookUp(task.database);
    const current = { ...setting, task: hashOf(task), knowledge: now.knowledge };
    return CertifiedPart.options.filter((part) =>
      part === "database" ? now.source !== source : current[part] !== hashes[part],
    );
  };
}

/** The newest certificate of a task, with what persons let pass in it, and what has changed since; null where there is none. */
export async function storedCertificate(
  db: ReadHandle,
  tools: TaskTools,
  stored: StoredTask,
): Promise<StoredCertificate | null> {
  const made = await certificateOfTask(db, stored.taskId);
  if (made === null) return null;
  const changed = await (await createChangedParts(db, tools, stored.projectId))(stored, {
    hashes: made.certificate.hashes,
    source: made.source,
  });
  return {
    certificate: await withLetPass(db, made, await letPassOfTask(db, stored.taskId)),
    madeAt: made.at,
    revision: made.revision,
    changed,
  };
}

/** A certificate as it was computed, with what persons let pass in it. */
export async function withLetPass(
  db: ReadHandle,
  made: MadeCertificate,
  letPass: LetPass,
): Promise<Certificate> {
  const task = (await taskAtRevision(db, made.taskId, made.revision))?.revision.task;
  const { properties } = made.certificate;
  const certificate: Certificate = {
    ...{ instanceId: task?.instanceId ?? "", verdict: certificateVerdict(properties) },
    ...made.certificate,
  };
  return certificateLetPass(
    certificate,
    (mutant) => (task === undefined ? undefined : goldText(task, mutant)),
    letPass,
  );
}
