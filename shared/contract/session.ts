import { z } from "zod";
import { base } from "./base.ts";

/** Who is at this window, as the host knows it (never as the client says it), and what they work in. */
export const Session = z.object({
  actor: z.string(),
  version: z.string(),
  workspacePath: z.string(),
  /** The project to open first: the one named at the start, else the one last open, else null. */
  projectId: z.number().int().nullable(),
  timeLimitMs: z.number().int().positive(),
});
export type Session = z.infer<typeof Session>;

/** A small value that a person's window remembers across starts: pane sizes, theme, position per project. */
const Preference = z.object({ key: z.string().min(1).max(200), value: z.unknown() });

export const session = {
  open: base.output(Session),
  /** Sets the display name under which this person's verdicts are saved from now on. */
  rename: base.input(z.object({ actor: z.string().trim().min(1).max(100) })).output(Session),
  preferences: base.output(z.record(z.string(), z.unknown())),
  setPreference: base.input(Preference).output(z.void()),
};
