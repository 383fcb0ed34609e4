import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CommentThread, CommentTopic } from "#shared/domain/comment.ts";
import { useCommentDraft, useIsTyped, useNewTopic } from "../../data/comment-drafts.ts";
import { type CommentedSubject, useCommentInbox, useCommentSteps, useThreads } from "../../data/comments.ts";
import { errorText } from "../../data/faults.ts";
import { useSession } from "../../data/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { countText } from "../../ui/time-text.ts";
import { useFocusWhenAsked } from "./asked-threads.ts";
import { CommentField } from "./comment-field.tsx";
import { ThreadCard } from "./thread-card.tsx";

interface ThreadsPaneProps {
  subject: CommentedSubject;
  /** How a thread's topic is shown; null where it is outdated. */
  showTopic(topic: NonNullable<CommentTopic>): (() => void) | null;
}

/** The threads on an item or a task: open ones first, then what is resolved; and where one begins a new one. */
export function ThreadsPane({ subject, showTopic }: ThreadsPaneProps) {
  const { data: threads, error } = useThreads(subject);
  const { actor } = useSession();
  const steps = useCommentSteps(subject);
  useReadWhenShown(threads, steps.markRead);
  const open = threads?.filter(({ resolved }) => resolved === null) ?? [];
  const resolved = threads?.filter((thread) => thread.resolved !== null) ?? [];
  const card = (thread: CommentThread) => (
    <ThreadCard
      key={thread.threadId}
      thread={thread}
      person={actor}
      steps={steps}
      onTopic={thread.topic && showTopic(thread.topic)}
    />
  );
  return (
    <section aria-label="Comments" className="flex min-h-0 flex-1 flex-col overflow-auto">
      <NewThread subject={subject} onStart={steps.start} />
      {error ? (
        <InlineError className="m-2" title="The comments could not be read.">
          {errorText(error)}
        </InlineError>
      ) : null}
      {threads === undefined && !error && <SkeletonLines lines={4} />}
      {threads?.length === 0 && (
        <p className="px-3 py-2 text-muted">
          No comments yet. Ask a colleague here: who is mentioned finds it in their inbox.
        </p>
      )}
      <ul aria-label="Threads">{open.map(card)}</ul>
      {resolved.length > 0 && <ResolvedThreads threads={resolved}>{resolved.map(card)}</ResolvedThreads>}
    </section>
  );
}

interface ResolvedThreadsProps {
  threads: readonly CommentThread[];
  children: ReactNode;
}

function ResolvedThreads({ threads, children }: ResolvedThreadsProps) {
  // What was typed into one of them is in sight when one comes back; from then on the person opens and closes it.
  const [isOpen] = useState(useIsTyped(threads.flatMap(placesIn)));
  return (
    <details open={isOpen}>
      <summary className="px-3 py-1.5 text-sm text-muted">
        {countText(threads.length, "resolved thread")}
      </summary>
      <ul aria-label="Resolved threads">{children}</ul>
    </details>
  );
}

const placesIn = ({ threadId, comments }: CommentThread) => [
  { threadId },
  ...comments.map(({ commentId }) => ({ commentId })),
];

interface NewThreadProps extends Pick<ThreadsPaneProps, "subject"> {
  onStart(topic: CommentTopic, text: string): Promise<void>;
}

/** Where a thread is begun. */
function NewThread({ subject, onStart }: NewThreadProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusWhenAsked(field);
  const { draft, change, sent } = useCommentDraft(subject);
  const [topic, setTopic] = useNewTopic(subject);
  const text = draft?.text ?? "";
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onStart(topic, text);
      sent();
    } catch (refused) {
      setFailure(refused);
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-1 border-b px-3 py-2">
      <NewTopic topic={topic} onNoTopic={() => setTopic(null)} />
      <CommentField
        label="New comment"
        placeholder="Comment, in Markdown; @ mentions somebody"
        value={text}
        onChange={(typed) => change({ topic, text: typed })}
        action="Comment"
        busy={isBusy}
        onSend={() => void send()}
        field={field}
      />
      {failure === null ? null : <p className="text-sm text-error">{errorText(failure)}</p>}
    </div>
  );
}

function NewTopic({ topic, onNoTopic }: { topic: CommentTopic; onNoTopic(): void }) {
  if (topic === null) return null;
  return (
    <div className="flex items-start gap-1 border-l-2 border-accent pl-2 text-sm">
      <span className={`line-clamp-3 min-w-0 flex-1 break-words ${topic.kind === "sql" ? "font-mono" : ""}`}>
        {topic.kind === "sql" ? topic.quote.text : topic.message}
      </span>
      <IconButton size="sm" icon={X} label="Comment on the whole" onClick={onNoTopic} />
    </div>
  );
}

/** What is on screen is read. */
function useReadWhenShown(
  threads: readonly CommentThread[] | undefined,
  markRead: (threadId: number) => Promise<void>,
): void {
  const { data: inbox } = useCommentInbox();
  const unread = (inbox ?? [])
    .filter(({ threadId, isUnread }) => isUnread && threads?.some((one) => one.threadId === threadId))
    .map(({ threadId }) => threadId);
  const face = unread.join(" ");
  useEffect(() => {
    for (const threadId of face.split(" ")) if (threadId !== "") void markRead(Number(threadId));
  }, [face, markRead]);
}
