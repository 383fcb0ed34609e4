import type { TaskChange, TaskStatusChange } from "#shared/contract/tasks.ts";
import { TaskPart } from "#shared/domain/task-part.ts";

/** A line of a task's history: saves of one person in a row, another change of the task, or where it was put. */
export type HistoryEntry =
  | {
      kind: "change";
      /** The first and the last revision of the row. */
      from: number;
      to: number;
      action: TaskChange["action"];
      by: string;
      at: string;
      parts: TaskPart[];
    }
  | { kind: "state"; key: string; by: string; at: string; words: string };

/** Saves that follow each other within this time, in milliseconds, are one line: a task is saved with every pause. */
const rowMs = 10 * 60_000;

/** The lines of a history, the newest first. */
export function historyEntries(
  changes: readonly TaskChange[],
  states: readonly TaskStatusChange[],
): HistoryEntry[] {
  const entries: HistoryEntry[] = stateEntries(states);
  for (const { revision, action, savedBy: by, savedAt: at, parts } of changes) {
    const last = entries.at(-1);
    if (last?.kind === "change" && isOneRow(last, { action, by, at })) {
      last.from = revision;
      last.parts = TaskPart.options.filter((part) => last.parts.includes(part) || parts.includes(part));
    } else entries.push({ kind: "change", from: revision, to: revision, action, by, at, parts });
  }
  return entries.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function isOneRow(
  last: Extract<HistoryEntry, { kind: "change" }>,
  { action, by, at }: Pick<HistoryEntry, "by" | "at"> & { action: TaskChange["action"] },
): boolean {
  const isSave = last.action === "save" && action === "save";
  return isSave && last.by === by && Date.parse(last.at) - Date.parse(at) < rowMs;
}

/** What an edit of an accepted task brings with it (SPEC H12). */
const editWords = {
  "in-check": "edited an accepted task: it has to be accepted again",
  accepted: "restored the accepted version: it is accepted again",
};

const statusWords = {
  draft: "set it back to draft",
  "in-check": "set it to submitted",
  accepted: "accepted it",
  rejected: "rejected it",
} as const;

function stateEntries(states: readonly TaskStatusChange[]): HistoryEntry[] {
  return states.map(({ status, assignee, by, at, revision }, index) => {
    const before = states[index + 1] ?? { status: "draft", assignee: null };
    const said: string[] = [];
    const byEdit = revision !== null && (status === "in-check" || status === "accepted");
    if (status !== before.status) said.push(byEdit ? editWords[status] : statusWords[status]);
    if (assignee !== before.assignee)
      said.push(assignee === null ? "removed its assignee" : `assigned it to ${assignee}`);
    return { kind: "state", key: `state ${states.length - index}`, by, at, words: said.join(", ") };
  });
}
