/** What certificates were made from, apart from them: only the next certificate of the task reads it. */
export const schema12 = `
CREATE TABLE certificate_outcomes (
  task_id INTEGER PRIMARY KEY REFERENCES task (id),
  -- JSON: what was found out, by a hash of all that it depends on.
  outcomes TEXT NOT NULL
) STRICT;
`;
