import type { QueryClient } from "@tanstack/react-query";
import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { Connection, ConnectionState } from "../host/connection.ts";
import { withJob } from "./jobs.ts";
import { keys } from "./keys.ts";

/** How long, in milliseconds, changes that come thick and fast (a batch evaluation) are gathered before asking again. */
const gatherMs = 400;

/** How long after a failed stream, in milliseconds, it is opened again; calls wait for the connection themselves. */
const reopenMs = 500;

/** Follows the changes of the workspace for as long as the window lives; gives back how to stop. */
export function watchChanges({ client, state }: Connection, queries: QueryClient): () => void {
  const end = new AbortController();
  const refresh = gathered(queries);
  const run = async (): Promise<void> => {
    for (let first = true; !end.signal.aborted && !isOver(state.get()); first = false) {
      try {
        const changes = await client.changes.watch(undefined, { signal: end.signal });
        // While the line was away anything may have changed.
        if (!first) askAgain(queries);
        for await (const change of changes) takeIn(change, queries, refresh);
      } catch {
        // A cut line ends the stream; the status bar shows it and the loop opens the stream again.
      }
      await new Promise((resolve) => setTimeout(resolve, reopenMs));
    }
  };
  void run();
  return () => end.abort();
}

const isOver = (state: ConnectionState): boolean => state === "refused" || state === "signed-out";

/** Everything that the workspace may answer differently now; rows of a result never change under their id. */
const askAgain = (queries: QueryClient): void =>
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.results[0] });

type Refresh = (key: readonly unknown[]) => void;

/** Marks keys stale at most once in `gatherMs`, so that a flood of changes does not restart the same question forever. */
function gathered(queries: QueryClient): Refresh {
  const waiting = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (key) => {
    waiting.set(JSON.stringify(key), key);
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const due = [...waiting.values()];
      waiting.clear();
      for (const queryKey of due) void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }, gatherMs);
  };
}

/** What settings decide, among them the name of who is at this window. */
const keysOfSettings = [
  ...[keys.settings, keys.disagreementAccess, keys.everyDisagreement, keys.everyAgreement],
  ...[
    keys.everyCertificate,
    keys.everyCrossCheck,
    keys.everyCheckItem,
    keys.everyQualification,
    keys.comments,
  ],
];

/** What a change makes stale. Rows and ids of the queue that hold own verdicts are the queue's own matter (data/queue.ts). */
// Longer than a function should be: one case for each kind of change.
function takeIn(change: Change, queries: QueryClient, refresh: Refresh): void {
  switch (change.type) {
    case "verdict":
      takeInVerdict(change, refresh);
      return;
    case "evaluations":
      refresh(keys.queue(change.projectId));
      return;
    case "check-items":
      refresh(keys.checkItems(change.projectId));
      refresh(keys.qualification(change.projectId));
      return;
    case "slots":
      refresh(keys.slots(change.projectId));
      refresh(keys.queueCounts(change.projectId));
      return;
    case "disagreements":
      takeInSettling(change, refresh);
      return;
    case "agreement":
    case "guidelines":
      refresh(keys[change.type](change.projectId));
      return;
    case "projects":
      refresh(keys.projects);
      return;
    case "settings":
      for (const key of keysOfSettings) refresh(key);
      return;
    case "tasks":
    case "task-findings":
    case "task-run":
      takeInTasks(change, refresh);
      return;
    case "prediction-run":
      refresh(keys.predictionRuns(change.projectId));
      return;
    case "dialogues":
      refresh(keys.dialogueRuns(change.projectId));
      // A checker may have ended their attempt.
      refresh(keys.everyCrossCheck);
      return;
    case "certificates":
      refresh(keys.certificates(change.projectId));
      refresh(keys.qualification(change.projectId));
      refresh(change.taskId === null ? keys.everyCertificate : keys.certificate(change.taskId));
      return;
    case "cross-checks":
      refresh(keys.crossChecks(change.projectId));
      refresh(keys.qualification(change.projectId));
      refresh(keys.crossChecksOfTask(change.taskId));
      return;
    case "comments":
    case "members":
      refresh(keys[change.type]);
      return;
    case "job":
      queries.setQueryData<Job[]>(keys.jobs, (jobs) => jobs && withJob(jobs, change.job));
      return;
    case "waiting":
      queries.setQueryData<number>(keys.turns, change.requests);
      return;
    case "everything":
      askAgain(queries);
  }
}

function takeInVerdict({ projectId, itemId }: { projectId: number; itemId: number }, refresh: Refresh): void {
  refresh(keys.queueCounts(projectId));
  refresh(keys.slots(projectId));
  refresh(keys.queueRows(projectId));
  refresh(keys.item(itemId));
  refresh(keys.verdicts(itemId));
  refresh(keys.earlierVerdicts);
  refresh(keys.reviewers(projectId));
  refresh(keys.checkItems(projectId));
  refresh(keys.disagreementRows(projectId));
  refresh(keys.disagreement(itemId));
  refresh(keys.askedOfMe(projectId));
  refresh([...keys.comments, "inbox"]);
  refresh(keys.agreement(projectId));
  refresh(keys.workFigures(projectId));
}

function takeInSettling({ projectId, itemId }: Extract<Change, { type: "disagreements" }>, refresh: Refresh) {
  refresh(keys.disagreementRows(projectId));
  refresh(keys.askedOfMe(projectId));
  refresh([...keys.comments, "inbox"]);
  refresh(keys.judges(projectId));
  refresh(itemId === null ? keys.everyDisagreement : keys.disagreement(itemId));
}

/** Of one task only its lines and figures change; what concerns any of them may bring tasks, too, and so other ids. */
function takeInTasks(
  { type, projectId, taskId }: Extract<Change, { taskId: number | null }>,
  refresh: Refresh,
): void {
  if (type === "tasks" && taskId === null) {
    refresh(keys.tasks(projectId));
    refresh(keys.knowledge(projectId));
  } else {
    refresh(keys.taskRows(projectId));
    refresh(keys.taskCounts(projectId));
    refresh(keys.taskFacets(projectId));
    if (type === "tasks") refresh(keys.taskStatistics(projectId));
  }
  if (type === "tasks") {
    refresh(keys.certificates(projectId));
    refresh(taskId === null ? keys.everyCertificate : keys.certificate(taskId));
    refresh(keys.crossChecks(projectId));
    refresh(keys.qualification(projectId));
    refresh(taskId === null ? keys.everyCrossCheck : keys.crossChecksOfTask(taskId));
  }
  refresh(taskId === null ? keys.everyTask : keys.task(taskId));
}
