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

/** A small value that a person's windows remember across starts: pane sizes, the filter of a list, the position in it. */
const Remembered = z.object({ key: z.string().min(1).max(200), value: z.unknown() });

export const session = {
  open: base.output(Session),
  /** Everything that the caller's windows remember. */
  viewState: base.output(z.record(z.string(), z.unknown())),
  setViewState: base.input(Remembered).output(z.void()),
};
