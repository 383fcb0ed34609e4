import type { TaskEngineKind } from "#shared/domain/task-run.ts";

/** Why tasks cannot run on an engine. */
export interface WhyNoEngine {
  engine: TaskEngineKind;
  reason: "no-database" | "not-loaded" | "no-server" | "password" | "unreachable";
  /** The database that is missing or could not be loaded; null where it concerns all. */
  database: string | null;
}

/** Tasks cannot run now, for a reason that the person can mend; the message says how. */
export class TaskEngineProblem extends Error {
  readonly why: WhyNoEngine;
  constructor(message: string, why: WhyNoEngine, options?: ErrorOptions) {
    super(message, options);
    this.name = "TaskEngineProblem";
    this.why = why;
  }
}
