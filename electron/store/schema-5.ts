/** A project's settings by their keys, so that a new one needs no column; whose limit an evaluation runs under. */
export const schema5 = `
-- What is set for a project, as JSON under the key of shared/settings; what is missing has its default. Never holds a password.
CREATE TABLE project_setting (
  project_id INTEGER NOT NULL REFERENCES project (id),
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO project_setting
  SELECT project_id, 'tasks.engine', json_quote(engine) FROM task_setting
  UNION ALL SELECT project_id, 'tasks.profile', json_quote(profile) FROM task_setting
  UNION ALL SELECT project_id, 'tasks.databasesDir', json_quote(databases_dir) FROM task_setting
  UNION ALL SELECT project_id, 'tasks.serverUrl', json_quote(server_url) FROM task_setting;
DROP TABLE task_setting;

-- The account that started the evaluation of the project's items, NULL where that was before this column.
ALTER TABLE project ADD COLUMN evaluating_for TEXT;
`;
