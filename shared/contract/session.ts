import { z } from "zod";
import { base } from "./base.ts";

/** Who is at this window, as the host knows it (never as the client says it), and what they work in. */
export const Session = z.object({
  actor: z.string(),
  version: z.string(),
  workspacePath: z.string(),
  /** The project to open first: the one named at the start, else the one last open, else null. */
  projectId: z.number().int().nullable(),
});
export type Session = z.infer<typeof Session>;

/** Work that was interrupted and servers that a workspace names, which the person has not allowed on this machine. */
export const WaitingWork = z.object({
  /** Pieces of interrupted work: evaluations, checks, runs. */
  jobs: z.number().int(),
  /** Host (or socket folder) and port of each. */
  servers: z.array(z.string()),
});
export type WaitingWork = z.infer<typeof WaitingWork>;

/** A small value that a person's windows remember across starts: pane sizes, the filter of a list, the position in it. */
const Remembered = z.object({ key: z.string().min(1).max(200), value: z.unknown() });

export const session = {
  open: base.output(Session),
  /** What of a workspace from elsewhere waits for the person's word; null where nothing does. */
  waiting: base.output(WaitingWork.nullable()),
  /** Lets the interrupted work go on, and lets the workspace's servers be used. */
  allowWaiting: base.output(z.void()),
  /** Everything that the caller's windows remember. */
  viewState: base.output(z.record(z.string(), z.unknown())),
  setViewState: base.input(Remembered).output(z.void()),
};
