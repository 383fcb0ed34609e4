/** What schema-30.ts says, as a server says it. */
export const serverSchema30 = `
ALTER TABLE verdict_event DISABLE TRIGGER verdict_event_is_never_changed;
ALTER TABLE verdict_event ADD COLUMN event_id text COLLATE "C";
UPDATE verdict_event SET event_id = replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX verdict_event_by_event_id ON verdict_event (event_id);
ALTER TABLE verdict_event ENABLE TRIGGER verdict_event_is_never_changed;

CREATE TABLE opened_bundle (
  project_id bigint PRIMARY KEY REFERENCES project (id),
  reviewer text COLLATE "C" NOT NULL,
  permit text COLLATE "C" NOT NULL,
  signature text COLLATE "C" NOT NULL,
  work_secret text COLLATE "C" NOT NULL,
  opened_at text COLLATE "C" NOT NULL
);
`;
