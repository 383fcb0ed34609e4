import {
  CircleCheck,
  CircleUserRound,
  CloudUpload,
  Gauge,
  Hourglass,
  Inbox,
  Plug,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { type EngineKind, engineFacts } from "#shared/domain/engine.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import { defaultRunLimits } from "#shared/domain/run-limits.ts";
import { profileLabels } from "#shared/domain/test-script.ts";
import { useConnectionState } from "../data/client.ts";
import { useCommentInbox } from "../data/comments.ts";
import { jobNames, useCancelJob, useJobs, useWaitingRequests } from "../data/jobs.ts";
import { useMay } from "../data/members.ts";
import { useSaves } from "../data/saves.ts";
import { useSession } from "../data/session.ts";
import { usePersonSettings } from "../data/settings.ts";
import { countText, numberText, spanText } from "../ui/time-text.ts";
import { WorkProgress } from "../ui/work-progress.tsx";
import { StatusItem } from "./status-item.tsx";

interface StatusBarProps {
  /** The engine on which the predictions of the project in front are judged. */
  reviewEngine: EngineKind;
  /** On what the tasks of the screen in front run; null where it shows none. */
  tasks: TaskSettings | null;
  onSettings(): void;
  onInbox(): void;
}

/** The bar at the foot: is everything saved, what is running, who works here, on which engine and under which limits. */
export function StatusBar({ tasks, reviewEngine, onSettings, onInbox }: StatusBarProps) {
  const { actor, workspacePath } = useSession();
  return (
    <footer className="flex h-6 shrink-0 items-center border-t bg-panel px-1 text-sm text-muted">
      <ConnectionStatus />
      <SaveStatus />
      <JobStatus />
      <TurnStatus />
      <div className="flex-1" />
      <InboxStatus onInbox={onInbox} />
      {tasks === null ? (
        <ReviewLimits engine={reviewEngine} onSettings={onSettings} />
      ) : (
        <StatusItem
          icon={Gauge}
          hint={`Tasks run on ${engineFacts[tasks.engine].label}, each on a private copy of its database. ${profileLabels[tasks.profile].definition}`}
          onClick={onSettings}
        >
          {engineFacts[tasks.engine].label} · {profileLabels[tasks.profile].label}
        </StatusItem>
      )}
      <StatusItem
        icon={CircleUserRound}
        hint={`Verdicts are saved as ${actor} in ${workspacePath}`}
        onClick={onSettings}
      >
        {actor}
      </StatusItem>
    </footer>
  );
}

/** How many comments this person has not read. */
function InboxStatus({ onInbox }: { onInbox(): void }) {
  const unread = useCommentInbox().data?.filter(({ isUnread }) => isUnread).length ?? 0;
  return (
    <StatusItem
      icon={Inbox}
      tone={unread > 0 ? "accent" : "neutral"}
      hint="Mentions of you, and replies after you (G M)"
      onClick={onInbox}
    >
      {unread === 0 ? "Inbox" : `${numberText(unread)} unread`}
    </StatusItem>
  );
}

function ReviewLimits({ engine, onSettings }: Pick<StatusBarProps, "onSettings"> & { engine: EngineKind }) {
  const { "run.timeLimitMs": timeLimitMs } = usePersonSettings();
  const { rows, cellBytes } = defaultRunLimits;
  return (
    <StatusItem
      icon={Gauge}
      hint={`A statement is stopped after ${spanText(timeLimitMs)}, at ${numberText(rows)} rows, or at a value of ${cellBytes / 2 ** 20} MiB. Databases are opened read-only.`}
      onClick={onSettings}
    >
      {engineFacts[engine].label} · {spanText(timeLimitMs)}
    </StatusItem>
  );
}

/** The job that runs, how far it is, and how to stop it. */
function JobStatus() {
  const running = useJobs().filter(({ state }) => state === "running");
  const cancel = useCancelJob();
  const may = useMay();
  const job = running[0];
  if (!job) return null;
  return (
    <section className="flex items-center gap-2 border-l pl-2" aria-label="Running work">
      <WorkProgress
        name={jobNames[job.kind]}
        done={job.done}
        total={job.total}
        onStop={may("jobs", "cancel", job.projectId) ? () => cancel.mutate(job.id) : null}
        stopping={cancel.isPending}
        stopLabel="Stop and keep what is done"
        side="top"
      >
        {running.length > 1 ? ` and ${running.length - 1} more` : ""}
      </WorkProgress>
    </section>
  );
}

/** That requests wait their turn, as this person has as many workers of the host as one may have, or others have them. */
function TurnStatus() {
  const requests = useWaitingRequests();
  if (requests === 0) return null;
  return (
    <div role="status">
      <StatusItem
        icon={Hourglass}
        tone="warning"
        hint="The host limits how much runs at once, for each person and in all. This starts as soon as a worker is free; stop the query to cancel it."
        onClick={() => undefined}
      >
        {countText(requests, "request")} waiting for a worker
      </StatusItem>
    </div>
  );
}

const said = {
  connected: { words: "Connected", hint: "This window is connected to the back end.", tone: "neutral" },
  reconnecting: {
    words: "Reconnecting…",
    hint: "The back end is not responding. Your changes are stored in this window and sent when it is back. Press to reload the window.",
    tone: "warning",
  },
  refused: {
    words: "Disconnected",
    hint: "The back end has stopped or was restarted. Start Querent again; nothing saved is lost. Press to reload the window.",
    tone: "error",
  },
  "signed-out": {
    words: "Signed out",
    hint: "You were signed out. Ask your lead for a new link. What you typed is kept in this browser. Press to reload the window.",
    tone: "error",
  },
} as const;

/** Whether the back end can be reached. */
function ConnectionStatus() {
  const state = useConnectionState();
  const { words, hint, tone } = said[state];
  return (
    <div role="status">
      <StatusItem
        icon={state === "connected" ? Plug : Unplug}
        tone={tone}
        hint={hint}
        onClick={() => {
          if (state !== "connected") location.reload();
        }}
      >
        {words}
      </StatusItem>
    </div>
  );
}

/** Whether everything is saved: acknowledged by the back end, which answers only once it is committed. */
function SaveStatus() {
  const { pending, lastSavedAt } = useSaves();
  const failed = pending.filter(({ error }) => error !== null);
  const retryAll = (): void => {
    for (const { retry } of failed) retry?.();
  };
  if (failed.length > 0)
    return (
      <div role="alert">
        <StatusItem
          icon={TriangleAlert}
          tone="error"
          hint={`${failed[0]?.what}: ${failed[0]?.error} Press to try again.`}
          onClick={retryAll}
        >
          {countText(failed.length, "change")} not saved
        </StatusItem>
      </div>
    );
  const words = pending.length > 0 ? `Saving ${countText(pending.length, "change")}…` : "Saved";
  const hint =
    pending.length > 0
      ? "Not saved yet. The window asks before it closes."
      : lastSavedAt
        ? `Everything is saved. Last saved at ${new Date(lastSavedAt).toLocaleTimeString()}.`
        : "Everything is saved.";
  return (
    <StatusItem icon={pending.length > 0 ? CloudUpload : CircleCheck} hint={hint} onClick={() => {}}>
      {words}
    </StatusItem>
  );
}
