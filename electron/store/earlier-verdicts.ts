import type { EarlierVerdict } from "#shared/contract/verdicts.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { isSameButForLayout } from "#shared/sql/same-layout.ts";
import { squeezedPrediction } from "./dialect.ts";
import type { ReadHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { verdictsOfReviewer } from "./verdicts.ts";

/** How many are answered: more than a person looks at. */
const most = 50;

/** A reviewer's labelled verdicts on other items with the item's question, or with an equal prediction on its database. */
export async function earlierVerdicts(
  db: ReadHandle,
  itemId: number,
  reviewer: string,
  dialect: SqlDialect,
): Promise<EarlierVerdict[]> {
  const item = await db.first(
    query
      .selectFrom("item")
      .select(["project_id as projectId", "db_id as dbId", "question"])
      .select(["predicted_sql as predictedSql", "gold_sql as goldSql", squeezedPrediction.as("squeezed")])
      .where("id", "=", itemId),
  );
  if (item === undefined) return [];
  const { projectId, dbId, question, squeezed } = item;
  const rows = await db.all(judgedAlike({ itemId, reviewer, projectId, dbId, question, squeezed }));
  const related = rows
    .map((row) => ({
      row,
      sameQuestion: row.question === item.question,
      samePrediction: isSameButForLayout(row.predictedSql, item.predictedSql, dialect),
      sameGold: isSameButForLayout(row.goldSql, item.goldSql, dialect),
    }))
    .filter(({ sameQuestion, samePrediction }) => sameQuestion || samePrediction)
    .slice(0, most);
  const verdicts = await verdictsOfReviewer(
    db,
    reviewer,
    related.map(({ row }) => row.id),
  );
  return related.flatMap(({ row: { id, index, system, question }, ...same }) => {
    const verdict = verdicts.get(id);
    return verdict === undefined ? [] : [{ verdict, index, system, question, ...same }];
  });
}

/** A reviewer's labelled verdicts on other items that may be related to one, the newest first. */
const judgedAlike = compiledOnce(
  (of: {
    itemId: number;
    reviewer: string;
    projectId: number;
    dbId: string;
    question: string;
    squeezed: string;
  }) => {
    const onDatabase = query
      .selectFrom("item")
      .select("id")
      .where("project_id", "=", of.projectId)
      .where("db_id", "=", of.dbId);
    const candidates = onDatabase
      .where("question", "=", of.question)
      .union(onDatabase.where(squeezedPrediction, "=", of.squeezed).where(squeezedPrediction, "<>", ""));
    return query
      .selectFrom(candidates.as("candidate"))
      .crossJoin("item")
      .innerJoin("verdict as v", (join) =>
        join
          .onRef("v.project_id", "=", "item.project_id")
          .on("v.reviewer", "=", of.reviewer)
          .onRef("v.item_id", "=", "item.id"),
      )
      .select(["item.id", "item.idx as index", "item.system", "item.question"])
      .select(["item.predicted_sql as predictedSql", "item.gold_sql as goldSql"])
      .whereRef("item.id", "=", "candidate.id")
      .where("item.id", "<>", of.itemId)
      .where("v.label", "is not", null)
      .orderBy("v.saved_at", "desc")
      .orderBy("item.id", "desc")
      .limit(200);
  },
);
