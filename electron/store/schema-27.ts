/** The tasks by which annotators qualify, and each annotator's own copies of them. */
export const schema27 = `
CREATE TABLE qualification_task (
  task_id INTEGER PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX qualification_task_by_project ON qualification_task (project_id);

CREATE TABLE qualification_exercise (
  -- The annotator's own task, and the one of the set that it was copied from.
  task_id INTEGER PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
  of_task_id INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  person TEXT NOT NULL,
  UNIQUE (of_task_id, person)
) STRICT;
CREATE INDEX qualification_exercise_by_project ON qualification_exercise (project_id, person);
`;
