import type { RunError } from "#shared/domain/result.ts";
import type { PhaseResult, RunStep, StatementPreview, TestStatus } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { countText } from "../ui/time-text.ts";

/** The evaluators whose behaviour a run follows. */
export const profileTitles: Record<EvaluatorProfile, { title: string; detail: string }> = {
  conv: { title: "conv", detail: "conversational batch" },
  agent: { title: "agent", detail: "agent" },
  adk: { title: "adk", detail: "microservice" },
};

export const stepTitles: Record<RunStep, string> = {
  preprocess: "Preprocess",
  previous: "Phase 1 again",
  "previous-clean-up": "Clean-up of phase 1",
  answer: "Answer",
  gold: "Gold",
  "clean-up": "Clean-up",
};

export const startTexts: Record<PhaseResult["start"], string> = {
  template: "on the pristine database",
  gold: "on the state after the gold of phase 1",
  predicted: "on the state after the answer to phase 1",
  snapshot: "on a snapshot taken after phase 1",
};

export const choiceTexts: Record<PhaseResult["choice"], string> = {
  own: "the task's own tests",
  default: "the default test (soft exact match)",
  none: "no test, so it passes",
};

export const testStatusTexts: Record<TestStatus, string> = {
  passed: "passed",
  failed: "failed",
  error: "raised an exception",
  timeout: "stopped at the time limit",
  memory: "stopped at the memory limit",
  "does-not-compile": "does not compile",
};

/** What a statement did, in a few words: "12 rows", "3 rows changed", "error". */
export function statementText({ status, columns, rowCount, truncated, affected }: StatementPreview): string {
  if (status === "error") return "error";
  if (status === "timeout") return "stopped at the time limit";
  if (status === "cancelled") return "cancelled";
  if (columns.length > 0) return `${truncated ? "at least " : ""}${countText(rowCount, "row")}`;
  return affected === null ? "done" : `${countText(affected, "row")} changed`;
}

/** What became of a statement that failed, by whose fault it was. */
export function errorTitle(kind: RunError["kind"]): string {
  return {
    sql: "The statement failed.",
    refused: "The statement was refused.",
    limit: "The statement hit a limit.",
    engine: "The engine failed; the next run starts a fresh one.",
    machine: "This computer could not run it; that says nothing about the statement.",
  }[kind];
}
