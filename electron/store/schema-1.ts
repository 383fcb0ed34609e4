/** The first workspace schema. Released migrations are never changed; the next one is appended in migrations.ts. */
export const schema1 = `
CREATE TABLE project (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  databases_dir TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- 1 while its evaluation is wanted: it goes on after a restart
  evaluating INTEGER NOT NULL DEFAULT 0
) STRICT;

-- An imported file: what stood around its items, so that it can be written again byte for byte.
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  file_name TEXT NOT NULL,
  form TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('list', 'lines')),
  prologue TEXT NOT NULL,
  epilogue TEXT NOT NULL,
  reviewer TEXT,
  imported_by TEXT NOT NULL,
  imported_at TEXT NOT NULL
) STRICT;

-- Ids grow with idx inside a project. question_id is JSON, since it may be a number or a text.
CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  source_id INTEGER NOT NULL REFERENCES source (id),
  idx INTEGER NOT NULL,
  question_id TEXT NOT NULL,
  db_id TEXT NOT NULL,
  system TEXT,
  question TEXT NOT NULL,
  evidence TEXT NOT NULL,
  predicted_sql TEXT NOT NULL,
  gold_sql TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX item_in_order ON item (project_id, idx, db_id, system);
CREATE INDEX item_by_database ON item (project_id, db_id);
CREATE INDEX item_by_system ON item (project_id, system);

-- The item's text in its file, apart from the item so that searching does not read past it.
CREATE TABLE item_text (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  lead TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

-- What filters ask of an evaluation; EX is 1, 0 or NULL where it does not apply.
CREATE TABLE evaluation (
  project_id INTEGER NOT NULL REFERENCES project (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  ex_set INTEGER,
  ex_multiset INTEGER,
  ex_ordered INTEGER,
  ex_first200 INTEGER,
  difference TEXT NOT NULL,
  predicted_status TEXT NOT NULL,
  gold_status TEXT NOT NULL,
  -- 1: asked for again, shown until the new one is there
  stale INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE evaluation_detail (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  evaluation TEXT NOT NULL,
  evaluated_at TEXT NOT NULL
) STRICT;

-- Every change of every verdict, append-only. 'undo' names in reverts the change it takes back, 'redo' the undo.
CREATE TABLE verdict_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  save_id TEXT UNIQUE,
  project_id INTEGER NOT NULL REFERENCES project (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  reviewer TEXT NOT NULL,
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('save', 'undo', 'redo', 'import')),
  revision INTEGER NOT NULL CHECK (revision > 0),
  judgement TEXT NOT NULL,
  reverts INTEGER UNIQUE REFERENCES verdict_event (seq),
  UNIQUE (item_id, reviewer, revision)
) STRICT;
CREATE INDEX verdict_event_by_reviewer ON verdict_event (project_id, reviewer, seq);
CREATE TRIGGER verdict_event_is_never_changed BEFORE UPDATE ON verdict_event
BEGIN SELECT RAISE(ABORT, 'verdict events are append-only'); END;
CREATE TRIGGER verdict_event_is_never_deleted BEFORE DELETE ON verdict_event
BEGIN SELECT RAISE(ABORT, 'verdict events are append-only'); END;

-- What the events amount to: the latest judgement of each reviewer, kept in the same transaction.
CREATE TABLE verdict (
  project_id INTEGER NOT NULL REFERENCES project (id),
  reviewer TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id),
  revision INTEGER NOT NULL,
  label TEXT CHECK (label IN ('yes', 'no')),
  diagnoses TEXT NOT NULL,
  note TEXT NOT NULL,
  skipped INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  saved_at TEXT NOT NULL,
  PRIMARY KEY (project_id, reviewer, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_by_item ON verdict (item_id);

CREATE TABLE draft (
  item_id INTEGER NOT NULL REFERENCES item (id),
  reviewer TEXT NOT NULL,
  base_revision INTEGER NOT NULL,
  judgement TEXT NOT NULL,
  typed_at TEXT NOT NULL,
  PRIMARY KEY (item_id, reviewer)
) STRICT, WITHOUT ROWID;

-- The name under which an account's verdicts are saved; no two accounts share one.
CREATE TABLE person (
  account TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE preference (
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE scratch_query (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  account TEXT NOT NULL,
  db_id TEXT NOT NULL,
  sql TEXT NOT NULL,
  ran_at TEXT NOT NULL,
  status TEXT NOT NULL,
  row_count INTEGER NOT NULL
) STRICT;
CREATE INDEX scratch_query_by_account ON scratch_query (project_id, account, id);
`;
