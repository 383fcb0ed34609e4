import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";
import type { EvaluationRequest, QueryRunner } from "../queries/query-runner.ts";
import { machineFault } from "../queries/run-errors.ts";
import { saveEvaluation } from "../store/evaluations.ts";
import { type RunnableItem, unevaluatedItems } from "../store/items.ts";
import type { Workspace } from "../store/workspace.ts";

interface Work {
  workspace: Workspace;
  runner: QueryRunner;
  limits: RunLimits;
  now(): Date;
  projectId: number;
  signal: AbortSignal;
  /** How many items are evaluated at the same time. */
  width: number;
  /** Finds a database by its db_id; asked once for each. */
  database(dbId: string): Promise<EvaluationRequest["database"]>;
  /** Told after each commit how many evaluations of this work are saved, at most five times a second. */
  onSaved(count: number): void;
}

const pageLength = 500;
const savePeriodMs = 200;

/**
 * Evaluates the items of a project that have no evaluation that counts, in order, saving as it goes; memory is bounded
 * by a page of items. Rejects with the signal's reason, and then what was finished is saved. Answers how many could not be
 * evaluated for the machine's sake, and why; null where all were.
 */
export async function evaluateItems(work: Work): Promise<string | null> {
  const databases = new Map<string, Promise<EvaluationRequest["database"]>>();
  const databaseOf = (dbId: string) => {
    const known = databases.get(dbId) ?? work.database(dbId);
    databases.set(dbId, known);
    return known;
  };
  // One lane that fails stops the others: what broke it would break them too.
  const broken = new AbortController();
  const signal = AbortSignal.any([work.signal, broken.signal]);
  const saver = createSaver(work);
  const faults: string[] = [];
  const items = unevaluated(work, signal);
  const lane = async () => {
    for await (const item of items) {
      const { predictedSql, goldSql } = item;
      const request = { database: await databaseOf(item.dbId), predictedSql, goldSql };
      signal.throwIfAborted();
      const evaluation = await work.runner.evaluate(request, {
        limits: work.limits,
        signal,
        priority: "batch",
      });
      const fault = machineFault(evaluation);
      if (fault === null) await saver.add(item, evaluation);
      else faults.push(fault);
    }
  };
  const lanes = Array.from({ length: work.width }, () =>
    lane().catch((error: unknown) => broken.abort(error)),
  );
  await Promise.all(lanes);
  await saver.flush();
  signal.throwIfAborted();
  if (faults.length === 0) return null;
  return `${faults.length === 1 ? "1 item was" : `${faults.length} items were`} not evaluated: ${faults[0]}. Evaluate again to try ${faults.length === 1 ? "it" : "them"} once more.`;
}

/** The items one after the other, read a page at a time; rejects once the work is stopped. */
async function* unevaluated(
  { workspace, projectId }: Work,
  signal: AbortSignal,
): AsyncGenerator<RunnableItem> {
  for (let after = -1; ; ) {
    const page = await workspace.read((db) => unevaluatedItems(db, projectId, after, pageLength));
    for (const item of page) {
      signal.throwIfAborted();
      yield item;
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
  }
}

function createSaver({ workspace, projectId, now, onSaved }: Work) {
  let finished: { itemId: number; evaluation: Evaluation }[] = [];
  let saved = 0;
  let savedAt = performance.now();
  const flush = async () => {
    if (finished.length === 0) return;
    const group = finished;
    finished = [];
    savedAt = performance.now();
    const at = now().toISOString();
    await workspace.write(async (db) => {
      for (const { itemId, evaluation } of group) await saveEvaluation(db, projectId, itemId, evaluation, at);
    });
    saved += group.length;
    onSaved(saved);
  };
  return {
    flush,
    async add(item: RunnableItem, evaluation: Evaluation): Promise<void> {
      finished.push({ itemId: item.id, evaluation });
      if (performance.now() - savedAt >= savePeriodMs) await flush();
    },
  };
}
