import type { TaskEngineKind } from "../domain/task-run.ts";
import type { SqlDialect } from "./lex.ts";

/** The dialect that an engine reads. */
export const dialectOf = (engine: TaskEngineKind): SqlDialect =>
  engine === "sqlite" ? "sqlite" : "postgresql";
