/** Cross-checks of tasks by a second person. */
export const schema18 = `
-- Every step of every cross-check, append-only.
CREATE TABLE cross_check_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  task_id INTEGER NOT NULL REFERENCES task (id),
  -- The task's newest revision then.
  revision INTEGER NOT NULL CHECK (revision > 0),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('judge', 'send', 'take-back')),
  -- Of 'judge'; accepted is NULL where a judgement is taken away.
  criterion TEXT,
  accepted INTEGER CHECK (accepted IN (0, 1)),
  reason TEXT,
  -- Of 'send': JSON, one judgement of each criterion.
  judgements TEXT,
  -- Of 'take-back': the 'send' that does not count any more.
  reverts INTEGER UNIQUE REFERENCES cross_check_event (seq)
) STRICT;
CREATE INDEX cross_check_event_by_task ON cross_check_event (task_id, seq);
CREATE INDEX cross_check_event_by_project ON cross_check_event (project_id, seq);
CREATE TRIGGER cross_check_event_is_never_changed BEFORE UPDATE ON cross_check_event
BEGIN SELECT RAISE(ABORT, 'cross-check events are append-only'); END;
CREATE TRIGGER cross_check_event_is_never_deleted BEFORE DELETE ON cross_check_event
  WHEN NOT EXISTS (SELECT 1 FROM project WHERE id = OLD.project_id AND deleting = 1)
BEGIN SELECT RAISE(ABORT, 'cross-check events are append-only'); END;
`;
