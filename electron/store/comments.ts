import { createHash } from "node:crypto";
import { type InferResult, sql } from "kysely";
import type { CommentEvent, CommentThread, CommentTopic } from "#shared/domain/comment.ts";
import { jsonListHas } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** What a thread is on: an item or a task. */
export type CommentSubject = { itemId: number } | { taskId: number };

/** A thread without its comments. */
export interface ThreadRow extends Pick<CommentThread, "threadId" | "itemId" | "taskId" | "topic"> {
  projectId: number;
}

const threads = query
  .selectFrom("comment_thread as t")
  .select([
    "t.id as threadId",
    "t.project_id as projectId",
    "t.item_id as itemId",
    "t.task_id as taskId",
    "t.topic",
  ]);

const threadOf = ({ topic, ...row }: InferResult<typeof threads>[number]): ThreadRow => ({
  ...row,
  topic: topic && parsed(topic),
});

/** Begins a thread without any comment; gives its id, which depends on nothing that others wrote. */
export async function addThread(
  db: WriteHandle,
  {
    projectId,
    subject,
    topic,
    by,
  }: { projectId: number; subject: CommentSubject; topic: CommentTopic; by: string },
): Promise<number> {
  const { id } = await db.one(
    query
      .insertInto("comment_thread")
      .values({
        id: await freeNumber(
          [projectId, subject, by],
          async (number) => (await threadById(db, number)) !== null,
        ),
        project_id: projectId,
        item_id: "itemId" in subject ? subject.itemId : null,
        task_id: "taskId" in subject ? subject.taskId : null,
        topic: topic && jsonText(topic),
      })
      .returning("id"),
  );
  return id;
}

/** The first number for a text that nothing has yet: from the digest of the text, so that it counts nothing. */
async function freeNumber(of: unknown, isTaken: (number: number) => Promise<boolean>): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const digest = createHash("sha256")
      .update(JSON.stringify([of, attempt]))
      .digest("hex");
    const number = Number.parseInt(digest.slice(0, 12), 16);
    if (!(await isTaken(number))) return number;
  }
}

/** When a thread was begun, among all steps in all threads. */
const firstStep = query
  .selectFrom("comment_event as first")
  .select((of) => of.fn.min("first.seq").as("seq"))
  .whereRef("first.thread_id", "=", sql.ref("t.id"));

/** The threads on an item or task, the oldest first. */
export async function threadsOn(db: ReadHandle, subject: CommentSubject): Promise<ThreadRow[]> {
  const rows = await db.all(
    "itemId" in subject
      ? threads.where("t.item_id", "=", subject.itemId).orderBy(firstStep)
      : threads.where("t.task_id", "=", subject.taskId).orderBy(firstStep),
  );
  return rows.map(threadOf);
}

/** A thread, or null. */
export async function threadById(db: ReadHandle, threadId: number): Promise<ThreadRow | null> {
  const row = await db.first(threads.where("t.id", "=", threadId));
  return row === undefined ? null : threadOf(row);
}

/** The thread in which a comment was written, or null. */
export async function threadOfComment(db: ReadHandle, commentId: number): Promise<ThreadRow | null> {
  const row = await db.first(
    threads
      .innerJoin("comment_event as e", "e.thread_id", "t.id")
      .where("e.seq", "=", stepOf(commentId))
      .where("e.action", "=", "write"),
  );
  return row === undefined ? null : threadOf(row);
}

/** Every thread in which a person wrote or is mentioned. */
export async function threadsOfPerson(db: ReadHandle, person: string): Promise<ThreadRow[]> {
  const rows = await db.all(
    threads
      .where("t.id", "in", (of) =>
        of
          .selectFrom("comment_event as e")
          .select("e.thread_id")
          .where((event) =>
            event.or([event("e.actor", "=", person), jsonListHas(event.ref("e.mentions"), person)]),
          ),
      )
      .orderBy(firstStep),
  );
  return rows.map(threadOf);
}

/** The steps of a thread, the oldest first. */
export async function commentEvents(db: ReadHandle, threadId: number): Promise<CommentEvent[]> {
  const rows = await db.all(
    query
      .selectFrom("comment_event")
      .select(["seq", "ref", "actor as by", "at", "action", "comment_id as of", "text", "mentions"])
      .where("thread_id", "=", threadId)
      .orderBy("seq"),
  );
  const numbers = new Map(rows.map(({ seq, ref }) => [seq, ref ?? seq]));
  return rows.map(({ seq, ref, by, at, action, of, text, mentions }): CommentEvent => {
    const step = { seq: ref ?? seq, by, at };
    const commentId = numbers.get(of ?? 0) ?? 0;
    const written = { text: text ?? "", mentions: mentions === null ? [] : parsed(mentions) };
    switch (action) {
      case "write":
        return { ...step, action, ...written };
      case "edit":
        return { ...step, action, commentId, ...written };
      case "remove":
        return { ...step, action, commentId };
      default:
        return { ...step, action };
    }
  });
}

type WithoutSeq<Event> = Event extends CommentEvent ? Omit<Event, "seq"> : never;
/** A step to be appended. */
export type NewCommentEvent = WithoutSeq<CommentEvent>;

/** Appends a step to a thread. */
export async function appendCommentEvent(
  db: WriteHandle,
  threadId: number,
  event: NewCommentEvent,
): Promise<void> {
  const { by, at, action } = event;
  await db.run(
    query.insertInto("comment_event").values({
      thread_id: threadId,
      actor: by,
      at,
      action,
      comment_id: "commentId" in event ? stepOf(event.commentId) : null,
      ref:
        action === "write"
          ? await freeNumber([threadId, by], async (number) => (await threadOfComment(db, number)) !== null)
          : null,
      text: "text" in event ? event.text : null,
      mentions: "mentions" in event ? jsonText(event.mentions) : null,
    }),
  );
}

/** The step that wrote a comment. */
const stepOf = (commentId: number) =>
  query
    .selectFrom("comment_event as known")
    .select("known.seq")
    .where((of) =>
      of.or([
        of("known.ref", "=", commentId),
        of.and([of("known.ref", "is", null), of("known.seq", "=", commentId)]),
      ]),
    )
    .limit(1);

/** The comments of a thread that a person has not read, from the newest step they know of on. */
export async function unreadComments(
  db: ReadHandle,
  threadId: number,
  person: string,
): Promise<ReadonlySet<number>> {
  const rows = await db.all(
    query
      .selectFrom("comment_event")
      .select(["seq", "ref"])
      .where("thread_id", "=", threadId)
      .where("seq", ">", await readUpTo(db, threadId, person)),
  );
  return new Set(rows.map(({ seq, ref }) => ref ?? seq));
}

/** Up to which step a person has read a thread; 0 where they have not. */
async function readUpTo(db: ReadHandle, threadId: number, person: string): Promise<number> {
  const row = await db.first(
    query
      .selectFrom("comment_read")
      .select("seq")
      .where("thread_id", "=", threadId)
      .where("person", "=", person),
  );
  return row?.seq ?? 0;
}

/** A person has read a thread as it is now. */
export async function putRead(db: WriteHandle, threadId: number, person: string): Promise<void> {
  const { last } = await db.one(
    query
      .selectFrom("comment_event")
      .select((of) => of.fn.max<number | null>("seq").as("last"))
      .where("thread_id", "=", threadId),
  );
  const read = { seq: last ?? 0 };
  await db.run(
    query
      .insertInto("comment_read")
      .values({ thread_id: threadId, person, ...read })
      .onConflict((same) => same.columns(["thread_id", "person"]).doUpdateSet(read)),
  );
}

/** People who chose a name, wrote tasks or comments. Who judges items is not among them: that is for nobody to know beforehand. */
export async function peopleToMention(db: ReadHandle): Promise<string[]> {
  const assignees = query
    .selectFrom("task")
    .select((of) => of.fn.coalesce("assignee", sql.lit("")).as("name"))
    .where("assignee", "is not", null);
  return db.values(
    query
      .selectFrom("person")
      .select("name")
      .union(query.selectFrom("comment_event").select("actor as name"))
      .union(query.selectFrom("task_event").select("actor as name"))
      .union(query.selectFrom("task_state_event").select("actor as name"))
      .union(assignees)
      .orderBy("name"),
  );
}

/** Everybody whose name a mention can be, reviewers too. */
export async function everybody(db: ReadHandle): Promise<string[]> {
  const reviewers = await db.values(query.selectFrom("verdict").select("reviewer").distinct());
  return [...new Set([...(await peopleToMention(db)), ...reviewers])];
}

/** What an item or a task is called in one line. */
export async function subjectText(
  db: ReadHandle,
  { itemId, taskId }: Pick<ThreadRow, "itemId" | "taskId">,
): Promise<string> {
  if (itemId !== null) {
    const item = await db.first(
      query.selectFrom("item").select(["db_id", "question"]).where("id", "=", itemId),
    );
    return item === undefined ? "" : `${item.db_id}: ${item.question}`;
  }
  const task = await db.first(query.selectFrom("task").select("instance_id").where("id", "=", taskId));
  return task?.instance_id ?? "";
}
