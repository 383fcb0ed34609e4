/** Runs of dialogues. */
export const schema6 = `
CREATE TABLE dialogue_run (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  -- From 1 in its project.
  number INTEGER NOT NULL,
  -- What is played, as JSON.
  plan TEXT NOT NULL,
  engine TEXT NOT NULL,
  simulator TEXT NOT NULL,
  started_by TEXT NOT NULL,
  started_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('wanted', 'stopped', 'done')),
  UNIQUE (project_id, number)
) STRICT;

CREATE TABLE dialogue_run_task (
  run_id INTEGER NOT NULL REFERENCES dialogue_run (id) ON DELETE CASCADE,
  task_id INTEGER NOT NULL REFERENCES task (id),
  idx INTEGER NOT NULL,
  -- The revision that is played, and what it said.
  revision INTEGER NOT NULL,
  instance_id TEXT NOT NULL,
  has_follow_up INTEGER NOT NULL,
  -- Why it is left out; NULL where it is not, or not known yet.
  problem TEXT,
  PRIMARY KEY (run_id, task_id)
) STRICT, WITHOUT ROWID;

-- Planned as soon as its task is prepared; \`end\` is NULL until it has been played.
CREATE TABLE dialogue (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL,
  task_id INTEGER NOT NULL,
  -- The place among the dialogues of its task.
  position INTEGER NOT NULL,
  system TEXT NOT NULL,
  trial INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  end TEXT,
  reason TEXT,
  phase1_passed INTEGER NOT NULL DEFAULT 0,
  phase2_passed INTEGER NOT NULL DEFAULT 0,
  reward REAL NOT NULL DEFAULT 0,
  budget_total REAL NOT NULL DEFAULT 0,
  budget_left REAL NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  -- How often the system took each kind of action, as JSON.
  actions TEXT NOT NULL DEFAULT '{}',
  -- Whose fault it was, as JSON; NULL where nobody asked.
  fault TEXT,
  FOREIGN KEY (run_id, task_id) REFERENCES dialogue_run_task (run_id, task_id) ON DELETE CASCADE,
  UNIQUE (run_id, task_id, system, trial)
) STRICT;

-- Turns as JSON, one a row.
CREATE TABLE dialogue_turn (
  dialogue_id INTEGER NOT NULL REFERENCES dialogue (id) ON DELETE CASCADE,
  turn INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (dialogue_id, turn)
) STRICT, WITHOUT ROWID;
`;
