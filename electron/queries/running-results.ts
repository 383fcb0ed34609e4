import type { Side } from "#shared/domain/evaluation.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import type { ResultStore } from "./result-store.ts";
import { firstPageRows } from "./run-statement.ts";
import type { StatementsListener } from "./run-with-retry.ts";

/** A side that ended at once is told with the end of the whole run; only one that is ahead for this long (ms) is told by itself. */
const sideAheadWait = 30;

/** Where the rows of a run are told. */
export interface RowEvents {
  onRows?: ((side: Side, resultId: string, summary: RunSummary, page: RowPage) => void) | undefined;
  onProgress?: ((side: Side, rows: number) => void) | undefined;
}

/** The results of one run on their way into the kept results. */
export interface RunningResults {
  listener: StatementsListener;
  /** The id and the first page of a side's result; id null where it gave none. */
  resultOf(side: Side): Promise<{ id: string | null; page: RowPage }>;
  /** Nobody waits for the run any more: what it kept is dropped. */
  abandon(): void;
  /** Nothing is told after this. */
  end(): void;
}

export function createRunningResults(results: ResultStore, events: RowEvents): RunningResults {
  const ids = new Map<Side, string>();
  const complete = new Set<Side>();
  const timers = new Map<Side, NodeJS.Timeout>();
  let abandoned = false;
  const idOf = (side: Side) => {
    const id = ids.get(side) ?? results.announce();
    ids.set(side, id);
    return id;
  };
  const forget = (side: Side) => {
    const id = ids.get(side);
    if (id !== undefined) results.drop(id);
    ids.delete(side);
    complete.delete(side);
  };
  const end = () => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  const firstPage = async (id: string) => results.page(id, 0, firstPageRows);

  return {
    listener: {
      onFirstRows: (side, summary, page) => events.onRows?.(side, idOf(side), summary, page),
      onProgress: (side, rows) => events.onProgress?.(side, rows),
      onSide(side, summary, stored) {
        if (!stored) {
          forget(side);
          return;
        }
        const id = idOf(side);
        results.store(id, stored);
        complete.add(side);
        if (abandoned) forget(side);
        else {
          const tell = async () => events.onRows?.(side, id, summary, await firstPage(id));
          timers.set(
            side,
            setTimeout(() => void tell().catch(() => {}), sideAheadWait),
          );
        }
      },
    },
    async resultOf(side) {
      // A side whose process was ended after its first rows has no result, though one was announced.
      if (!complete.has(side)) forget(side);
      const id = ids.get(side);
      if (id === undefined) return { id: null, page: { from: 0, rows: [] } };
      return { id, page: await firstPage(id) };
    },
    abandon() {
      abandoned = true;
      end();
      for (const side of [...ids.keys()]) forget(side);
    },
    end,
  };
}
