/** Events by which a verdict is known in every workspace, and the projects that came as a bundle. */
export const schema30 = `
-- By what a change of a verdict is known wherever it is copied to: random, so that it tells nothing of others.
DROP TRIGGER verdict_event_is_never_changed;
ALTER TABLE verdict_event ADD COLUMN event_id TEXT;
UPDATE verdict_event SET event_id = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX verdict_event_by_event_id ON verdict_event (event_id);
CREATE TRIGGER verdict_event_is_never_changed BEFORE UPDATE ON verdict_event
BEGIN SELECT RAISE(ABORT, 'verdict events are append-only'); END;

-- Projects that a person brought from another workspace to judge here: as whom, by which permit, and the key that signs their work.
CREATE TABLE opened_bundle (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  reviewer TEXT NOT NULL,
  permit TEXT NOT NULL,
  signature TEXT NOT NULL,
  work_secret TEXT NOT NULL,
  opened_at TEXT NOT NULL
) STRICT;
`;
