import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { AlignedRow, Alignment } from "../domain/comparison.ts";
import { Evaluation, Side } from "../domain/evaluation.ts";
import { RowPage, RunSummary } from "../domain/result.ts";
import { base } from "./base.ts";
import { DatabaseLoading } from "./databases.ts";

/** The id under which the back end keeps a result. It may be dropped later; asking then answers NOT_FOUND: run again. */
const ResultId = z.string().min(1);

/** What happens while both sides of an item run; first rows come as soon as there are any, the last event is "done". */
export const EvaluationEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("rows"), side: Side, resultId: ResultId, summary: RunSummary, page: RowPage }),
  z.object({ type: z.literal("progress"), side: Side, rows: z.number().int() }),
  z.object({
    type: z.literal("done"),
    evaluation: Evaluation,
    predictedId: ResultId.nullable(),
    goldId: ResultId.nullable(),
    predictedPage: RowPage,
    goldPage: RowPage,
    /** null where there is nothing to lay side by side (a side did not run). */
    comparison: z.object({ id: ResultId, alignment: Alignment, rows: z.array(AlignedRow) }).nullable(),
  }),
]);
export type EvaluationEvent = z.infer<typeof EvaluationEvent>;

/** What happens while one query runs: its first rows, how far it is, and its end. */
export const ScratchEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("rows"), resultId: ResultId, summary: RunSummary, page: RowPage }),
  z.object({ type: z.literal("progress"), rows: z.number().int() }),
  z.object({ type: z.literal("done"), resultId: ResultId.nullable(), summary: RunSummary, page: RowPage }),
]);
export type ScratchEvent = z.infer<typeof ScratchEvent>;

/** A reviewer's corrected SQL run beside each side of its item, as a prediction is beside a gold: what it gave is `predicted`. */
export const CorrectedRun = z.object({ beside: z.object({ predicted: Evaluation, gold: Evaluation }) });
export type CorrectedRun = z.infer<typeof CorrectedRun>;

/** A query of the caller's own as it is kept in the history; `ranAt` is ISO 8601 in UTC. */
export const ScratchQuery = z.object({
  dbId: z.string(),
  sql: z.string(),
  ranAt: z.string(),
  status: z.string(),
  rows: z.number().int(),
});
export type ScratchQuery = z.infer<typeof ScratchQuery>;

const Range = z.object({ from: z.number().int().nonnegative(), count: z.number().int().min(1).max(1000) });

export const results = {
  /** Runs both sides of an item and compares them. Cancelling stops the queries. `timeMs` asks for more or less than the caller's limit. */
  evaluateItem: base
    .input(z.object({ itemId: z.number().int(), timeMs: z.number().int().min(1).max(600_000).optional() }))
    .output(eventIterator(EvaluationEvent)),
  /** Runs one read-only query on the database of an item (the scratch pane) and keeps it in the caller's history. */
  runScratch: base
    .input(z.object({ itemId: z.number().int(), sql: z.string().max(2_000_000) }))
    .output(eventIterator(ScratchEvent)),
  /** Runs a corrected SQL on the database of an item, read-only, and compares it with both of its sides; nothing is stored. */
  runCorrected: base
    .input(z.object({ itemId: z.number().int(), sql: z.string().min(1).max(100_000) }))
    .output(CorrectedRun),
  scratchHistory: base.input(z.object({ projectId: z.number().int() })).output(z.array(ScratchQuery)),
  page: base.input(Range.extend({ resultId: ResultId })).output(RowPage),
  aligned: base
    .input(Range.extend({ comparisonId: ResultId, onlyDifferences: z.boolean() }))
    .output(z.object({ from: z.number().int(), total: z.number().int(), rows: z.array(AlignedRow) })),
};
