import { Check, Link2Off, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Comment, CommentThread, CommentTopic } from "#shared/domain/comment.ts";
import { type CommentPlace, useCommentDraft } from "../../data/comment-drafts.ts";
import type { useCommentSteps } from "../../data/comments.ts";
import { errorText } from "../../data/faults.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { CommentField } from "./comment-field.tsx";

// The reader of Markdown is loaded with the first comment.
const Markdown = lazy(async () => ({ default: (await import("../../ui/markdown/index.ts")).Markdown }));

interface ThreadCardProps {
  thread: CommentThread;
  /** The name of the person at this window. */
  person: string;
  steps: ReturnType<typeof useCommentSteps>;
  /** Shows what a thread is about; null where it is outdated or there is nothing to show. */
  onTopic: (() => void) | null;
}

/** A thread: what it is about, its comments, and a field to answer. */
export function ThreadCard({ thread, person, steps, onTopic }: ThreadCardProps) {
  const { threadId, topic, resolved, comments } = thread;
  const { isBusy, failure, run } = useStep();
  const reply = useOpenedField({ threadId }, "", (text, sent) =>
    run(() => steps.reply(threadId, text).then(sent)),
  );
  return (
    <li className={classes("flex flex-col gap-2 border-b px-3 py-2", resolved !== null && "text-muted")}>
      <Topic topic={topic} onTopic={onTopic} />
      <ol aria-label="Comments of the thread" className="flex flex-col gap-2">
        {comments.map((comment) => (
          <CommentEntry
            key={comment.commentId}
            comment={comment}
            isOwn={comment.by === person}
            steps={steps}
          />
        ))}
      </ol>
      {failure === null ? null : <p className="text-sm text-error">{errorText(failure)}</p>}
      {reply.field !== null ? (
        <CommentField
          label="Reply"
          placeholder="Answer, in Markdown; @ mentions somebody"
          action="Reply"
          busy={isBusy}
          {...reply.field}
        />
      ) : (
        <ThreadTools
          resolved={resolved}
          isBusy={isBusy}
          onReply={reply.open}
          onResolve={() => run(() => steps.resolve(threadId, resolved === null))}
        />
      )}
    </li>
  );
}

interface ThreadToolsProps extends Pick<CommentThread, "resolved"> {
  isBusy: boolean;
  onReply(): void;
  onResolve(): void;
}

function ThreadTools({ resolved, isBusy, onReply, onResolve }: ThreadToolsProps) {
  return (
    <div className="flex items-center gap-1">
      <Button size="sm" variant="quiet" onClick={onReply}>
        Reply
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={resolved === null ? Check : RotateCcw}
        busy={isBusy}
        onClick={onResolve}
      >
        {resolved === null ? "Resolve" : "Reopen"}
      </Button>
      {resolved !== null && (
        <span className="min-w-0 truncate text-sm">
          resolved by {resolved.by}, <TimeAgo at={resolved.at} />
        </span>
      )}
    </div>
  );
}

/** What is done once, what went wrong with it, and whether it is on its way. */
function useStep() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setFailure(null);
    void work()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, run };
}

/**
 * A field that a button opens. What was typed into it and not sent is there again whenever its place is shown, but takes the focus
 * only where it was asked for: whoever comes back goes on by keys.
 */
function useOpenedField(
  place: CommentPlace,
  original: string,
  send: (text: string, sent: () => void) => void,
) {
  const { draft, change, sent } = useCommentDraft(place);
  const [isAsked, setAsked] = useState(false);
  const type = (text: string): void => change({ topic: null, text });
  return {
    open: (): void => {
      setAsked(true);
      type(original);
    },
    /** Null while it is closed. */
    field: draft && {
      autoFocus: isAsked,
      value: draft.text,
      onChange: type,
      hasUnsent: draft.text.trim() !== original.trim(),
      onSend: () => send(draft.text, sent),
      onLeave: () => change(null),
    },
  };
}

function Topic({ topic, onTopic }: { topic: CommentTopic; onTopic: (() => void) | null }) {
  if (topic === null) return null;
  const text = topic.kind === "sql" ? topic.quote.text : topic.message;
  const words = (
    <span className={classes("line-clamp-3 break-words", topic.kind === "sql" && "font-mono")}>{text}</span>
  );
  if (onTopic !== null)
    return (
      <button
        type="button"
        title="Show it"
        onClick={onTopic}
        className="border-l-2 border-accent pl-2 text-left text-sm hover:bg-hover"
      >
        {words}
      </button>
    );
  return (
    <div className="border-l-2 pl-2 text-sm text-muted">
      {words}
      <p className="flex items-center gap-1 text-warning">
        <Link2Off size={12} aria-hidden />
        Outdated: this is not there any more as it was.
      </p>
    </div>
  );
}

interface CommentEntryProps {
  comment: Comment;
  isOwn: boolean;
  steps: ThreadCardProps["steps"];
}

function CommentEntry({ comment, isOwn, steps }: CommentEntryProps) {
  const { commentId, by, at, editedAt, text } = comment;
  const { isBusy, failure, run } = useStep();
  const edit = useOpenedField({ commentId }, text, (typed, sent) =>
    run(() => steps.edit(commentId, typed).then(sent)),
  );
  return (
    <li className="group/comment">
      <div className="flex h-6 items-center gap-1.5 text-sm">
        <span className="truncate font-medium text-ink">{by}</span>
        <span className="truncate text-muted">
          <TimeAgo at={at} />
          {editedAt !== null && ", edited"}
        </span>
        <span className="flex-1" />
        {isOwn && edit.field === null && (
          <span className="flex">
            <IconButton size="sm" icon={Pencil} label="Edit the comment" onClick={edit.open} />
            <IconButton
              size="sm"
              icon={Trash2}
              label="Delete the comment"
              onClick={() => run(() => steps.remove(commentId))}
            />
          </span>
        )}
      </div>
      {edit.field === null ? (
        <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
          <Markdown text={text} />
        </Suspense>
      ) : (
        <CommentField label="Edit the comment" placeholder="" action="Save" busy={isBusy} {...edit.field} />
      )}
      {failure === null ? null : <p className="text-sm text-error">{errorText(failure)}</p>}
    </li>
  );
}
