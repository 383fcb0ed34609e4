import { isLastingFault } from "../engines/engine.ts";
import { type MarkedWork, marked, setAside, sortByEnds, type UnderWay } from "../evaluation/under-way.ts";
import type { DialogueDatabase } from "./environment.ts";

/** Work on databases that several lanes do, each on databases of its own; what belongs to one database is done together. */
export interface DatabaseLanes {
  /**
   * Does the work of every item and hands over each result as it comes, in no order. A database that cannot be opened is the
   * result `failed` of its items. Rejects with the signal's reason, and where nothing can be kept in the cache folder.
   */
  forEach<Item, Result>(items: readonly Item[], work: LaneWork<Item, Result>): Promise<void>;
  close(): Promise<void>;
}

export interface LaneWork<Item, Result> {
  databaseOf(item: Item): string;
  /** Under which mark it is done, where it has one; what ended two processes is then the result `failed`. */
  markOf?(item: Item): MarkedWork;
  work(item: Item, database: DialogueDatabase): Promise<Result>;
  failed(item: Item, error: Error): Result;
  onDone(item: Item, result: Result): void;
}

/**
 * Lanes keep their database from one call to the next, unless something failed on it: then the next item gets a new one.
 * `open` rejects with why there is none.
 */
export function createDatabaseLanes(
  open: (database: string) => Promise<DialogueDatabase>,
  { lanes: count, signal, underWay }: { lanes: number; signal: AbortSignal; underWay?: UnderWay | undefined },
): DatabaseLanes {
  const lanes = Array.from({ length: count }, () => createLane(open));
  async function onLanes<Item, Result>(
    some: readonly Lane[],
    items: readonly Item[],
    work: LaneWork<Item, Result>,
  ): Promise<void> {
    const waiting = [...Map.groupBy(items, work.databaseOf).values()];
    const runLane = async (lane: Lane) => {
      for (let next = nextItem(waiting, lane, work.databaseOf); next !== null; ) {
        signal.throwIfAborted();
        const { item } = next;
        const result = await lane
          .use(work.databaseOf(item), (database) => {
            const run = () => work.work(item, database);
            return work.markOf === undefined ? run() : marked(underWay, work.markOf(item), run);
          })
          .catch((error) => {
            signal.throwIfAborted();
            if (isLastingFault(error)) throw error;
            return work.failed(item, error instanceof Error ? error : new Error(String(error)));
          });
        if (lane.hasFailed()) await lane.drop();
        work.onDone(item, result);
        next = nextItem(waiting, lane, work.databaseOf);
      }
    };
    const ended = await Promise.allSettled(some.map(runLane));
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  }
  return {
    async forEach(items, work) {
      const { markOf } = work;
      if (underWay === undefined || markOf === undefined) return onLanes(lanes, items, work);
      const { aside, suspects, others } = sortByEnds(items, underWay, markOf);
      for (const item of aside) work.onDone(item, work.failed(item, new Error(setAside(markOf(item).task))));
      await onLanes(lanes.slice(0, 1), suspects, work);
      await onLanes(lanes, others, work);
    },
    async close() {
      await Promise.allSettled(lanes.map((lane) => lane.drop()));
    },
  };
}

/** The next item of the lane's own database, else of the one that has most to do; null where nothing is left. */
function nextItem<Item>(
  waiting: Item[][],
  { database }: Lane,
  databaseOf: (item: Item) => string,
): { item: Item } | null {
  const open = waiting.filter((group) => group.length > 0);
  const own = open.find(([first]) => first !== undefined && databaseOf(first) === database);
  const longest = open.reduce<Item[] | undefined>(
    (best, group) => (best !== undefined && best.length >= group.length ? best : group),
    undefined,
  );
  const item = (own ?? longest)?.shift();
  return item === undefined ? null : { item };
}

interface Lane {
  /** The database that it has open; null for none. */
  readonly database: string | null;
  use<Result>(database: string, work: (open: DialogueDatabase) => Promise<Result>): Promise<Result>;
  hasFailed(): boolean;
  drop(): Promise<void>;
}

function createLane(open: (database: string) => Promise<DialogueDatabase>): Lane {
  let current: { name: string; database: DialogueDatabase } | null = null;
  const lane = {
    get database() {
      return current?.name ?? null;
    },
    async use<Result>(name: string, work: (database: DialogueDatabase) => Promise<Result>): Promise<Result> {
      if (current?.name !== name) {
        await lane.drop();
        current = { name, database: await open(name) };
      }
      return work(current.database);
    },
    hasFailed: () => current?.database.hasFailed() ?? false,
    async drop() {
      const { database } = current ?? {};
      current = null;
      // What has broken may not close any more.
      await database?.close().catch(() => {});
    },
  };
  return lane;
}
