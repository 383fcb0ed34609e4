import type { Certificate, CertificateHashes } from "../../domain/certificate.ts";
import type { SubTask, Task } from "../../domain/task.ts";
import { subTasks } from "../../domain/task.ts";

/** A certificate as a report shows it, with the task that it speaks of. */
export interface ReportedTask {
  certificate: Certificate;
  /** The task as it was certified; null where that is not at hand: its gold is then not shown. */
  task: Task | null;
  /** ISO time; null where nobody wrote it down. */
  madeAt: string | null;
  /** What changed since: the certificate is void where this is not empty. */
  changed: readonly (keyof CertificateHashes)[];
}

/** Certificates that are reported together. */
export interface CertificateReport {
  /** The name of the file or project that the tasks are from. */
  title: string;
  tasks: readonly ReportedTask[];
}

/** What changed since a certificate was computed, in words. */
export const changedWords: Record<keyof CertificateHashes, string> = {
  task: "the task",
  database: "the database",
  knowledge: "the knowledge base or the column meanings",
  profile: "the evaluator",
  simulator: "the user simulator",
  operators: "the operators that make mutants",
};

/** Why a certificate is void, in words: "the task, the database changed". */
export function voidBecause(changed: ReportedTask["changed"]): string {
  return `${changed.map((part) => changedWords[part]).join(", ")} changed`;
}

/** The text of the gold that a mutant changes; null where it is not at hand, or is not the text that was changed. */
export function changedGold(
  { task }: ReportedTask,
  { phase, statement, range }: { phase: SubTask["phase"]; statement: number; range: { to: number } },
): string | null {
  if (task === null) return null;
  const sql = subTasks(task).find((one) => one.phase === phase)?.goldSql[statement];
  return sql === undefined || range.to > sql.length ? null : sql;
}
