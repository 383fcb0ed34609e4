import type { Certificate, CertificateVerdict } from "#shared/domain/certificate.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** A certificate as it was computed, of one revision of a task, and the files that its database was loaded from. */
export interface MadeCertificate {
  taskId: number;
  revision: number;
  at: string;
  source: string;
  certificate: Omit<Certificate, "verdict" | "instanceId">;
}

/** What is read of a certificate where its mutants are not asked for. */
export type CertificateHead = Omit<MadeCertificate, "certificate"> &
  Pick<Certificate, "hashes" | "properties" | "counts">;

/** Stores a certificate in the place of the one before. */
export function putCertificate(
  db: WriteHandle,
  { certificate: { hashes, properties, counts, mutants }, ...head }: MadeCertificate,
): void {
  db.sql(
    `INSERT OR REPLACE INTO certificate (task_id, revision, at, hashes, source, properties, counts, mutants)
     VALUES (@taskId, @revision, @at, @hashes, @source, @properties, @counts, @mutants)`,
  ).run({ ...head, ...asJson({ hashes, properties, counts, mutants }) });
}

/** Stores what the certificate of a task was made from, in the place of the one before. */
export function putOutcomes(db: WriteHandle, taskId: number, outcomes: Record<string, unknown>): void {
  db.sql("INSERT OR REPLACE INTO certificate_outcomes (task_id, outcomes) VALUES (?, ?)").run(
    ...[taskId, JSON.stringify(outcomes)],
  );
}

/** What the newest certificate of a task was made from; empty where there is none. */
export function outcomesOfTask(db: ReadHandle, taskId: number): Record<string, unknown> {
  const row = db.sql("SELECT outcomes FROM certificate_outcomes WHERE task_id = ?").get(taskId) as
    | { outcomes: string }
    | undefined;
  return row === undefined ? {} : (JSON.parse(row.outcomes) as Record<string, unknown>);
}

/** The newest certificate of a task, or null. */
export function certificateOfTask(db: ReadHandle, taskId: number): MadeCertificate | null {
  const row = db.sql(`SELECT ${headColumns}, mutants FROM certificate WHERE task_id = ?`).get(taskId) as
    | (HeadRow & { mutants: string })
    | undefined;
  if (row === undefined) return null;
  const { hashes, properties, counts, ...head } = headOf(row);
  const mutants = JSON.parse(row.mutants) as Certificate["mutants"];
  return { ...head, certificate: { hashes, properties, counts, mutants } };
}

/** The certificates of a project's tasks by task, without their mutants. */
export function certificatesOfProject(db: ReadHandle, projectId: number): Map<number, CertificateHead> {
  const rows = db
    .sql(`SELECT ${headColumns} FROM certificate WHERE task_id IN (SELECT id FROM task WHERE project_id = ?)`)
    .all(projectId) as HeadRow[];
  return new Map(rows.map((row) => [row.taskId, headOf(row)]));
}

const headColumns = "task_id AS taskId, revision, at, hashes, source, properties, counts";

interface HeadRow extends Omit<CertificateHead, "hashes" | "properties" | "counts"> {
  hashes: string;
  properties: string;
  counts: string;
}

function headOf({ taskId, revision, at, source, hashes, properties, counts }: HeadRow): CertificateHead {
  return {
    ...{ taskId, revision, at, source },
    hashes: JSON.parse(hashes) as Certificate["hashes"],
    properties: JSON.parse(properties) as Certificate["properties"],
    counts: JSON.parse(counts) as Certificate["counts"],
  };
}

function asJson(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** A verdict that a task got, and when. */
export interface VerdictLine {
  taskId: number;
  at: string;
  verdict: CertificateVerdict;
}

/** Adds a verdict to those of a task, unless it is the last one of them. */
export function addVerdict(
  db: WriteHandle,
  { taskId, revision, at, verdict }: VerdictLine & { revision: number },
): void {
  const last = db
    .sql("SELECT verdict FROM certificate_verdict WHERE task_id = ? ORDER BY seq DESC LIMIT 1")
    .get(taskId) as { verdict: string } | undefined;
  if (last?.verdict === verdict) return;
  db.sql("INSERT INTO certificate_verdict (task_id, revision, at, verdict) VALUES (?, ?, ?, ?)").run(
    ...[taskId, revision, at, verdict],
  );
}

/** Every verdict on the tasks of a project, the oldest first. */
export function verdictsOfProject(db: ReadHandle, projectId: number): VerdictLine[] {
  return db
    .sql(
      `SELECT v.task_id AS taskId, v.at, v.verdict FROM certificate_verdict v JOIN task ON task.id = v.task_id
       WHERE task.project_id = ? ORDER BY v.seq`,
    )
    .all(projectId) as VerdictLine[];
}
