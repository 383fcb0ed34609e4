import type { EarlierVerdict } from "#shared/contract/verdicts.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { isSameButForLayout } from "#shared/sql/same-layout.ts";
import type { ReadHandle } from "./handles.ts";
import { squeezedPrediction } from "./schema-25.ts";
import { verdictsOfReviewer } from "./verdicts.ts";

interface Row {
  id: number;
  index: number;
  system: string | null;
  question: string;
  predictedSql: string;
  goldSql: string;
}

const columns = `item.id, item.idx AS "index", item.system, item.question, item.predicted_sql AS predictedSql,
  item.gold_sql AS goldSql`;

/** How many are answered: more than a person looks at. */
const most = 50;

/** A reviewer's labelled verdicts on other items with the item's question, or with an equal prediction on its database. */
export function earlierVerdicts(
  db: ReadHandle,
  itemId: number,
  reviewer: string,
  dialect: SqlDialect,
): EarlierVerdict[] {
  const item = db.sql(`SELECT ${columns} FROM item WHERE id = ?`).get(itemId) as Row | undefined;
  if (item === undefined) return [];
  const rows = db
    .sql(
      `WITH asked AS (SELECT project_id AS p, db_id AS d, question AS q, ${squeezedPrediction} AS squeezed FROM item WHERE id = @itemId),
         related AS (SELECT item.id FROM asked JOIN item ON project_id = p AND db_id = d AND question = q
           UNION SELECT item.id FROM asked JOIN item
             ON project_id = p AND db_id = d AND ${squeezedPrediction} = squeezed
           WHERE squeezed <> '')
       SELECT ${columns} FROM related CROSS JOIN item ON item.id = related.id
       JOIN verdict v ON v.project_id = item.project_id AND v.reviewer = @reviewer AND v.item_id = item.id
       WHERE item.id <> @itemId AND v.label IS NOT NULL ORDER BY v.saved_at DESC, item.id DESC LIMIT 200`,
    )
    .all({ itemId, reviewer }) as Row[];
  const related = rows
    .map((row) => ({
      row,
      sameQuestion: row.question === item.question,
      samePrediction: isSameButForLayout(row.predictedSql, item.predictedSql, dialect),
      sameGold: isSameButForLayout(row.goldSql, item.goldSql, dialect),
    }))
    .filter(({ sameQuestion, samePrediction }) => sameQuestion || samePrediction)
    .slice(0, most);
  const verdicts = verdictsOfReviewer(
    db,
    reviewer,
    related.map(({ row }) => row.id),
  );
  return related.flatMap(({ row: { id, index, system, question }, ...same }) => {
    const verdict = verdicts.get(id);
    return verdict === undefined ? [] : [{ verdict, index, system, question, ...same }];
  });
}
