/** What reviewers of a project are told to do. */
export const schema16 = `
-- Versions of a project's guidelines, append-only; the one in force at an event is the newest of its time.
CREATE TABLE guidelines_version (
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version > 0),
  text TEXT NOT NULL,
  written_by TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (project_id, version)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER guidelines_version_is_never_changed BEFORE UPDATE ON guidelines_version
BEGIN SELECT RAISE(ABORT, 'versions of guidelines are append-only'); END;
CREATE TRIGGER guidelines_version_is_never_deleted BEFORE DELETE ON guidelines_version
  WHEN EXISTS (SELECT 1 FROM project WHERE id = OLD.project_id AND deleting = 0)
BEGIN SELECT RAISE(ABORT, 'versions of guidelines are append-only'); END;
`;
