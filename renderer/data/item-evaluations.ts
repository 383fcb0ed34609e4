import type { EvaluationEvent } from "#shared/contract/results.ts";
import type { AlignedRow, Alignment } from "#shared/domain/comparison.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RowPage, RunSummary } from "#shared/domain/result.ts";
import type { Client } from "./client.ts";
import { errorText, wasCancelled } from "./faults.ts";

/** One side of an item as far as it has run. `resultId` null: there are no rows to page. */
export interface SideResult {
  resultId: string | null;
  summary: RunSummary | null;
  page: RowPage;
  /** Rows counted so far, while it runs. */
  rows: number;
}

/** A comparison as the back end made it, with its first lines. */
export interface Comparison {
  id: string;
  alignment: Alignment;
  rows: readonly AlignedRow[];
}

/** Both sides of an item running or run. `evaluation` is there once both have ended. */
export interface ItemEvaluation {
  itemId: number;
  /** Counts the runs of this item in this window: another one has other results. */
  serial: number;
  state: "running" | "done" | "cancelled" | "failed";
  /** `performance.now()` at the start, in milliseconds. */
  startedAt: number;
  predicted: SideResult;
  gold: SideResult;
  evaluation: Evaluation | null;
  comparison: Comparison | null;
  /** Why it could not be run at all, in words for the person. */
  fault: string | null;
}

/** A side before anything is known of it. */
export const noSide: SideResult = { resultId: null, summary: null, page: { from: 0, rows: [] }, rows: 0 };
const keptRuns = 16;

/** The runs of this window by item: started once, kept for going back and forth, prepared ahead for the next item. */
export class ItemEvaluations {
  readonly #client: Client;
  readonly #runs = new Map<number, ItemEvaluation>();
  readonly #ends = new Map<number, AbortController>();
  /** The ends of the runs under way. */
  readonly #ended = new Map<number, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #serial = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  get = (itemId: number): ItemEvaluation | undefined => this.#runs.get(itemId);

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs an item unless it has run or is running; resolves when it has ended. */
  async ensure(itemId: number): Promise<void> {
    const run = this.#runs.get(itemId);
    if (run === undefined || run.state === "cancelled") await this.rerun(itemId);
    else await this.#ended.get(itemId);
  }

  /** Runs an item anew, with another time limit in milliseconds where one is given. */
  async rerun(itemId: number, timeMs?: number): Promise<void> {
    this.cancel(itemId);
    const ended = this.#start(itemId, timeMs).finally(() => {
      if (this.#ended.get(itemId) === ended) this.#ended.delete(itemId);
    });
    this.#ended.set(itemId, ended);
    await ended;
  }

  /** Stops an item's queries in the back end. */
  cancel(itemId: number): void {
    this.#ends.get(itemId)?.abort();
    this.#ends.delete(itemId);
    const run = this.#runs.get(itemId);
    if (run?.state === "running") this.#put({ ...run, state: "cancelled" });
  }

  /** Stops what runs for items that nobody looks at any more. */
  keepOnly(itemIds: ReadonlySet<number>): void {
    for (const itemId of [...this.#ends.keys()]) if (!itemIds.has(itemId)) this.cancel(itemId);
    for (const [itemId, run] of this.#runs) {
      if (this.#runs.size <= keptRuns) break;
      if (!itemIds.has(itemId) && run.state !== "running") this.#runs.delete(itemId);
    }
  }

  async #start(itemId: number, timeMs: number | undefined): Promise<void> {
    const end = new AbortController();
    this.#ends.set(itemId, end);
    let run: ItemEvaluation = {
      itemId,
      serial: ++this.#serial,
      state: "running",
      startedAt: performance.now(),
      predicted: noSide,
      gold: noSide,
      evaluation: null,
      comparison: null,
      fault: null,
    };
    const isCurrent = () => this.#ends.get(itemId) === end;
    this.#put(run);
    try {
      const input = timeMs === undefined ? { itemId } : { itemId, timeMs };
      for await (const event of await this.#client.results.evaluateItem(input, { signal: end.signal })) {
        if (!isCurrent()) return;
        run = afterEvent(run, event);
        this.#put(run);
      }
      if (run.state === "running") throw new Error("The run ended without a result. Run it again.");
    } catch (error) {
      if (isCurrent() && !wasCancelled(error))
        this.#put({ ...run, state: "failed", fault: errorText(error) });
    } finally {
      if (isCurrent()) this.#ends.delete(itemId);
    }
  }

  #put(run: ItemEvaluation): void {
    this.#runs.delete(run.itemId);
    this.#runs.set(run.itemId, run);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A run after one more event from the back end. */
function afterEvent(run: ItemEvaluation, event: EvaluationEvent): ItemEvaluation {
  switch (event.type) {
    case "rows": {
      const { resultId, summary, page } = event;
      return { ...run, [event.side]: { resultId, summary, page, rows: page.rows.length } };
    }
    case "progress":
      return { ...run, [event.side]: { ...run[event.side], rows: event.rows } };
    case "done": {
      const { evaluation, comparison } = event;
      const side = (summary: RunSummary, resultId: string | null, page: RowPage): SideResult => ({
        resultId,
        summary,
        page,
        rows: summary.rowCount,
      });
      return {
        ...run,
        state: "done",
        evaluation,
        comparison,
        predicted: side(evaluation.predicted, event.predictedId, event.predictedPage),
        gold: side(evaluation.gold, event.goldId, event.goldPage),
      };
    }
  }
}
