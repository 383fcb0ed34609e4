import { z } from "zod";
import { SqlQuote } from "./sql-quote.ts";

/** What a thread is about beyond its item or task: a finding, by its rule and message, or a stretch of SQL; null: the whole. */
export const CommentTopic = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("finding"), rule: z.string().max(200), message: z.string().max(10_000) }),
    z.object({ kind: z.literal("sql"), quote: SqlQuote }),
  ])
  .nullable();
export type CommentTopic = z.infer<typeof CommentTopic>;

/** What somebody wrote in a thread: Markdown; `mentions`: the names in it; `editedAt` null: as it was written. Times are ISO 8601 in UTC. */
export const Comment = z.object({
  commentId: z.number().int(),
  by: z.string(),
  at: z.string(),
  editedAt: z.string().nullable(),
  text: z.string(),
  mentions: z.array(z.string()),
});
export type Comment = z.infer<typeof Comment>;

/** Comments one after the other on an item or a task. */
export const CommentThread = z.object({
  threadId: z.number().int(),
  itemId: z.number().int().nullable(),
  taskId: z.number().int().nullable(),
  topic: CommentTopic,
  resolved: z.object({ by: z.string(), at: z.string() }).nullable(),
  comments: z.array(Comment),
});
export type CommentThread = z.infer<typeof CommentThread>;

interface EventBase {
  seq: number;
  by: string;
  at: string;
}

/** One acknowledged step in a thread; a comment is known by the seq of what wrote it. */
export type CommentEvent = EventBase &
  (
    | { action: "write"; text: string; mentions: string[] }
    | { action: "edit"; commentId: number; text: string; mentions: string[] }
    | { action: "remove"; commentId: number }
    | { action: "resolve" | "reopen" }
  );

/** What stands in a thread after its steps; whoever writes into a resolved thread reopens it. */
export function threadAfter(events: readonly CommentEvent[]): Pick<CommentThread, "comments" | "resolved"> {
  const comments = new Map<number, Comment>();
  let resolved: CommentThread["resolved"] = null;
  for (const event of events) {
    const { seq, by, at } = event;
    switch (event.action) {
      case "write": {
        const { text, mentions } = event;
        comments.set(seq, { commentId: seq, by, at, editedAt: null, text, mentions });
        resolved = null;
        break;
      }
      case "edit": {
        const before = comments.get(event.commentId);
        const { text, mentions } = event;
        if (before !== undefined) comments.set(event.commentId, { ...before, editedAt: at, text, mentions });
        break;
      }
      case "remove":
        comments.delete(event.commentId);
        break;
      case "resolve":
        resolved = { by, at };
        break;
      case "reopen":
        resolved = null;
    }
  }
  return { comments: [...comments.values()], resolved };
}

/** The people of whom a text speaks as "@name", each once: of names that begin alike the longest that fits. */
export function mentionsIn(text: string, people: readonly string[]): string[] {
  const byLength = [...people].sort((a, b) => b.length - a.length);
  const found = new Set<string>();
  for (const { index } of text.matchAll(/(?<![\w@])@/g)) {
    const rest = text.slice(index + 1).toLowerCase();
    const name = byLength.find(
      (one) => rest.startsWith(one.toLowerCase()) && !/^[\p{L}\p{N}_]/u.test(rest.slice(one.length)),
    );
    if (name !== undefined) found.add(name);
  }
  return [...found];
}
