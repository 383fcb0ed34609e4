import { z } from "zod";
import { Comment, CommentThread, CommentTopic } from "../domain/comment.ts";
import { base } from "./base.ts";

const Subject = z.union([z.object({ itemId: z.number().int() }), z.object({ taskId: z.number().int() })]);
const Text = z.string().trim().min(1).max(50_000);
const ThreadId = z.object({ threadId: z.number().int() });
const CommentId = z.object({ commentId: z.number().int() });

/** What concerns the caller: a thread in which they are mentioned or somebody answered after them, or a question about their verdict. */
export const InboxEntry = z.object({
  /** null of a question about their verdict on an item. */
  threadId: z.number().int().nullable(),
  projectId: z.number().int(),
  itemId: z.number().int().nullable(),
  taskId: z.number().int().nullable(),
  /** The task's id in the benchmark, or the item's database and question. */
  subject: z.string(),
  /** Why: somebody wrote their name, or wrote after them, or waits for an answer about their verdict. */
  why: z.enum(["mention", "reply", "question"]),
  /** The newest comment of somebody else that says so, or the question. */
  comment: Comment.pick({ by: true, at: true, text: true }),
  /** A question until it is answered. */
  isUnread: z.boolean(),
});
export type InboxEntry = z.infer<typeof InboxEntry>;

export const comments = {
  /** The threads on an item or task, the oldest first: what others wrote on an item only where the caller may see it. */
  of: base.input(Subject).output(z.array(CommentThread)),
  /** Begins a thread; answers all of the subject. */
  start: base
    .input(z.object({ subject: Subject, topic: CommentTopic, text: Text }))
    .output(z.array(CommentThread)),
  /** Writes into a thread, which reopens it. */
  reply: base.input(ThreadId.extend({ text: Text })).output(CommentThread),
  /** Changes a comment of the caller's own; BAD_INPUT for another's. */
  edit: base.input(CommentId.extend({ text: Text })).output(CommentThread),
  /** Takes a comment of the caller's own away; BAD_INPUT for another's. */
  remove: base.input(CommentId).output(CommentThread),
  /** Says that a thread is done with, or that it is not. */
  resolve: base.input(ThreadId.extend({ resolved: z.boolean() })).output(CommentThread),
  /** What of the workspace concerns the caller, the newest first. */
  inbox: base.output(z.array(InboxEntry)),
  /** The caller has read a thread as it is now. */
  markRead: base.input(ThreadId).output(z.void()),
  /** Names that can be mentioned: people who chose one, wrote tasks or comments. */
  people: base.output(z.array(z.string())),
};
