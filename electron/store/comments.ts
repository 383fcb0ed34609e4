import type { CommentEvent, CommentThread, CommentTopic } from "#shared/domain/comment.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** What a thread is on: an item or a task. */
export type CommentSubject = { itemId: number } | { taskId: number };

/** A thread without its comments. */
export interface ThreadRow extends Pick<CommentThread, "threadId" | "itemId" | "taskId" | "topic"> {
  projectId: number;
}

type StoredThread = Omit<ThreadRow, "topic"> & { topic: string | null };

const threads = `SELECT t.id AS threadId, t.project_id AS projectId, t.item_id AS itemId, t.task_id AS taskId, t.topic
  FROM comment_thread t`;

const threadOf = ({ topic, ...row }: StoredThread): ThreadRow => ({
  ...row,
  topic: topic === null ? null : (JSON.parse(topic) as CommentTopic),
});

/** Begins a thread without any comment; gives its id. */
export function addThread(
  db: WriteHandle,
  thread: { projectId: number; subject: CommentSubject; topic: CommentTopic },
): number {
  const { projectId, subject, topic } = thread;
  const { lastInsertRowid } = db
    .sql(
      "INSERT INTO comment_thread (project_id, item_id, task_id, topic) VALUES (@projectId, @itemId, @taskId, @topic)",
    )
    .run({
      ...{ projectId, itemId: null, taskId: null, ...subject },
      topic: topic === null ? null : JSON.stringify(topic),
    });
  return Number(lastInsertRowid);
}

/** The threads on an item or task, the oldest first. */
export function threadsOn(db: ReadHandle, subject: CommentSubject): ThreadRow[] {
  const [column, id] = "itemId" in subject ? ["item_id", subject.itemId] : ["task_id", subject.taskId];
  return (db.sql(`${threads} WHERE ${column} = ? ORDER BY t.id`).all(id) as StoredThread[]).map(threadOf);
}

/** A thread, or null. */
export function threadById(db: ReadHandle, threadId: number): ThreadRow | null {
  const row = db.sql(`${threads} WHERE t.id = ?`).get(threadId) as StoredThread | undefined;
  return row === undefined ? null : threadOf(row);
}

/** The thread in which a comment was written, or null. */
export function threadOfComment(db: ReadHandle, commentId: number): ThreadRow | null {
  const row = db
    .sql(`${threads} JOIN comment_event e ON e.thread_id = t.id WHERE e.seq = ? AND e.action = 'write'`)
    .get(commentId) as StoredThread | undefined;
  return row === undefined ? null : threadOf(row);
}

/** Every thread in which a person wrote or is mentioned. */
export function threadsOfPerson(db: ReadHandle, person: string): ThreadRow[] {
  const rows = db
    .sql(
      `${threads} WHERE EXISTS (SELECT 1 FROM comment_event e WHERE e.thread_id = t.id AND (e.actor = @person
         OR EXISTS (SELECT 1 FROM json_each(e.mentions) m WHERE m.value = @person)))`,
    )
    .all({ person }) as StoredThread[];
  return rows.map(threadOf);
}

interface EventRow {
  seq: number;
  by: string;
  at: string;
  action: CommentEvent["action"];
  commentId: number;
  text: string;
  mentions: string;
}

/** The steps of a thread, the oldest first. */
export function commentEvents(db: ReadHandle, threadId: number): CommentEvent[] {
  const rows = db
    .sql(
      `SELECT seq, actor AS "by", at, action, comment_id AS commentId, text, mentions FROM comment_event
       WHERE thread_id = ? ORDER BY seq`,
    )
    .all(threadId) as EventRow[];
  return rows.map(({ mentions, ...row }) => ({
    ...row,
    mentions: mentions === null ? [] : (JSON.parse(mentions) as string[]),
  })) as CommentEvent[];
}

type WithoutSeq<Event> = Event extends CommentEvent ? Omit<Event, "seq"> : never;
/** A step to be appended. */
export type NewCommentEvent = WithoutSeq<CommentEvent>;

/** Appends a step to a thread. */
export function appendCommentEvent(db: WriteHandle, threadId: number, event: NewCommentEvent): void {
  const none = { commentId: null, text: null };
  db.sql(
    `INSERT INTO comment_event (thread_id, actor, at, action, comment_id, text, mentions)
     VALUES (@threadId, @by, @at, @action, @commentId, @text, @mentions)`,
  ).run({
    ...none,
    ...event,
    threadId,
    mentions: "mentions" in event ? JSON.stringify(event.mentions) : null,
  });
}

/** Up to which step a person has read a thread; 0 where they have not. */
export function readUpTo(db: ReadHandle, threadId: number, person: string): number {
  const row = db
    .sql("SELECT seq FROM comment_read WHERE thread_id = ? AND person = ?")
    .get(threadId, person) as { seq: number } | undefined;
  return row?.seq ?? 0;
}

/** A person has read a thread as it is now. */
export function putRead(db: WriteHandle, threadId: number, person: string): void {
  db.sql(
    `INSERT INTO comment_read (thread_id, person, seq)
     SELECT @threadId, @person, coalesce(max(seq), 0) FROM comment_event WHERE thread_id = @threadId
     ON CONFLICT (thread_id, person) DO UPDATE SET seq = excluded.seq`,
  ).run({ threadId, person });
}

/** People who chose a name, wrote tasks or comments. Who judges items is not among them: that is for nobody to know beforehand. */
export function peopleToMention(db: ReadHandle): string[] {
  return db
    .sql(
      `SELECT name FROM person UNION SELECT actor FROM comment_event UNION SELECT actor FROM task_event
       UNION SELECT actor FROM task_state_event UNION SELECT assignee FROM task WHERE assignee IS NOT NULL ORDER BY 1`,
    )
    .pluck()
    .all() as string[];
}

/** Everybody whose name a mention can be, reviewers too. */
export function everybody(db: ReadHandle): string[] {
  const reviewers = db.sql("SELECT DISTINCT reviewer FROM verdict").pluck().all() as string[];
  return [...new Set([...peopleToMention(db), ...reviewers])];
}

/** What an item or a task is called in one line. */
export function subjectText(
  db: ReadHandle,
  { itemId, taskId }: Pick<ThreadRow, "itemId" | "taskId">,
): string {
  const row =
    itemId === null
      ? db.sql("SELECT instance_id AS text FROM task WHERE id = ?").get(taskId)
      : db.sql("SELECT db_id || ': ' || question AS text FROM item WHERE id = ?").get(itemId);
  return (row as { text: string } | undefined)?.text ?? "";
}
