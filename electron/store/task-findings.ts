import type { TaskFindingCounts } from "#shared/contract/task-list.ts";
import type { FindingOrigin, StoredFinding } from "#shared/contract/tasks.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { asFlag, compiledOnce, query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** What the findings come from: import, lint or checks, at which revision, when. */
export interface FindingsStamp {
  taskId: number;
  origin: FindingOrigin;
  revision: number;
  at: string;
}

/** Replaces what the same origin found before. */
export async function putTaskFindings(
  db: WriteHandle,
  { taskId, origin, revision, at }: FindingsStamp,
  findings: readonly Finding[],
): Promise<void> {
  await db.run(query.deleteFrom("task_finding").where("task_id", "=", taskId).where("origin", "=", origin));
  await db.run(putOrigin({ task_id: taskId, origin, revision, at, stale: 0 }));
  for (const finding of findings) {
    const { rule, severity } = finding;
    await db.run(insertFinding({ task_id: taskId, origin, rule, severity, finding: jsonText(finding) }));
  }
}

const putOrigin = compiledOnce(({ task_id, origin, ...now }: NewRow<"task_finding_origin">) =>
  query
    .insertInto("task_finding_origin")
    .values({ task_id, origin, ...now })
    .onConflict((same) => same.columns(["task_id", "origin"]).doUpdateSet(now)),
);

const insertFinding = compiledOnce((row: NewRow<"task_finding">) =>
  query.insertInto("task_finding").values(row),
);

/** Every finding of a task: import, lint, checks, each in the order in which they were found. */
export async function findingsOfTask(db: ReadHandle, taskId: number): Promise<StoredFinding[]> {
  const rows = await db.all(
    query
      .selectFrom("task_finding as f")
      .innerJoin("task_finding_origin as o", (join) =>
        join.onRef("o.task_id", "=", "f.task_id").onRef("o.origin", "=", "f.origin"),
      )
      .innerJoin("task", "task.id", "f.task_id")
      .select(["f.finding", "f.origin", "o.at"])
      .select((of) =>
        asFlag(of.and([of("o.revision", "=", of.ref("task.revision")), of("o.stale", "=", 0)])).as(
          "isCurrent",
        ),
      )
      .where("f.task_id", "=", taskId)
      .orderBy("f.id"),
  );
  const inOrder: FindingOrigin[] = ["import", "lint", "check"];
  return rows
    .map(({ finding, isCurrent, ...row }) => ({
      ...row,
      finding: parsed(finding),
      isCurrent: isCurrent === 1,
    }))
    .sort((one, other) => inOrder.indexOf(one.origin) - inOrder.indexOf(other.origin));
}

/** How many findings of each severity there are among these. */
export function countFindings(findings: readonly Finding[]): TaskFindingCounts {
  const counts: TaskFindingCounts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Keeps what an import found that belongs to no task, in the place of what earlier imports of the project found. */
export async function putFileFindings(
  db: WriteHandle,
  projectId: number,
  findings: readonly Finding[],
  at: string,
): Promise<void> {
  await db.run(query.deleteFrom("file_finding").where("project_id", "=", projectId));
  for (const finding of findings)
    await db.run(
      query.insertInto("file_finding").values({ project_id: projectId, finding: jsonText(finding), at }),
    );
}

/** Findings of a project that belong to no task. */
export async function fileFindings(db: ReadHandle, projectId: number): Promise<Finding[]> {
  const findings = query
    .selectFrom("file_finding")
    .select("finding")
    .where("project_id", "=", projectId)
    .orderBy("id");
  return (await db.values(findings)).map((finding) => parsed(finding));
}
