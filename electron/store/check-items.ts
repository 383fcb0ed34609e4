import type { CheckItem } from "#shared/contract/check-items.ts";
import type { CheckKind } from "#shared/domain/check-item.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** The items of a project with known answers, in project order. */
export function checkItemsOf(db: ReadHandle, projectId: number): CheckItem[] {
  return db
    .sql(
      `SELECT item.id AS itemId, idx AS "index", question, kind, expected
       FROM check_item c JOIN item ON item.id = c.item_id WHERE c.project_id = ? ORDER BY idx`,
    )
    .all(projectId) as CheckItem[];
}

/** Gives an item a known answer, or takes it away (`kind` null). */
export function putCheckItem(
  db: WriteHandle,
  projectId: number,
  itemId: number,
  kind: CheckKind | null,
  expected: string,
): void {
  if (kind === null)
    db.sql("DELETE FROM check_item WHERE project_id = ? AND item_id = ?").run(projectId, itemId);
  else
    db.sql("INSERT OR REPLACE INTO check_item (project_id, item_id, kind, expected) VALUES (?, ?, ?, ?)").run(
      projectId,
      itemId,
      kind,
      expected,
    );
}

/** The expected label becomes another one of the form. */
export function renameExpected(db: WriteHandle, projectId: number, from: string, to: string): void {
  db.sql("UPDATE check_item SET expected = ? WHERE project_id = ? AND expected = ?").run(to, projectId, from);
}

/** The answers of reviewers to items with known answers: how many each gave of a kind, how many were right, and wrong since cleared. */
export interface CheckAnswers {
  reviewer: string;
  kind: CheckKind;
  judged: number;
  right: number;
  /** Wrong ones that nobody has looked at. */
  open: number;
}

/** The first label that each reviewer saved on each item counts, whatever they made of it later; imported ones do not. */
export function checkAnswers(db: ReadHandle, projectId: number, reviewer: string | null): CheckAnswers[] {
  return db
    .sql(
      `SELECT e.reviewer, kind, count(*) AS judged, sum(json_extract(e.judgement, '$.label') = expected) AS right,
         sum(json_extract(e.judgement, '$.label') <> expected AND (cleared.at IS NULL OR e.at > cleared.at)) AS open
       FROM check_item c JOIN verdict_event e ON e.item_id = c.item_id
         AND e.seq = (SELECT min(seq) FROM verdict_event x WHERE x.item_id = e.item_id AND x.reviewer = e.reviewer
           AND x.action = 'save' AND json_extract(x.judgement, '$.label') IS NOT NULL)
       LEFT JOIN attention_cleared cleared ON cleared.project_id = c.project_id AND cleared.reviewer = e.reviewer
       WHERE c.project_id = @projectId AND (@reviewer IS NULL OR e.reviewer = @reviewer)
       GROUP BY e.reviewer, kind ORDER BY e.reviewer`,
    )
    .all({ projectId, reviewer }) as CheckAnswers[];
}

/** How many items of each kind a project has. */
export function checkTotals(db: ReadHandle, projectId: number): Record<CheckKind, number> {
  const rows = db
    .sql("SELECT kind, count(*) AS items FROM check_item WHERE project_id = ? GROUP BY kind")
    .all(projectId) as { kind: CheckKind; items: number }[];
  return {
    qualification: 0,
    attention: 0,
    ...Object.fromEntries(rows.map(({ kind, items }) => [kind, items])),
  };
}

/** Somebody has looked at what a reviewer got wrong until now. */
export function clearAttention(
  db: WriteHandle,
  projectId: number,
  { reviewer, by, at }: { reviewer: string; by: string; at: string },
): void {
  db.sql(
    "INSERT OR REPLACE INTO attention_cleared (project_id, reviewer, cleared_by, at) VALUES (?, ?, ?, ?)",
  ).run(projectId, reviewer, by, at);
}
