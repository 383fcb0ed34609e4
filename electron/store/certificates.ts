import type { InferResult } from "kysely";
import type { Certificate, CertificateVerdict } from "#shared/domain/certificate.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** A certificate as it was computed, of one revision of a task, and the files that its database was loaded from. */
export interface MadeCertificate {
  taskId: number;
  revision: number;
  at: string;
  source: string | null;
  certificate: Omit<Certificate, "verdict" | "instanceId">;
}

/** What is read of a certificate where its mutants are not asked for. */
export type CertificateHead = Omit<MadeCertificate, "certificate"> &
  Pick<Certificate, "hashes" | "properties" | "counts">;

/** Stores a certificate in the place of the one before. */
export async function putCertificate(
  db: WriteHandle,
  { taskId, revision, at, source, certificate }: MadeCertificate,
): Promise<void> {
  const made = {
    revision,
    at,
    source,
    hashes: jsonText(certificate.hashes),
    properties: jsonText(certificate.properties),
    counts: jsonText(certificate.counts),
    mutants: jsonText(certificate.mutants),
  };
  await db.run(
    query
      .insertInto("certificate")
      .values({ task_id: taskId, ...made })
      .onConflict((same) => same.column("task_id").doUpdateSet(made)),
  );
}

/** Stores what the certificate of a task was made from, in the place of the one before. */
export async function putOutcomes(
  db: WriteHandle,
  taskId: number,
  outcomes: Record<string, unknown>,
): Promise<void> {
  const made = { outcomes: jsonText(outcomes) };
  await db.run(
    query
      .insertInto("certificate_outcomes")
      .values({ task_id: taskId, ...made })
      .onConflict((same) => same.column("task_id").doUpdateSet(made)),
  );
}

/** What the newest certificate of a task was made from; empty where there is none. */
export async function outcomesOfTask(db: ReadHandle, taskId: number): Promise<Record<string, unknown>> {
  const row = await db.first(
    query.selectFrom("certificate_outcomes").select("outcomes").where("task_id", "=", taskId),
  );
  return row === undefined ? {} : parsed(row.outcomes);
}

const certificateHeads = query
  .selectFrom("certificate")
  .select(["task_id as taskId", "revision", "at", "source", "hashes", "properties", "counts"]);

/** The newest certificate of a task, or null. */
export async function certificateOfTask(db: ReadHandle, taskId: number): Promise<MadeCertificate | null> {
  const row = await db.first(certificateHeads.select("mutants").where("task_id", "=", taskId));
  if (row === undefined) return null;
  const { mutants, ...head } = row;
  const { hashes, properties, counts, ...made } = headOf(head);
  return { ...made, certificate: { hashes, properties, counts, mutants: parsed(mutants) } };
}

/** The certificates of a project's tasks by task, without their mutants. */
export async function certificatesOfProject(
  db: ReadHandle,
  projectId: number,
): Promise<Map<number, CertificateHead>> {
  const rows = await db.all(
    certificateHeads.where("task_id", "in", (of) =>
      of.selectFrom("task").select("id").where("project_id", "=", projectId),
    ),
  );
  return new Map(rows.map((row) => [row.taskId, headOf(row)]));
}

const headOf = ({
  hashes,
  properties,
  counts,
  ...head
}: InferResult<typeof certificateHeads>[number]): CertificateHead => ({
  ...head,
  hashes: parsed(hashes),
  properties: parsed(properties),
  counts: parsed(counts),
});

/** A verdict that a task got, and when. */
export interface VerdictLine {
  taskId: number;
  at: string;
  verdict: CertificateVerdict;
}

/** Adds a verdict to those of a task, unless it is the last one of them. */
export async function addVerdict(
  db: WriteHandle,
  { taskId, revision, at, verdict }: VerdictLine & { revision: number },
): Promise<void> {
  const last = await db.first(
    query
      .selectFrom("certificate_verdict")
      .select("verdict")
      .where("task_id", "=", taskId)
      .orderBy("seq", "desc")
      .limit(1),
  );
  if (last?.verdict === verdict) return;
  await db.run(query.insertInto("certificate_verdict").values({ task_id: taskId, revision, at, verdict }));
}

/** Every verdict on the tasks of a project, the oldest first. */
export async function verdictsOfProject(db: ReadHandle, projectId: number): Promise<VerdictLine[]> {
  return db.all(
    query
      .selectFrom("certificate_verdict as v")
      .innerJoin("task", "task.id", "v.task_id")
      .select(["v.task_id as taskId", "v.at", "v.verdict"])
      .where("task.project_id", "=", projectId)
      .orderBy("v.seq"),
  );
}
