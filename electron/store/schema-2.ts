/** Tasks: their texts, revisions, findings, runs, and the predictions evaluated on them. */
export const schema2 = `
-- On what a project's tasks run; a project without a row has the defaults. Never holds a password.
CREATE TABLE task_setting (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  engine TEXT NOT NULL CHECK (engine IN ('sqlite', 'pglite', 'postgres')),
  profile TEXT NOT NULL CHECK (profile IN ('conv', 'agent', 'adk')),
  databases_dir TEXT NOT NULL,
  server_url TEXT NOT NULL
) STRICT;

-- The JSON text that a task was read from, letter by letter.
CREATE TABLE task_source (
  id INTEGER PRIMARY KEY,
  form TEXT NOT NULL CHECK (form IN ('bird-interact', 'livesqlbench')),
  text TEXT NOT NULL
) STRICT;

-- What the events amount to: the newest revision of each task, with what lists and filters ask. Ids grow with idx inside a project.
CREATE TABLE task (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  idx INTEGER NOT NULL,
  revision INTEGER NOT NULL CHECK (revision > 0),
  instance_id TEXT NOT NULL,
  database TEXT NOT NULL,
  category TEXT,
  tier TEXT,
  is_clear INTEGER NOT NULL,
  question TEXT NOT NULL,
  ambiguities INTEGER NOT NULL,
  -- JSON list, each type once
  ambiguity_types TEXT NOT NULL,
  has_follow_up INTEGER NOT NULL,
  follow_up_type TEXT,
  UNIQUE (project_id, idx)
) STRICT;
CREATE INDEX task_by_instance ON task (project_id, instance_id);

-- The words that searching looks at, lower-cased, apart from the task so that listing does not read past them.
CREATE TABLE task_words (
  task_id INTEGER PRIMARY KEY REFERENCES task (id),
  words TEXT NOT NULL
) STRICT;

-- Every change of every task, append-only. 'undo' names in reverts the change it takes back, 'redo' the undo.
CREATE TABLE task_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  save_id TEXT UNIQUE,
  task_id INTEGER NOT NULL REFERENCES task (id),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('import', 'save', 'undo', 'redo')),
  revision INTEGER NOT NULL CHECK (revision > 0),
  base_revision INTEGER NOT NULL,
  task TEXT NOT NULL,
  source_id INTEGER REFERENCES task_source (id),
  reverts INTEGER UNIQUE REFERENCES task_event (seq),
  UNIQUE (task_id, revision)
) STRICT;
CREATE TRIGGER task_event_is_never_changed BEFORE UPDATE ON task_event
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;
CREATE TRIGGER task_event_is_never_deleted BEFORE DELETE ON task_event
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;

-- Knowledge base, column meanings and schema text of a database, as their files had them.
CREATE TABLE database_text (
  project_id INTEGER NOT NULL REFERENCES project (id),
  database TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('knowledge', 'column-meanings', 'schema')),
  file_name TEXT NOT NULL,
  text TEXT NOT NULL,
  imported_by TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  PRIMARY KEY (project_id, database, kind)
) STRICT;

-- Which revision of a task was looked at last, by what; a task without findings was looked at, too.
CREATE TABLE task_look (
  task_id INTEGER NOT NULL REFERENCES task (id),
  origin TEXT NOT NULL CHECK (origin IN ('import', 'lint', 'check')),
  revision INTEGER NOT NULL,
  at TEXT NOT NULL,
  -- 1: asked for again, shown until the new one is there
  stale INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (task_id, origin)
) STRICT, WITHOUT ROWID;
CREATE TABLE task_finding (
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES task (id),
  origin TEXT NOT NULL,
  rule TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('error', 'warning', 'info')),
  finding TEXT NOT NULL,
  FOREIGN KEY (task_id, origin) REFERENCES task_look (task_id, origin)
) STRICT;
CREATE INDEX task_finding_by_task ON task_finding (task_id, origin);
CREATE TABLE file_finding (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  finding TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX file_finding_by_project ON file_finding (project_id);

-- The newest run of each task's gold under each profile.
CREATE TABLE task_run (
  task_id INTEGER NOT NULL REFERENCES task (id),
  profile TEXT NOT NULL,
  engine TEXT NOT NULL,
  revision INTEGER NOT NULL,
  at TEXT NOT NULL,
  -- JSON list of {phase, passed, passedFixed}
  phases TEXT NOT NULL,
  passed INTEGER NOT NULL,
  differs INTEGER NOT NULL,
  run TEXT NOT NULL,
  stale INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (task_id, profile)
) STRICT;

-- A file of predictions that was evaluated on a project's tasks.
CREATE TABLE prediction_run (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  file_name TEXT NOT NULL,
  profile TEXT NOT NULL,
  engine TEXT NOT NULL,
  started_by TEXT NOT NULL,
  started_at TEXT NOT NULL
) STRICT;
CREATE INDEX prediction_run_by_project ON prediction_run (project_id, id);
-- One answer to one task; the predicted SQL of a phase is a JSON list, NULL where the file has none.
CREATE TABLE prediction (
  id INTEGER PRIMARY KEY,
  prediction_run_id INTEGER NOT NULL REFERENCES prediction_run (id),
  idx INTEGER NOT NULL,
  instance_id TEXT NOT NULL,
  -- NULL where the project has no task of that id
  task_id INTEGER REFERENCES task (id),
  phase1_sql TEXT,
  phase2_sql TEXT,
  is_done INTEGER NOT NULL DEFAULT 0,
  UNIQUE (prediction_run_id, idx)
) STRICT;
-- What an answer gave in a phase; 'tests' is a JSON list of test outcomes.
CREATE TABLE prediction_result (
  prediction_id INTEGER NOT NULL REFERENCES prediction (id),
  phase INTEGER NOT NULL CHECK (phase IN (1, 2)),
  passed INTEGER NOT NULL,
  passed_fixed INTEGER NOT NULL,
  reason TEXT,
  tests TEXT NOT NULL,
  elapsed_ms REAL NOT NULL,
  PRIMARY KEY (prediction_id, phase)
) STRICT, WITHOUT ROWID;

-- Work on whole projects that is wanted: it goes on after a restart.
CREATE TABLE task_job (
  project_id INTEGER NOT NULL REFERENCES project (id),
  kind TEXT NOT NULL CHECK (kind IN ('lint', 'check', 'run', 'evaluate-tasks')),
  profile TEXT,
  prediction_run_id INTEGER REFERENCES prediction_run (id),
  PRIMARY KEY (project_id, kind)
) STRICT, WITHOUT ROWID;
`;
