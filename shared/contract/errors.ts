import { z } from "zod";
import { EngineKind } from "../domain/engine.ts";
import { ProjectRole } from "../domain/member.ts";
import { TaskRevision } from "../domain/task-revision.ts";
import { Verdict } from "../domain/verdict.ts";

/** One thing wrong with an input: where it is, what is wrong, and what to do about it. `row` is 1-based. */
export const InputProblem = z.object({
  file: z.string(),
  row: z.number().int().positive().nullable(),
  field: z.string().nullable(),
  reason: z.string(),
  fix: z.string(),
});
export type InputProblem = z.infer<typeof InputProblem>;

/** The typed errors that every call may answer with; messages are written for the person at the screen. */
export const faults = {
  NOT_FOUND: { status: 404, data: z.object({ what: z.string() }) },
  /** The caller's roles in the project do not allow it, or only whoever runs the host may do it. */
  FORBIDDEN: { status: 403, data: z.object({ needs: z.array(ProjectRole) }) },
  /** Refused whole: nothing was changed. */
  BAD_INPUT: { status: 422, data: z.object({ problems: z.array(InputProblem) }) },
  /** Somebody saved since the draft's base revision; `current` is what is saved now. */
  CONFLICT: { status: 409, data: z.object({ current: Verdict }) },
  /** Somebody saved the task since the edit's base revision; `current` is what is saved now. */
  TASK_CONFLICT: { status: 409, data: z.object({ current: TaskRevision }) },
  /** Tasks cannot run now; the message says what to do. "no-database": the folder of databases has nothing for this one. */
  ENGINE: {
    status: 503,
    data: z.object({
      engine: EngineKind,
      reason: z.enum(["no-database", "not-loaded", "no-server", "not-allowed", "password", "unreachable"]),
      database: z.string().nullable(),
    }),
  },
  /** The computer has no more files, memory or processes to give; the message says what to do. */
  MACHINE: { status: 503, data: z.object({}) },
  /** The disk or the workspace file does not take the write; nothing was lost of what was acknowledged. */
  STORAGE: {
    status: 507,
    data: z.object({
      reason: z.enum(["disk-full", "read-only", "locked", "corrupt", "io", "unreachable"]),
      path: z.string(),
    }),
  },
} as const;
export type FaultCode = keyof typeof faults;
