/** What judges (language models with a protocol, as ROSE's) say of items: neither opinions nor consensus. */
export const schema23 = `
CREATE TABLE judge_label (
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  judge TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
  -- 1: the judge holds the prediction for right. NULL, here and below: it said nothing of that.
  score INTEGER,
  gold_x INTEGER,
  amb_q INTEGER,
  imported_by TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  PRIMARY KEY (project_id, judge, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX judge_label_by_item ON judge_label (item_id);
`;
