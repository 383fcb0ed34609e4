/** Finding the items on which labels differ, and what reviewers are asked about their opinions. */
export const schema22 = `
CREATE INDEX verdict_by_label ON verdict (project_id, item_id, label);

-- A question of an adjudicator about somebody's opinion; it waits until the person saves anew, or it is taken back.
CREATE TABLE opinion_question (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  -- The reviewer who is asked, and the revision of their verdict then.
  reviewer TEXT NOT NULL,
  revision INTEGER NOT NULL,
  question TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  -- The account of whoever asked.
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  taken_back_at TEXT
) STRICT;
CREATE INDEX opinion_question_by_item ON opinion_question (item_id, reviewer);
CREATE INDEX opinion_question_by_reviewer ON opinion_question (project_id, reviewer);
`;
