/** The calls of a run to its language models. */
export const schema8 = `
CREATE TABLE model_exchange (
  run_id INTEGER NOT NULL REFERENCES dialogue_run (id) ON DELETE CASCADE,
  -- From 1, over all endpoints of the run.
  position INTEGER NOT NULL,
  -- The name of the endpoint.
  endpoint TEXT NOT NULL,
  -- A line of a recording, as JSON.
  line TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
`;
