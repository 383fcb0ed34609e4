/** How many items got which opinions, counted once and kept up to date: figures of agreement follow from it without reading the opinions. */
export const schema19 = `
-- Items of a database with the same opinions. 'independent': as each was before its reviewer could see another; 'discussed': as they are
-- now. opinions is JSON: how many people said each label; '*skipped' and '*seen' count those who have none.
CREATE TABLE opinion_count (
  project_id INTEGER NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('independent', 'discussed')),
  db_id TEXT NOT NULL,
  opinions TEXT NOT NULL,
  items INTEGER NOT NULL,
  PRIMARY KEY (project_id, stage, db_id, opinions)
) STRICT, WITHOUT ROWID;

-- What of an item stands in opinion_count.
CREATE TABLE counted_item (
  item_id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  db_id TEXT NOT NULL,
  independent TEXT NOT NULL,
  discussed TEXT NOT NULL
) STRICT;

-- Items whose opinions have changed since they were counted.
CREATE TABLE uncounted_item (
  project_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (project_id, item_id)
) STRICT, WITHOUT ROWID;
INSERT INTO uncounted_item SELECT DISTINCT project_id, item_id FROM verdict;

CREATE TRIGGER verdict_is_counted AFTER INSERT ON verdict
BEGIN INSERT OR IGNORE INTO uncounted_item VALUES (NEW.project_id, NEW.item_id); END;
CREATE TRIGGER verdict_is_counted_again AFTER UPDATE ON verdict
BEGIN INSERT OR IGNORE INTO uncounted_item VALUES (NEW.project_id, NEW.item_id); END;
CREATE TRIGGER verdict_is_counted_no_more AFTER DELETE ON verdict
BEGIN INSERT OR IGNORE INTO uncounted_item VALUES (OLD.project_id, OLD.item_id); END;
CREATE TRIGGER seen_is_counted AFTER INSERT ON opinion_seen
BEGIN INSERT OR IGNORE INTO uncounted_item SELECT project_id, id FROM item WHERE id = NEW.item_id; END;
CREATE TRIGGER seen_is_counted_again AFTER UPDATE ON opinion_seen
BEGIN INSERT OR IGNORE INTO uncounted_item SELECT project_id, id FROM item WHERE id = NEW.item_id; END;
CREATE TRIGGER check_item_is_not_counted AFTER INSERT ON check_item
BEGIN INSERT OR IGNORE INTO uncounted_item VALUES (NEW.project_id, NEW.item_id); END;
CREATE TRIGGER check_item_is_counted AFTER DELETE ON check_item
BEGIN INSERT OR IGNORE INTO uncounted_item VALUES (OLD.project_id, OLD.item_id); END;
CREATE TRIGGER item_is_counted_no_more AFTER DELETE ON item
BEGIN INSERT OR IGNORE INTO uncounted_item VALUES (OLD.project_id, OLD.id); END;
CREATE TRIGGER project_is_counted_no_more AFTER DELETE ON project
BEGIN
  DELETE FROM opinion_count WHERE project_id = OLD.id;
  DELETE FROM counted_item WHERE project_id = OLD.id;
  DELETE FROM uncounted_item WHERE project_id = OLD.id;
END;
`;
