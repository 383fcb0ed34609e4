import type { Change } from "#shared/contract/changes.ts";
import type { InboxEntry } from "#shared/contract/comments.ts";
import {
  type CommentEvent,
  type CommentThread,
  type CommentTopic,
  mentionsIn,
  threadAfter,
} from "#shared/domain/comment.ts";
import { openAttempts } from "../store/blind-attempts.ts";
import {
  addThread,
  appendCommentEvent,
  type CommentSubject,
  commentEvents,
  everybody,
  type NewCommentEvent,
  peopleToMention,
  putRead,
  subjectText,
  type ThreadRow,
  threadById,
  threadOfComment,
  threadsOfPerson,
  threadsOn,
  unreadComments,
} from "../store/comments.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { itemById } from "../store/items.ts";
import { projectsOfMember } from "../store/members.ts";
import { openQuestionsTo } from "../store/opinion-questions.ts";
import { reviewerName } from "../store/people.ts";
import { allProjects } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";
import { storedTask, unknownItem } from "./stored-records.ts";
import { itemsInSight, recordSeen, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

/** Threads of comments on items and tasks: what others wrote on an item is shown to whom their verdicts are (SPEC CO1 to CO5). */
// Longer than a function should be: one entry for each call of the contract.
export function createCommentsService(dependencies: Dependencies) {
  const { workspace } = dependencies;
  return {
    of: (subject: CommentSubject, { actor }: CallContext) => threadsFor(workspace, subject, actor),

    async start(
      { subject, topic, text }: { subject: CommentSubject; topic: CommentTopic; text: string },
      { actor }: CallContext,
    ): Promise<CommentThread[]> {
      await step(dependencies, actor, async (db, by) => {
        const projectId = await projectOf(db, subject);
        const threadId = await addThread(db, { projectId, subject, topic, by: by.by });
        return { thread: await threadById(db, threadId), event: await written(db, by, text) };
      });
      return threadsFor(workspace, subject, actor);
    },

    reply: ({ threadId, text }: { threadId: number; text: string }, { actor }: CallContext) =>
      stepInThread(dependencies, actor, async (db, by) => ({
        thread: await threadById(db, threadId),
        event: await written(db, by, text),
      })),

    edit: ({ commentId, text }: { commentId: number; text: string }, { actor }: CallContext) =>
      stepInThread(dependencies, actor, async (db, by) => {
        const { thread } = await ownComment(db, commentId, by.by);
        return {
          thread,
          event: { ...by, action: "edit", commentId, text, mentions: mentionsIn(text, await everybody(db)) },
        };
      }),

    remove: ({ commentId }: { commentId: number }, { actor }: CallContext) =>
      stepInThread(dependencies, actor, async (db, by) => {
        const { thread } = await ownComment(db, commentId, by.by);
        return { thread, event: { ...by, action: "remove", commentId } };
      }),

    resolve: ({ threadId, resolved }: { threadId: number; resolved: boolean }, { actor }: CallContext) =>
      stepInThread(dependencies, actor, async (db, by) => ({
        thread: await threadById(db, threadId),
        event: { ...by, action: resolved ? "resolve" : "reopen" },
      })),

    inbox: async (_: undefined, caller: CallContext): Promise<InboxEntry[]> =>
      workspace.read((db) => inboxOf(db, caller)),

    async markRead({ threadId }: { threadId: number }, { actor }: CallContext): Promise<void> {
      const { projectId, itemId } = await workspace.write(async (db) => {
        const thread = await seen(db, await threadById(db, threadId), actor);
        await putRead(db, threadId, await reviewerName(db, actor));
        return thread;
      });
      dependencies.publish({ type: "comments", projectId, itemId });
    },

    people: async (): Promise<string[]> => workspace.read(peopleToMention),
  };
}

/** Who does a step, and when. */
type By = Pick<CommentEvent, "by" | "at">;
interface Step {
  thread: ThreadRow | null;
  event: NewCommentEvent;
}

/** Appends what a step makes to its thread, which its author then has read; answers the thread. */
async function step(
  { workspace, now, publish }: Dependencies,
  actor: string,
  make: (db: WriteHandle, by: By) => Promise<Step>,
): Promise<ThreadRow> {
  const thread = await workspace.write(async (db) => {
    const by = { by: await reviewerName(db, actor), at: now().toISOString() };
    const made = await make(db, by);
    const into = await seen(db, made.thread, actor);
    await appendCommentEvent(db, into.threadId, made.event);
    await putRead(db, into.threadId, by.by);
    return into;
  });
  publish({ type: "comments", projectId: thread.projectId, itemId: thread.itemId });
  return thread;
}

async function stepInThread(
  dependencies: Dependencies,
  actor: string,
  make: (db: WriteHandle, by: By) => Promise<Step>,
): Promise<CommentThread> {
  const thread = await step(dependencies, actor, make);
  return dependencies.workspace.read(async (db) =>
    shownThread(db, thread, await reviewerName(db, actor), await inSight(db, thread, actor)),
  );
}

const written = async (db: ReadHandle, by: By, text: string): Promise<NewCommentEvent> => ({
  ...by,
  ...{ action: "write", text, mentions: mentionsIn(text, await everybody(db)) },
});

async function projectOf(db: ReadHandle, subject: CommentSubject): Promise<number> {
  if ("taskId" in subject) return (await storedTask(db, subject.taskId)).projectId;
  const item = await itemById(db, subject.itemId);
  if (item === null) throw unknownItem(subject.itemId);
  return item.projectId;
}

/** Whether an account may see what others wrote in a thread: on an item as their verdicts, on a task unless they solve it without its gold. */
async function inSight(
  db: ReadHandle,
  { projectId, itemId, taskId }: ThreadRow,
  actor: string,
): Promise<boolean> {
  const viewer = await viewerOf(db, projectId, actor);
  if (itemId !== null) return (await itemsInSight(db, viewer, [itemId])).has(itemId);
  return !(await openAttempts(db, viewer.name)).some((attempt) => attempt.taskId === taskId);
}

/** A thread that a person may write into; NOT_FOUND where there is none, or they may see nothing of it. */
async function seen(db: ReadHandle, thread: ThreadRow | null, actor: string): Promise<ThreadRow> {
  if (thread !== null) {
    const isEmpty = (await commentEvents(db, thread.threadId)).length === 0;
    const shown = await shownThread(
      db,
      thread,
      await reviewerName(db, actor),
      await inSight(db, thread, actor),
    );
    if (isEmpty || shown.comments.length > 0) return thread;
  }
  throw new ServiceFault("NOT_FOUND", "These comments are not there any more.", {
    what: "thread of comments",
  });
}

/** A thread with what a person may see of it: their own comments, and others' where the subject is in sight. */
async function shownThread(
  db: ReadHandle,
  thread: ThreadRow,
  person: string,
  isInSight: boolean,
): Promise<CommentThread> {
  const { projectId: _, ...row } = thread;
  const all = await commentEvents(db, thread.threadId);
  const { comments, resolved } = threadAfter(isInSight ? all : all.filter(({ by }) => by === person));
  return { ...row, comments, resolved };
}

async function threadsFor(
  workspace: Workspace,
  subject: CommentSubject,
  actor: string,
): Promise<CommentThread[]> {
  const { viewer, shown } = await workspace.read(async (db) => {
    const viewer = await viewerOf(db, await projectOf(db, subject), actor);
    const shown = (
      await Array.fromAsync(await threadsOn(db, subject), async (thread) =>
        shownThread(db, thread, viewer.name, await inSight(db, thread, actor)),
      )
    ).filter(({ comments }) => comments.length > 0);
    return { viewer, shown };
  });
  const hasOthers = shown.some(({ comments }) => comments.some(({ by }) => by !== viewer.name));
  if ("itemId" in subject && hasOthers) await recordSeen(workspace, viewer, [subject.itemId]);
  return shown;
}

/** A comment that a person wrote, with its thread; throws for another's. */
async function ownComment(db: ReadHandle, commentId: number, person: string) {
  const thread = await threadOfComment(db, commentId);
  const comment =
    thread &&
    threadAfter(await commentEvents(db, thread.threadId)).comments.find((one) => one.commentId === commentId);
  if (thread === null || comment?.by !== person)
    throw new ServiceFault("BAD_INPUT", "Only the author of a comment can change or delete it.", {
      problems: [],
    });
  return { thread, comment };
}

/** What concerns an account, the newest first. */
async function inboxOf(db: ReadHandle, { actor, isMember }: CallContext): Promise<InboxEntry[]> {
  const projects = isMember ? await projectsOfMember(db, actor) : (await allProjects(db)).map(({ id }) => id);
  const entries = [
    ...(await questionsTo(db, await reviewerName(db, actor), projects)),
    ...(await threadsThatConcern(db, actor)),
  ];
  return entries.sort((a, b) => b.comment.at.localeCompare(a.comment.at));
}

/** The questions about verdicts of a person in some projects that wait for their answer. */
async function questionsTo(
  db: ReadHandle,
  person: string,
  projects: readonly number[],
): Promise<InboxEntry[]> {
  return (
    await Array.fromAsync(projects, async (projectId) =>
      Array.fromAsync(
        await openQuestionsTo(db, projectId, person),
        async ({ itemId, question, askedBy, at }) => ({
          ...{ threadId: null, projectId, itemId, taskId: null, why: "question" as const, isUnread: true },
          subject: await subjectText(db, { itemId, taskId: null }),
          comment: { by: askedBy, at, text: question },
        }),
      ),
    )
  ).flat();
}

/** The threads that concern an account, by what is newest in them. */
async function threadsThatConcern(db: ReadHandle, actor: string): Promise<InboxEntry[]> {
  const person = await reviewerName(db, actor);
  const entries = (
    await Array.fromAsync(await threadsOfPerson(db, person), async (thread) => {
      if (!(await inSight(db, thread, actor))) return [];
      const { threadId, projectId, itemId, taskId } = thread;
      const { comments } = await shownThread(db, thread, person, true);
      const first = comments.findIndex(({ by }) => by === person);
      const comment = comments.findLast(
        ({ by, mentions }, at) => by !== person && (mentions.includes(person) || (first >= 0 && at > first)),
      );
      if (comment === undefined) return [];
      const why: InboxEntry["why"] = comment.mentions.includes(person) ? "mention" : "reply";
      const isUnread = (await unreadComments(db, threadId, person)).has(comment.commentId);
      return [
        {
          threadId,
          projectId,
          itemId,
          taskId,
          subject: await subjectText(db, thread),
          why,
          comment,
          isUnread,
        },
      ];
    })
  ).flat();
  return entries.sort((a, b) => b.comment.at.localeCompare(a.comment.at));
}
