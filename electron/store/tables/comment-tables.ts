import type { Generated } from "kysely";
import type { CommentEvent, CommentTopic } from "#shared/domain/comment.ts";
import type { JsonText } from "./column-types.ts";

interface CommentThreadTable {
  id: Generated<number>;
  project_id: number;
  item_id: number | null;
  task_id: number | null;
  topic: JsonText<NonNullable<CommentTopic>> | null;
}

interface CommentEventTable {
  seq: Generated<number>;
  thread_id: number;
  actor: string;
  at: string;
  action: CommentEvent["action"];
  comment_id: number | null;
  ref: number | null;
  text: string | null;
  mentions: JsonText<string[]> | null;
}

interface CommentReadTable {
  thread_id: number;
  person: string;
  seq: number;
}

/** Threads of comments on items and tasks. */
export interface CommentTables {
  comment_thread: CommentThreadTable;
  comment_event: CommentEventTable;
  comment_read: CommentReadTable;
}
