/** The fields of ROSE's item format, under which the known ones go out. */
export type ItemField =
  | "question_id"
  | "db_id"
  | "question"
  | "evidence"
  | "predicted_sql"
  | "gold_sql"
  | "system";

/** The names under which other benchmarks write the same field, the first that is there wins. */
const aliases: Record<ItemField, readonly string[]> = {
  question_id: ["question_id", "questionId", "qid", "instance_id", "id"],
  db_id: ["db_id", "db", "database", "database_id", "dbId"],
  question: ["question", "utterance"],
  evidence: ["evidence", "hint"],
  predicted_sql: [
    "predicted_sql",
    "pred_sql",
    "predicted",
    "prediction",
    "pred",
    "predicted_query",
    "predictedSql",
  ],
  gold_sql: ["gold_sql", "gold", "SQL", "gold_query", "goldSql", "ground_truth"],
  system: ["system", "model"],
};

/** Which field of a file stands for each known one: field → the name in the file. */
export type FieldMap = ReadonlyMap<ItemField, string>;

/**
 * The known fields among the names of an item. `query` is the question where there is none of that name (InterCode)
 * and the gold where there is a question but no gold (Spider).
 */
export function mapFields(names: ReadonlySet<string>): FieldMap {
  const map = new Map<ItemField, string>();
  for (const [field, candidates] of Object.entries(aliases) as [ItemField, readonly string[]][]) {
    const name = candidates.find((candidate) => names.has(candidate));
    if (name !== undefined) map.set(field, name);
  }
  if (names.has("query")) {
    if (!map.has("question")) map.set("question", "query");
    else if (!map.has("gold_sql")) map.set("gold_sql", "query");
  }
  return map;
}

/** The names by which a missing field could have been given, for the message that says so. */
export function namesFor(field: ItemField): string {
  return aliases[field].join(", ");
}
