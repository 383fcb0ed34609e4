/** Attempts of checkers to solve a task before they see its gold. */
export const schema20 = `
CREATE TABLE blind_attempt (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  task_id INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,
  person TEXT NOT NULL,
  -- The run of one dialogue in which the person is the system; NULL once somebody has removed it.
  run_id INTEGER REFERENCES dialogue_run (id) ON DELETE SET NULL,
  started_at TEXT NOT NULL,
  -- When the person gave up; NULL where the dialogue goes on or ended by itself.
  given_up_at TEXT
) STRICT;
CREATE INDEX blind_attempt_by_person ON blind_attempt (person, task_id);
CREATE INDEX blind_attempt_by_task ON blind_attempt (task_id);
CREATE INDEX blind_attempt_by_run ON blind_attempt (run_id);
CREATE INDEX blind_attempt_by_project ON blind_attempt (project_id);
`;
