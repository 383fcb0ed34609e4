import type { Side } from "#shared/domain/evaluation.ts";
import type { RowPage } from "#shared/domain/result.ts";
import type { QueryEvent } from "./query-protocol.ts";
import type { RowListener } from "./query-runner.ts";
import type { ResultStore } from "./result-store.ts";
import { firstPageRows } from "./run-statement.ts";

/** A side that ended at once is reported with the end of the whole run; only one that is ahead for this long (ms) is reported by itself. */
const sideAheadWait = 30;

/** The results of one run on their way into the store. */
export class RunningResults {
  readonly #store: ResultStore;
  readonly #listener: RowListener;
  readonly #ids = new Map<Side, string>();
  readonly #complete = new Set<Side>();
  readonly #timers = new Map<Side, NodeJS.Timeout>();
  #isAbandoned = false;

  constructor(store: ResultStore, listener: RowListener) {
    this.#store = store;
    this.#listener = listener;
  }

  /** Takes what the worker sends; a side that is run again in a fresh worker begins anew. The rows of a side that ended belong to the store from here on. */
  take(event: QueryEvent): void {
    if (event.type === "rows")
      this.#listener.onRows?.(event.side, this.#idOf(event.side), event.summary, event.page);
    else if (event.type === "progress") this.#listener.onProgress?.(event.side, event.rows);
    else if (event.type === "side") this.#takeSide(event);
  }

  /** The id and the first page of a side's result; id null where it gave none. */
  async resultOf(side: Side): Promise<{ id: string | null; page: RowPage }> {
    // A side whose worker was ended after its first rows has no result, though one was announced.
    if (!this.#complete.has(side)) this.#forget(side);
    const id = this.#ids.get(side);
    if (id === undefined) return { id: null, page: { from: 0, rows: [] } };
    return { id, page: await this.#firstPage(id) };
  }

  /** Nobody waits for the run any more: what it stored is dropped. */
  abandon(): void {
    this.#isAbandoned = true;
    this.end();
    for (const side of [...this.#ids.keys()]) this.#forget(side);
  }

  /** Nothing is reported after this. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #takeSide({ side, summary, stored }: QueryEvent & { type: "side" }): void {
    if (!stored) {
      this.#forget(side);
      return;
    }
    const id = this.#idOf(side);
    this.#store.add(id, stored);
    this.#complete.add(side);
    if (this.#isAbandoned) {
      this.#forget(side);
      return;
    }
    const report = async () => this.#listener.onRows?.(side, id, summary, await this.#firstPage(id));
    this.#timers.set(
      side,
      setTimeout(() => void report().catch(() => {}), sideAheadWait),
    );
  }

  #idOf(side: Side): string {
    const id = this.#ids.get(side) ?? this.#store.announce();
    this.#ids.set(side, id);
    return id;
  }

  #forget(side: Side): void {
    const id = this.#ids.get(side);
    if (id !== undefined) this.#store.drop(id);
    this.#ids.delete(side);
    this.#complete.delete(side);
  }

  #firstPage(id: string): Promise<RowPage> {
    return this.#store.page(id, 0, firstPageRows);
  }
}
