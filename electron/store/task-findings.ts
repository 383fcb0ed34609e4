import type { TaskFindingCounts } from "#shared/contract/task-list.ts";
import type { FindingOrigin, StoredFinding } from "#shared/contract/tasks.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** What the findings come from: import, lint or checks, at which revision, when. */
export interface FindingsStamp {
  taskId: number;
  origin: FindingOrigin;
  revision: number;
  at: string;
}

/** Replaces what the same origin found before. */
export function putTaskFindings(
  db: WriteHandle,
  { taskId, origin, revision, at }: FindingsStamp,
  findings: readonly Finding[],
): void {
  db.sql("DELETE FROM task_finding WHERE task_id = ? AND origin = ?").run(taskId, origin);
  db.sql(
    `INSERT INTO task_look (task_id, origin, revision, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (task_id, origin) DO UPDATE SET revision = excluded.revision, at = excluded.at, stale = 0`,
  ).run(taskId, origin, revision, at);
  const insert = db.sql(
    "INSERT INTO task_finding (task_id, origin, rule, severity, finding) VALUES (?, ?, ?, ?, ?)",
  );
  for (const finding of findings)
    insert.run(taskId, origin, finding.rule, finding.severity, JSON.stringify(finding));
}

interface FindingRow {
  finding: string;
  origin: FindingOrigin;
  at: string;
  isCurrent: number;
}

/** Every finding of a task: import, lint, checks, each in the order in which they were found. */
export function findingsOfTask(db: ReadHandle, taskId: number): StoredFinding[] {
  const rows = db
    .sql(
      `SELECT f.finding, f.origin, l.at, l.revision = task.revision AND l.stale = 0 AS isCurrent
       FROM task_finding f JOIN task_look l ON l.task_id = f.task_id AND l.origin = f.origin
         JOIN task ON task.id = f.task_id
       WHERE f.task_id = ?
       ORDER BY CASE f.origin WHEN 'import' THEN 0 WHEN 'lint' THEN 1 ELSE 2 END, f.id`,
    )
    .all(taskId) as FindingRow[];
  return rows.map(({ finding, isCurrent, ...row }) => ({
    ...row,
    finding: JSON.parse(finding) as Finding,
    isCurrent: isCurrent === 1,
  }));
}

/** How many findings of each severity there are among these. */
export function countFindings(findings: readonly Finding[]): TaskFindingCounts {
  const counts: TaskFindingCounts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Keeps what an import found that belongs to no task, in the place of what earlier imports of the project found. */
export function putFileFindings(
  db: WriteHandle,
  projectId: number,
  findings: readonly Finding[],
  at: string,
): void {
  db.sql("DELETE FROM file_finding WHERE project_id = ?").run(projectId);
  const insert = db.sql("INSERT INTO file_finding (project_id, finding, at) VALUES (?, ?, ?)");
  for (const finding of findings) insert.run(projectId, JSON.stringify(finding), at);
}

/** Findings of a project that belong to no task. */
export function fileFindings(db: ReadHandle, projectId: number): Finding[] {
  const rows = db.sql("SELECT finding FROM file_finding WHERE project_id = ? ORDER BY id").all(projectId);
  return (rows as { finding: string }[]).map(({ finding }) => JSON.parse(finding) as Finding);
}
