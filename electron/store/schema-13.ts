/** What persons let pass, by the words of what it covers; where it came from a file, from which import; and what was taken back. */
export const schema13 = `
ALTER TABLE certificate_exception RENAME TO certificate_exception_before;
CREATE TABLE certificate_exception (
  task_id INTEGER NOT NULL REFERENCES task (id),
  property TEXT NOT NULL,
  rule TEXT NOT NULL,
  location TEXT NOT NULL,
  -- Words of the message that it covers.
  about TEXT NOT NULL,
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  at TEXT NOT NULL,
  -- The import of a file that brought it; NULL where somebody stated it in a window.
  import_id TEXT,
  -- Whether it was taken back; it can be put back as it was.
  withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
  PRIMARY KEY (task_id, property, rule, location, about)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO certificate_exception (task_id, property, rule, location, about, reason, name, at)
  SELECT task_id, property, rule, location, message.value, reason, name, at
  FROM certificate_exception_before, json_each(messages) AS message;
DROP TABLE certificate_exception_before;

ALTER TABLE ignored_mutant ADD COLUMN import_id TEXT;
ALTER TABLE ignored_mutant ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1));
`;
