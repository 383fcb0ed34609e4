import { emptyJudgement, type Judgement, type Verdict } from "#shared/domain/verdict.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

interface VerdictRow {
  itemId: number;
  reviewer: string;
  revision: number;
  label: Verdict["label"];
  diagnoses: string;
  note: string;
  skipped: number;
  flagged: number;
  savedAt: string;
  rubric: string;
  correctedSql: string;
}

const columns = `item_id AS itemId, reviewer, revision, label, diagnoses, note, skipped, flagged, saved_at AS savedAt, rubric,
  corrected_sql AS correctedSql`;

/** A reviewer's verdict on an item; at revision 0 and empty where nothing was saved yet. */
export function verdictOf(db: ReadHandle, projectId: number, itemId: number, reviewer: string): Verdict {
  const row = db
    .sql(`SELECT ${columns} FROM verdict WHERE project_id = ? AND reviewer = ? AND item_id = ?`)
    .get(projectId, reviewer, itemId);
  return row === undefined
    ? { ...emptyJudgement, itemId, reviewer, revision: 0, savedAt: null }
    : verdictOfRow(row as VerdictRow);
}

/** Everybody's verdicts on the given items, by item and then by name. */
export function verdictsOnItems(db: ReadHandle, itemIds: readonly number[]): Verdict[] {
  return db
    .sql(
      `SELECT ${columns} FROM verdict WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id, reviewer`,
    )
    .all(JSON.stringify(itemIds))
    .map((row) => verdictOfRow(row as VerdictRow));
}

/** A reviewer's verdicts on the given items, by item. */
export function verdictsOfReviewer(
  db: ReadHandle,
  reviewer: string,
  itemIds: readonly number[],
): Map<number, Verdict> {
  const verdicts = verdictsOnItems(db, itemIds).filter((verdict) => verdict.reviewer === reviewer);
  return new Map(verdicts.map((verdict) => [verdict.itemId, verdict]));
}

/** Everything that a reviewer said in a project, by item. */
export function verdictsInProject(db: ReadHandle, projectId: number, reviewer: string): Verdict[] {
  return db
    .sql(`SELECT ${columns} FROM verdict WHERE project_id = ? AND reviewer = ? ORDER BY item_id`)
    .all(projectId, reviewer)
    .map((row) => verdictOfRow(row as VerdictRow));
}

/** Those of the given items to which a reviewer gave a label. */
export function labelledByReviewer(
  db: ReadHandle,
  reviewer: string,
  itemIds: readonly number[],
): ReadonlySet<number> {
  const rows = db
    .sql(
      `SELECT v.item_id FROM json_each(?) asked CROSS JOIN item ON item.id = asked.value
       JOIN verdict v ON v.project_id = item.project_id AND v.reviewer = ? AND v.item_id = item.id WHERE label IS NOT NULL`,
    )
    .raw()
    .all(JSON.stringify(itemIds), reviewer) as [number][];
  return new Set(rows.map(([id]) => id));
}

/** Replaces a verdict's earlier revision: derived state, always beside `appendEvent`. */
export function putVerdict(
  db: WriteHandle,
  projectId: number,
  verdict: Judgement & { itemId: number; reviewer: string; revision: number; savedAt: string },
): void {
  db.sql(
    `INSERT OR REPLACE INTO verdict (project_id, reviewer, item_id, revision, label, diagnoses, note, skipped, flagged, saved_at,
       rubric, corrected_sql)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    projectId,
    verdict.reviewer,
    verdict.itemId,
    verdict.revision,
    verdict.label,
    JSON.stringify(verdict.diagnoses),
    verdict.note,
    Number(verdict.skipped),
    Number(verdict.flagged),
    verdict.savedAt,
    JSON.stringify(verdict.rubric),
    verdict.correctedSql,
  );
}

/** Who has verdicts in a project, and how many of them carry a label. */
export function reviewersOf(db: ReadHandle, projectId: number): { reviewer: string; labelled: number }[] {
  return db
    .sql(
      "SELECT reviewer, count(label) AS labelled FROM verdict WHERE project_id = ? GROUP BY reviewer ORDER BY reviewer",
    )
    .all(projectId) as { reviewer: string; labelled: number }[];
}

/** What the verdicts of a project, its consensus and its known answers say in the words of its form, and how many say each of it. */
export function wordsInUse(db: ReadHandle, projectId: number): { judgement: Judgement; verdicts: number }[] {
  const rows = db
    .sql(
      `SELECT label, diagnoses, rubric, count(*) AS verdicts FROM verdict WHERE project_id = @projectId
       GROUP BY label, diagnoses, rubric
       UNION ALL SELECT label, diagnoses, '{}', count(*) FROM consensus WHERE project_id = @projectId
       GROUP BY label, diagnoses
       UNION ALL SELECT expected, '[]', '{}', count(*) FROM check_item WHERE project_id = @projectId GROUP BY expected`,
    )
    .all({ projectId }) as (Pick<VerdictRow, "label" | "diagnoses" | "rubric"> & { verdicts: number })[];
  return rows.map(({ verdicts, label, diagnoses, rubric }) => ({
    judgement: {
      ...emptyJudgement,
      label,
      diagnoses: JSON.parse(diagnoses) as Judgement["diagnoses"],
      rubric: JSON.parse(rubric) as Judgement["rubric"],
    },
    verdicts,
  }));
}

/** The verdicts of a project with a label, or with a diagnosis. */
export function verdictsSaying(
  db: ReadHandle,
  projectId: number,
  field: "label" | "diagnoses",
  id: string,
): Verdict[] {
  const condition =
    field === "label" ? "label = ?" : "EXISTS (SELECT 1 FROM json_each(diagnoses) WHERE value = ?)";
  return db
    .sql(`SELECT ${columns} FROM verdict WHERE project_id = ? AND ${condition} ORDER BY item_id, reviewer`)
    .all(projectId, id)
    .map((row) => verdictOfRow(row as VerdictRow));
}

function verdictOfRow({ diagnoses, rubric, skipped, flagged, ...row }: VerdictRow): Verdict {
  return {
    ...row,
    diagnoses: JSON.parse(diagnoses) as Verdict["diagnoses"],
    rubric: JSON.parse(rubric) as Verdict["rubric"],
    skipped: skipped === 1,
    flagged: flagged === 1,
  };
}
