/** Writing tasks: where each stands, who works on it, what its changes changed, and templates to begin with. */
export const schema3 = `
ALTER TABLE task ADD COLUMN status TEXT NOT NULL DEFAULT 'draft'
  CHECK (status IN ('draft', 'in-check', 'accepted', 'rejected'));
ALTER TABLE task ADD COLUMN assignee TEXT;

-- Where a task was put and to whom it was given, append-only; task.status and task.assignee are what the newest says.
CREATE TABLE task_state_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id INTEGER NOT NULL REFERENCES task (id),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'in-check', 'accepted', 'rejected')),
  assignee TEXT
) STRICT;
CREATE INDEX task_state_event_by_task ON task_state_event (task_id, seq);
CREATE TRIGGER task_state_event_is_never_changed BEFORE UPDATE ON task_state_event
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;
CREATE TRIGGER task_state_event_is_never_deleted BEFORE DELETE ON task_state_event
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;

-- JSON list of the parts of the task that the change changed; NULL in changes of before this column.
ALTER TABLE task_event ADD COLUMN parts TEXT;

-- Tasks that new ones of a project begin as.
CREATE TABLE task_template (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at TEXT NOT NULL,
  UNIQUE (project_id, name)
) STRICT;
`;
