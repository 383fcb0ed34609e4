/** The calls to language models that authors make for readings. */
export const schema11 = `
CREATE TABLE reading_exchange (
  project_id INTEGER NOT NULL REFERENCES project (id),
  -- From 1, over all endpoints of the project.
  position INTEGER NOT NULL,
  -- The account that asked: endpoints are its own.
  actor TEXT NOT NULL,
  -- The name of the endpoint.
  endpoint TEXT NOT NULL,
  -- A line of a recording, as JSON.
  line TEXT NOT NULL,
  PRIMARY KEY (project_id, position)
) STRICT, WITHOUT ROWID;
`;
