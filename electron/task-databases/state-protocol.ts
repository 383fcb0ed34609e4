import type {
  LoadProgress,
  StateHash,
  StatementLimits,
  StatementResult,
  TemplateSource,
} from "../engines/engine.ts";

/** The engines that live in a process of their own for each state. */
export type ProcessEngineKind = "pglite" | "sqlite";

/** What a task process can be asked; it takes its calls one after another. */
export type TaskCall =
  /** Writes what templates begin as, where the engine has something of the kind. */
  | { kind: "begin"; file: string }
  /** `from`: the file that "begin" wrote; null where it wrote none. */
  | { kind: "load"; source: TemplateSource; file: string; from: string | null }
  | { kind: "open"; file: string; database: string }
  | { kind: "run"; sql: string; limits: StatementLimits }
  | { kind: "reset" }
  | { kind: "save"; file: string }
  | { kind: "restore"; file: string }
  | { kind: "hash" };

/** What a call gives: `worn` asks for a new process in the place of this one; "broken" says that this one is good for nothing more. */
export type TaskReply =
  | { kind: "results"; results: StatementResult[] }
  | { kind: "hash"; hash: StateHash }
  | { kind: "done"; worn: boolean }
  | { kind: "broken"; message: string }
  | { kind: "failed"; error: "load" | "engine"; message: string };

export type ToTaskProcess = { id: number; call: TaskCall };
export type FromTaskProcess =
  | { type: "ready" }
  | { type: "progress"; id: number; progress: LoadProgress }
  | { type: "reply"; id: number; reply: TaskReply };
