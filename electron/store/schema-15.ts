const squeezed =
  "lower(replace(replace(replace(replace(replace(predicted_sql, ' ', ''), char(10), ''), char(13), ''), char(9), ''), ';', ''))";

// Length, head and tail of the SQL without space and semicolons.
const predictionLength = `length(${squeezed})`;
const predictionEnds = `substr(${squeezed}, 1, 40) || substr(${squeezed}, -40)`;

/** Finding equal predictions. */
export const schema15 = `
CREATE INDEX item_by_prediction ON item (project_id, db_id, ${predictionLength}, ${predictionEnds});
`;
