import type { Change } from "#shared/contract/changes.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { createEventQueue, type EventQueue } from "./event-queue.ts";

/** Where services say what they changed, and windows hear of it. */
export interface ChangesService {
  publish(change: Change): void;
  /** What changes from now on, by this process or another one, until the caller goes. */
  watch(input: undefined, context: CallContext): AsyncIterable<Change>;
  close(): void;
}

interface Dependencies {
  workspace: Workspace;
  /** How often to look for commits of other processes, in milliseconds. */
  pollMs?: number;
}

/** Starts to look for commits of other processes; each is published as `everything`, because it is unknown what it changed. */
export function createChangesService({ workspace, pollMs = 500 }: Dependencies): ChangesService {
  const watchers = new Set<EventQueue<Change>>();
  const publish = (change: Change) => {
    for (const watcher of watchers) watcher.push(change);
  };
  let seen = workspace.dataVersion();
  const poll = setInterval(() => {
    const version = versionOr(seen, workspace);
    if (version === seen) return;
    seen = version;
    publish({ type: "everything" });
  }, pollMs);
  poll.unref();
  return {
    publish,
    watch: (_input, { signal }) => {
      // From the call on, not from the first event taken: nothing falls between the two.
      const queue = createEventQueue<Change>();
      watchers.add(queue);
      signal?.addEventListener("abort", () => queue.end(), { once: true });
      return untilGone(queue, () => watchers.delete(queue));
    },
    close() {
      clearInterval(poll);
      for (const watcher of watchers) watcher.end();
    },
  };
}

/** The version now; `known` while the disk does not answer, as the next call that needs it will say so in words. */
function versionOr(known: number, workspace: Workspace): number {
  try {
    return workspace.dataVersion();
  } catch {
    return known;
  }
}

async function* untilGone(queue: EventQueue<Change>, forget: () => void): AsyncGenerator<Change> {
  try {
    yield* queue;
  } finally {
    forget();
  }
}
