const set = (words: string) => new Set(words.split(" "));

/** Words that begin a clause behind a FROM or a select list. */
export const clauseWords = set(
  "FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION EXCEPT INTERSECT WINDOW FETCH FOR RETURNING INTO",
);

/** Words that begin a join. */
export const joinWords = set("JOIN LEFT RIGHT FULL INNER CROSS NATURAL");

/** Words that begin a query. */
export const queryWords = set("SELECT WITH VALUES");

/** Words that are between the arms of a compound query. */
export const compoundWords = set("UNION EXCEPT INTERSECT");

/** Words that behind an expression or a table begin something else, and so are no alias. */
export const notAlias = new Set([
  ...clauseWords,
  ...joinWords,
  ...set(
    "ON USING AS AND OR NOT THEN WHEN ELSE END IS IN LIKE BETWEEN ILIKE GLOB REGEXP ASC DESC NULLS COLLATE ESCAPE SET VALUES SELECT LATERAL OUTER FILTER OVER WITHIN CASE WITH TABLESAMPLE INDEXED LOOP DO SIMILAR ISNULL NOTNULL AT",
  ),
]);

/** Words that end an expression: no operand begins with them. */
export const endsExpression = new Set([
  ...clauseWords,
  ...set("THEN WHEN ELSE END AND OR ON AS ASC DESC JOIN SELECT LOOP"),
]);
