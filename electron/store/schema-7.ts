/** Dialogues under several patiences in one run, and what they begin with. */
export const schema7 = `
-- Turns first: to drop a table is to delete its rows, and theirs with them.
CREATE TABLE new_dialogue (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL,
  task_id INTEGER NOT NULL,
  -- The place among the dialogues of its task.
  position INTEGER NOT NULL,
  system TEXT NOT NULL,
  patience INTEGER NOT NULL,
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
  -- How many of the turns come out of another run.
  grafted INTEGER NOT NULL DEFAULT 0,
  -- How often the system took each kind of action, as JSON.
  actions TEXT NOT NULL DEFAULT '{}',
  -- Whose fault it was, as JSON; NULL where nobody asked.
  fault TEXT,
  FOREIGN KEY (run_id, task_id) REFERENCES dialogue_run_task (run_id, task_id) ON DELETE CASCADE,
  UNIQUE (run_id, task_id, system, patience, trial)
) STRICT;
INSERT INTO new_dialogue (id, run_id, task_id, position, system, patience, trial, seed, end, reason, phase1_passed,
    phase2_passed, reward, budget_total, budget_left, turns, actions, fault)
  SELECT d.id, d.run_id, d.task_id, d.position, d.system, r.plan ->> '$.settings.patience', d.trial, d.seed, d.end, d.reason,
    d.phase1_passed, d.phase2_passed, d.reward, d.budget_total, d.budget_left, d.turns, d.actions, d.fault
  FROM dialogue d JOIN dialogue_run r ON r.id = d.run_id;
CREATE TABLE new_dialogue_turn (
  dialogue_id INTEGER NOT NULL REFERENCES new_dialogue (id) ON DELETE CASCADE,
  turn INTEGER NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (dialogue_id, turn)
) STRICT, WITHOUT ROWID;
INSERT INTO new_dialogue_turn SELECT dialogue_id, turn, content FROM dialogue_turn;
DROP TABLE dialogue_turn;
DROP TABLE dialogue;
ALTER TABLE new_dialogue RENAME TO dialogue;
ALTER TABLE new_dialogue_turn RENAME TO dialogue_turn;
`;
