/** Imports that are taken back, and projects that are deleted. */
export const schema21 = `
-- Who took its verdicts, consensus and items back, and when; NULL while it counts.
ALTER TABLE source ADD COLUMN taken_back_by TEXT;
ALTER TABLE source ADD COLUMN taken_back_at TEXT;

DROP TRIGGER task_event_is_never_deleted;
CREATE TRIGGER task_event_is_never_deleted BEFORE DELETE ON task_event
  WHEN NOT EXISTS (SELECT 1 FROM task JOIN project ON project.id = project_id WHERE task.id = OLD.task_id AND deleting = 1)
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;
DROP TRIGGER task_state_event_is_never_deleted;
CREATE TRIGGER task_state_event_is_never_deleted BEFORE DELETE ON task_state_event
  WHEN NOT EXISTS (SELECT 1 FROM task JOIN project ON project.id = project_id WHERE task.id = OLD.task_id AND deleting = 1)
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;
`;
