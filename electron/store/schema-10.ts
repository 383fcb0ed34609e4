/** Certificates of tasks, what persons let pass in them, and the verdicts over time. */
export const schema10 = `
-- The newest certificate of each task, as JSON in parts, without what persons let pass.
CREATE TABLE certificate (
  task_id INTEGER PRIMARY KEY REFERENCES task (id),
  revision INTEGER NOT NULL,
  at TEXT NOT NULL,
  -- What it speaks of, as JSON.
  hashes TEXT NOT NULL,
  -- The files that the database was loaded from; NULL where a server has it.
  source TEXT,
  properties TEXT NOT NULL,
  counts TEXT NOT NULL,
  mutants TEXT NOT NULL
) STRICT;

-- Each verdict on a task that differs from the one before, append-only.
CREATE TABLE certificate_verdict (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id INTEGER NOT NULL REFERENCES task (id),
  revision INTEGER NOT NULL,
  at TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('certified', 'certified-with-exceptions', 'not-certified'))
) STRICT;
CREATE INDEX certificate_verdict_by_task ON certificate_verdict (task_id, seq);

CREATE TABLE certificate_exception (
  task_id INTEGER NOT NULL REFERENCES task (id),
  property TEXT NOT NULL,
  rule TEXT NOT NULL,
  location TEXT NOT NULL,
  -- JSON list: what the rule reported there when somebody let it pass.
  messages TEXT NOT NULL,
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (task_id, property, rule, location)
) STRICT, WITHOUT ROWID;

CREATE TABLE ignored_mutant (
  task_id INTEGER NOT NULL REFERENCES task (id),
  -- Which one, as JSON.
  mutant TEXT NOT NULL,
  -- The text of the gold that it changes.
  gold TEXT NOT NULL,
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (task_id, mutant)
) STRICT, WITHOUT ROWID;

-- Certificates of a project that are wanted: the work goes on after a restart.
CREATE TABLE certify_job (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  -- JSON list; NULL: every task.
  task_ids TEXT,
  is_full INTEGER NOT NULL
) STRICT;
`;
