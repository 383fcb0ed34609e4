/**
 * One item, many opinions: an item occurs in several files; a project's labels are its own; what is settled is a record of its own;
 * imports and projects can go.
 */
export const schema14 = `
-- 1 while it is being deleted: only then its append-only rows may go.
ALTER TABLE project ADD COLUMN deleting INTEGER NOT NULL DEFAULT 0 CHECK (deleting IN (0, 1));
ALTER TABLE source ADD COLUMN deleting INTEGER NOT NULL DEFAULT 0 CHECK (deleting IN (0, 1));

-- An item in a file: the system that the file names, and the item's text there, letter by letter. An item's source_id and system are
-- those of the first file that had it.
CREATE TABLE item_occurrence (
  source_id INTEGER NOT NULL REFERENCES source (id),
  -- From 0 in its file.
  position INTEGER NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id),
  system TEXT,
  lead TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (source_id, position)
) STRICT;
INSERT INTO item_occurrence (source_id, position, item_id, system, lead, text)
  SELECT source_id, row_number() OVER (PARTITION BY source_id ORDER BY idx) - 1, id, system, lead, text
  FROM item JOIN item_text ON item_id = id;
DROP TABLE item_text;
CREATE INDEX item_occurrence_by_item ON item_occurrence (item_id, system);
CREATE INDEX item_occurrence_by_system ON item_occurrence (source_id, system, item_id);
CREATE INDEX source_by_project ON source (project_id);

DROP INDEX item_by_system;
DROP INDEX item_by_database;
CREATE INDEX item_by_question ON item (project_id, db_id, question, question_id);

-- Every change of every verdict, append-only. 'undo' names in reverts the change it takes back, 'redo' the undo; an import that is
-- taken back leaves 'take-back' where the verdict stays; 'rename' is a label or diagnosis that the project calls otherwise since.
CREATE TABLE verdict_event_new (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  save_id TEXT UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  reviewer TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('save', 'undo', 'redo', 'import', 'take-back', 'rename')),
  revision INTEGER NOT NULL CHECK (revision > 0),
  judgement TEXT NOT NULL,
  reverts INTEGER UNIQUE REFERENCES verdict_event_new (seq),
  -- The file that brought it, of an 'import'; NULL where that was taken back.
  source_id INTEGER REFERENCES source (id),
  UNIQUE (item_id, reviewer, revision)
) STRICT;
INSERT INTO verdict_event_new
  SELECT seq, save_id, event.project_id, item_id, reviewer, actor, at, action, revision, judgement, reverts,
    CASE action WHEN 'import' THEN source_id END
  FROM verdict_event event JOIN item ON item.id = item_id ORDER BY seq;
DROP TABLE verdict_event;
ALTER TABLE verdict_event_new RENAME TO verdict_event;
CREATE INDEX verdict_event_by_reviewer ON verdict_event (project_id, reviewer, seq);
CREATE INDEX verdict_event_by_source ON verdict_event (source_id) WHERE source_id IS NOT NULL;
CREATE TRIGGER verdict_event_is_never_changed BEFORE UPDATE ON verdict_event
BEGIN SELECT RAISE(ABORT, 'verdict events are append-only'); END;
CREATE TRIGGER verdict_event_is_never_deleted BEFORE DELETE ON verdict_event
  WHEN NOT EXISTS (SELECT 1 FROM project WHERE id = OLD.project_id AND deleting = 1)
   AND NOT EXISTS (SELECT 1 FROM item JOIN source ON source.id = item.source_id WHERE item.id = OLD.item_id AND source.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'verdict events are append-only'); END;

-- What the events amount to: the latest judgement of each reviewer, kept in the same transaction. Labels are those of the project's form.
CREATE TABLE verdict_new (
  project_id INTEGER NOT NULL REFERENCES project (id),
  reviewer TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id),
  revision INTEGER NOT NULL,
  label TEXT,
  diagnoses TEXT NOT NULL,
  note TEXT NOT NULL,
  skipped INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  corrected_sql TEXT NOT NULL DEFAULT '',
  -- JSON: what was given for the fields of the project's rubric.
  rubric TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (project_id, reviewer, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO verdict_new (project_id, reviewer, item_id, revision, label, diagnoses, note, skipped, flagged, saved_at)
  SELECT project_id, reviewer, item_id, revision, label, diagnoses, note, skipped, flagged, saved_at FROM verdict;
DROP TABLE verdict;
ALTER TABLE verdict_new RENAME TO verdict;
CREATE INDEX verdict_by_item ON verdict (item_id);

-- Every change of what an item was settled as, append-only; never a person's opinion.
CREATE TABLE consensus_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  save_id TEXT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('import', 'settle', 'reopen', 'undo', 'redo', 'take-back', 'rename')),
  revision INTEGER NOT NULL CHECK (revision > 0),
  -- JSON: rule, label, diagnoses, notes and by whom; NULL where the item is open again.
  consensus TEXT,
  reverts INTEGER UNIQUE REFERENCES consensus_event (seq),
  -- The file that brought it, of an 'import'.
  source_id INTEGER REFERENCES source (id),
  UNIQUE (item_id, revision)
) STRICT;
CREATE INDEX consensus_event_by_project ON consensus_event (project_id, seq);
CREATE INDEX consensus_event_by_save ON consensus_event (save_id) WHERE save_id IS NOT NULL;
CREATE INDEX consensus_event_by_source ON consensus_event (source_id) WHERE source_id IS NOT NULL;
CREATE TRIGGER consensus_event_is_never_changed BEFORE UPDATE ON consensus_event
BEGIN SELECT RAISE(ABORT, 'consensus events are append-only'); END;
CREATE TRIGGER consensus_event_is_never_deleted BEFORE DELETE ON consensus_event
  WHEN NOT EXISTS (SELECT 1 FROM project WHERE id = OLD.project_id AND deleting = 1)
   AND NOT EXISTS (SELECT 1 FROM item JOIN source ON source.id = item.source_id WHERE item.id = OLD.item_id AND source.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'consensus events are append-only'); END;

-- What those events amount to; an open item has no row.
CREATE TABLE consensus (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  project_id INTEGER NOT NULL REFERENCES project (id),
  revision INTEGER NOT NULL,
  rule TEXT NOT NULL CHECK (rule IN ('imported', 'unanimous', 'majority', 'adjudicated')),
  label TEXT NOT NULL,
  -- JSON lists.
  diagnoses TEXT NOT NULL,
  notes TEXT NOT NULL,
  -- The name of the person who settled it; NULL where a file brought it.
  settled_by TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX consensus_by_project ON consensus (project_id, rule, label);

-- Up to where a reviewer's verdicts on an item are independent: the newest verdict_event.seq when somebody else's opinion, the
-- consensus or a comment on it could first be seen.
CREATE TABLE opinion_seen (
  item_id INTEGER NOT NULL REFERENCES item (id),
  reviewer TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (item_id, reviewer)
) STRICT, WITHOUT ROWID;
`;
