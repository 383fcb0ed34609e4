/** Places for opinions on items: how many each item has, who holds one, and what became of it; and comments without global numbers. */
export const schema29 = `
-- How many opinions each item of a project is to get. A project that is not here has no slots: everybody judges what they like.
CREATE TABLE slot_plan (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  overlap INTEGER NOT NULL CHECK (overlap BETWEEN 1 AND 20),
  lease_minutes INTEGER NOT NULL CHECK (lease_minutes > 0)
) STRICT;

-- How many items a person is to judge at most, and by which day (YYYY-MM-DD); NULL: no bound.
CREATE TABLE slot_share (
  project_id INTEGER NOT NULL REFERENCES project (id),
  reviewer TEXT NOT NULL,
  quota INTEGER,
  due_on TEXT,
  PRIMARY KEY (project_id, reviewer)
) STRICT, WITHOUT ROWID;

-- One row a place: no more people than places, and nobody twice, whatever a query does. Opinions beyond the plan get places of their own.
CREATE TABLE opinion_slot (
  item_id INTEGER NOT NULL REFERENCES item (id),
  number INTEGER NOT NULL CHECK (number > 0),
  project_id INTEGER NOT NULL REFERENCES project (id),
  -- The item's place in the project.
  idx INTEGER NOT NULL,
  -- NULL: nobody holds it.
  reviewer TEXT,
  -- Of a slot that its holder took themselves; NULL of one that a lead gave.
  lease_until TEXT,
  -- By which a lead takes back what they gave at once.
  hand_out TEXT,
  finished_at TEXT,
  PRIMARY KEY (item_id, number),
  UNIQUE (item_id, reviewer)
) STRICT;
-- Whole, as whoever has judged nearly all looks at nearly all that is left.
CREATE INDEX opinion_slot_free ON opinion_slot (project_id, idx, number, item_id, reviewer) WHERE reviewer IS NULL;
CREATE INDEX opinion_slot_by_reviewer ON opinion_slot (project_id, reviewer, idx) WHERE reviewer IS NOT NULL;
CREATE INDEX opinion_slot_leased ON opinion_slot (project_id, lease_until)
  WHERE lease_until IS NOT NULL AND finished_at IS NULL;

-- What became of slots, append-only: the order of the numbers is the order of the commits.
CREATE TABLE slot_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  number INTEGER NOT NULL,
  reviewer TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('claim', 'give', 'expire', 'return', 'take-back', 'finish', 'reopen', 'extra')),
  actor TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX slot_event_by_item ON slot_event (item_id, reviewer);
CREATE INDEX slot_event_by_project ON slot_event (project_id, reviewer, action);
CREATE TRIGGER slot_event_is_never_changed BEFORE UPDATE ON slot_event
BEGIN SELECT RAISE(ABORT, 'slot events are append-only'); END;
CREATE TRIGGER slot_event_is_never_deleted BEFORE DELETE ON slot_event
  WHEN NOT EXISTS (SELECT 1 FROM project WHERE id = OLD.project_id AND deleting = 1)
   AND NOT EXISTS (SELECT 1 FROM item JOIN source ON source.id = item.source_id WHERE item.id = OLD.item_id AND source.deleting = 1)
BEGIN SELECT RAISE(ABORT, 'slot events are append-only'); END;

-- By what a comment is known outside of the workspace: its seq would tell how many others were written. NULL in comments of before.
ALTER TABLE comment_event ADD COLUMN ref INTEGER;
CREATE INDEX comment_event_by_ref ON comment_event (ref) WHERE ref IS NOT NULL;
`;
