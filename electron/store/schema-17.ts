/** Items with known answers: what reviewers qualify by, and what shows whether they still look. */
export const schema17 = `
CREATE TABLE check_item (
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('qualification', 'attention')),
  -- The label that an attentive reviewer gives.
  expected TEXT NOT NULL,
  PRIMARY KEY (project_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX check_item_by_item ON check_item (item_id);

-- Up to when somebody has looked at a reviewer's failed attention items: what is later counts.
CREATE TABLE attention_cleared (
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  reviewer TEXT NOT NULL,
  cleared_by TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (project_id, reviewer)
) STRICT, WITHOUT ROWID;
`;
