import { z } from "zod";
import { EngineKind } from "./engine.ts";
import { EvaluatorProfile } from "./test-script.ts";

/** On what the tasks of a project run. */
export const TaskSettings = z.object({
  engine: EngineKind,
  /** The evaluator whose behaviour counts where none is asked for. */
  profile: EvaluatorProfile,
  /** The folder that holds `<db>.sql`, `<db>/…sql` or `<db>.sqlite`; "" where none was chosen. */
  databasesDir: z.string(),
  /** The PostgreSQL server, for the engine "postgres"; never with a password; "" where none was named. */
  serverUrl: z.string(),
  /** How long a statement on a task's database may run, in milliseconds. */
  timeLimitMs: z.number().int().min(1).max(600_000),
});
export type TaskSettings = z.infer<typeof TaskSettings>;

/** What holds for a project that has not said otherwise: everything on this machine, without a server. */
export const defaultTaskSettings: TaskSettings = {
  engine: "pglite",
  profile: "conv",
  databasesDir: "",
  serverUrl: "",
  // The reference evaluators' own: under another limit verdicts may differ from theirs.
  timeLimitMs: 60_000,
};

/** A set of items and of tasks that belong together, their databases, and everybody's verdicts and edits. */
export const Project = z.object({
  id: z.number().int(),
  name: z.string().min(1).max(200),
  /** The folder in which the databases are looked up by db_id. */
  databasesDir: z.string(),
  /** The engine on which predictions are judged; a server is that of the task settings. */
  reviewEngine: EngineKind,
  createdAt: z.string(),
  itemCount: z.number().int().nonnegative(),
  taskCount: z.number().int().nonnegative(),
  taskSettings: TaskSettings,
});
export type Project = z.infer<typeof Project>;
