import { AtSign, CircleHelp, Inbox, Reply } from "lucide-react";
import { useState } from "react";
import type { InboxEntry } from "#shared/contract/comments.ts";
import { useCommentInbox } from "../data/comments.ts";
import { errorText } from "../data/faults.ts";
import { askForThreads } from "../results/comments/asked-threads.ts";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { InlineError } from "../ui/inline-error.tsx";
import { stepIndex } from "../ui/list-steps.ts";
import { SkeletonLines } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { VirtualList } from "../ui/virtual-list.tsx";
import type { WindowRoute } from "./use-window-route.ts";

interface CommentInboxDialogProps {
  route: WindowRoute;
  onClose(): void;
}

const rowHeight = 56;

/** What concerns the person at this window; an entry leads to its item or task. */
export function CommentInboxDialog({ route, onClose }: CommentInboxDialogProps) {
  const { data: entries, error } = useCommentInbox();
  const [selected, setSelected] = useState(0);
  const open = (index: number): void => {
    const entry = entries?.[index];
    if (entry === undefined) return;
    const { threadId, projectId, itemId, taskId } = entry;
    onClose();
    if (threadId !== null) askForThreads(itemId === null ? { taskId: taskId ?? 0 } : { itemId });
    route.openAt(projectId, itemId === null ? "tasks" : "review", itemId ?? taskId ?? 0);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Inbox"
      width="lg"
      commands={[
        ...(["next", "previous"] as const).map((step) => ({
          ...{ id: `inbox.${step}`, title: `${step === "next" ? "Next" : "Previous"} thread` },
          keys: step === "next" ? ["j", "ArrowDown"] : ["k", "ArrowUp"],
          run: () => setSelected(stepIndex(step, selected, entries?.length ?? 0) ?? selected),
        })),
        {
          ...{ id: "inbox.open", title: "Open the thread", keys: ["Enter"] },
          enabled: (entries?.length ?? 0) > 0,
          run: () => open(selected),
        },
      ]}
    >
      {error ? (
        <InlineError title="The inbox could not be read.">{errorText(error)}</InlineError>
      ) : entries === undefined ? (
        <SkeletonLines lines={4} />
      ) : entries.length === 0 ? (
        <EmptyState icon={Inbox} title="Nothing is waiting for you">
          Threads appear here when a colleague mentions you with @, replies after you, or asks about your
          verdict. The status bar counts them.
        </EmptyState>
      ) : (
        <div className="flex max-h-[50vh] flex-col" style={{ height: entries.length * rowHeight }}>
          <VirtualList
            label="Threads that concern you"
            count={entries.length}
            rowHeight={rowHeight}
            selected={selected}
            onSelect={(index) => {
              if (index === selected) open(index);
              else setSelected(index);
            }}
            onOpen={open}
            renderRow={(index) => <EntryRow entry={entries[index]} />}
          />
        </div>
      )}
    </Dialog>
  );
}

function EntryRow({ entry }: { entry: InboxEntry | undefined }) {
  if (entry === undefined) return null;
  const { subject, why, comment, isUnread } = entry;
  const Icon = { mention: AtSign, reply: Reply, question: CircleHelp }[why];
  return (
    <div className="flex h-full items-start gap-2 border-b px-3 py-1.5">
      <Icon size={14} role="img" aria-label={why} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2 text-sm text-muted">
          <span className="min-w-0 flex-1 truncate">
            <span className={classes("text-ink", isUnread && "font-semibold")}>{comment.by}</span>{" "}
            {why === "question" ? "asks about your verdict on" : "on"} {subject}
          </span>
          {isUnread && (
            <span className="rounded-sm bg-selected px-1 text-ink">
              {why === "question" ? "to answer" : "unread"}
            </span>
          )}
          <TimeAgo at={comment.at} />
        </div>
        <p className="truncate">{comment.text}</p>
      </div>
    </div>
  );
}
