import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RunError, RunSummary } from "#shared/domain/result.ts";
import type { RunLimits } from "#shared/domain/run-limits.ts";

import { boundedError, machineCode, StatementError, TimeIsUp } from "../engines/engine.ts";

/** A limit in the unit a person would say it in. */
function timeLimitError(limits: RunLimits): RunError {
  return { message: `stopped at the time limit of ${seconds(limits.timeMs)}`, kind: "limit", offset: null };
}

/** The process grew beyond its bound. */
export function memoryLimitError(limits: RunLimits): RunError {
  const message = `stopped: the process needed more than ${Math.round(limits.memoryBytes / 2 ** 20)} MB of memory`;
  return { message, kind: "limit", offset: null };
}

/** The limit that a watchdog ended a process for. */
export function limitError(reason: "time" | "memory", limits: RunLimits): RunError {
  return reason === "time" ? timeLimitError(limits) : memoryLimitError(limits);
}

/** The process ended by itself, on both tries; `how` says with what. */
export function processLostError(how: string): RunError {
  return {
    message: `the process that ran the statement crashed twice (${how})`,
    kind: "machine",
    offset: null,
  };
}

function seconds(timeMs: number): string {
  return timeMs < 1000 ? `${timeMs} ms` : `${Number((timeMs / 1000).toFixed(1))} s`;
}

/** What a statement that gave no result is summed up as. */
export function failedSummary(
  status: RunSummary["status"],
  error: RunError | null,
  elapsedMs: number,
): RunSummary {
  return { status, columns: [], rowCount: 0, truncated: false, elapsedMs, error };
}

/** The summary of a statement that threw: a timeout, the statement's own error, or a fault of the machine (a full disk). */
export function summaryOfError(error: unknown, limits: RunLimits, elapsedMs: number): RunSummary {
  if (error instanceof TimeIsUp) return failedSummary("timeout", timeLimitError(limits), elapsedMs);
  return failedSummary("error", runErrorOf(error), elapsedMs);
}

/** What was thrown while a statement ran, as the error a reviewer is shown. */
export function runErrorOf(error: unknown): RunError {
  if (error instanceof StatementError) return error.run;
  const code = machineCode(error);
  if (code === "ENOSPC")
    return {
      message: "the disk is full: the result does not fit into the temporary folder",
      kind: "machine",
      offset: null,
    };
  return boundedError({
    message: (error as Error).message,
    kind: code === null ? "engine" : "machine",
    offset: null,
  });
}

/** What the machine made fail on either side: an evaluation that says nothing and is not stored. */
export function machineFault({ predicted, gold }: Evaluation): string | null {
  return [predicted, gold].find(({ error }) => error?.kind === "machine")?.error?.message ?? null;
}
