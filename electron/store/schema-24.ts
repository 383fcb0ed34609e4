/** Threads of comments on items and tasks. */
export const schema24 = `
CREATE TABLE comment_thread (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  item_id INTEGER REFERENCES item (id) ON DELETE CASCADE,
  task_id INTEGER REFERENCES task (id) ON DELETE CASCADE,
  -- JSON: a finding or a stretch of SQL; NULL: the whole.
  topic TEXT,
  CHECK ((item_id IS NULL) <> (task_id IS NULL))
) STRICT;
CREATE INDEX comment_thread_by_item ON comment_thread (item_id) WHERE item_id IS NOT NULL;
CREATE INDEX comment_thread_by_task ON comment_thread (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX comment_thread_by_project ON comment_thread (project_id);

-- Every step in every thread, append-only. A comment is known by the seq of what wrote it.
CREATE TABLE comment_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id INTEGER NOT NULL REFERENCES comment_thread (id) ON DELETE CASCADE,
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('write', 'edit', 'remove', 'resolve', 'reopen')),
  -- Of 'edit' and 'remove'.
  comment_id INTEGER REFERENCES comment_event (seq),
  -- Of 'write' and 'edit': Markdown, and the names in it as JSON.
  text TEXT,
  mentions TEXT
) STRICT;
CREATE INDEX comment_event_by_thread ON comment_event (thread_id, seq);
CREATE INDEX comment_event_by_comment ON comment_event (comment_id) WHERE comment_id IS NOT NULL;
CREATE TRIGGER comment_event_is_never_changed BEFORE UPDATE ON comment_event
BEGIN SELECT RAISE(ABORT, 'comment events are append-only'); END;
CREATE TRIGGER comment_event_is_never_deleted BEFORE DELETE ON comment_event
  WHEN EXISTS (
    SELECT 1 FROM comment_thread t JOIN project p ON p.id = t.project_id LEFT JOIN item i ON i.id = t.item_id
      LEFT JOIN source s ON s.id = i.source_id
    WHERE t.id = OLD.thread_id AND p.deleting = 0 AND coalesce(s.deleting, 0) = 0)
BEGIN SELECT RAISE(ABORT, 'comment events are append-only'); END;

-- How far each person has read a thread.
CREATE TABLE comment_read (
  thread_id INTEGER NOT NULL REFERENCES comment_thread (id) ON DELETE CASCADE,
  person TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (thread_id, person)
) STRICT, WITHOUT ROWID;
`;
