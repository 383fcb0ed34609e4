import { z } from "zod";
import { ProjectRole } from "../domain/member.ts";
import { base } from "./base.ts";

/** Who is at this window, as the host knows it (never as the client says it), and what they work in. */
export const Session = z.object({
  actor: z.string(),
  version: z.string(),
  workspacePath: z.string(),
  /** The project to open first: the one named at the start, else the one last open, else null. */
  projectId: z.number().int().nullable(),
  /** Over a team host: the caller's roles, by the id of the project; null on the machine itself, where everything may be done. */
  roles: z.record(z.string(), z.array(ProjectRole)).nullable(),
});
export type Session = z.infer<typeof Session>;

/** Work that was interrupted, and servers and folders that a workspace names, which the person has not allowed on this machine. */
export const WaitingWork = z.object({
  /** Pieces of interrupted work: evaluations, checks, runs. */
  jobs: z.number().int(),
  /** Host (or socket folder) and port of each, with the files of certificates that its URL names. */
  servers: z.array(z.string()),
  /** The folders in which its projects have their databases. */
  folders: z.array(z.string()),
});
export type WaitingWork = z.infer<typeof WaitingWork>;

/** What was found when all of a workspace was read after its opening. */
export const WorkspaceDamage = z.object({
  /** In SQLite's words, twenty of them at most. */
  problems: z.array(z.string()),
  /** The path of the newest backup beside it, null where there is none. */
  backup: z.string().nullable(),
});
export type WorkspaceDamage = z.infer<typeof WorkspaceDamage>;

/** A small value that a person's windows remember across starts: pane sizes, the filter of a list, the position in it. */
const Remembered = z.object({ key: z.string().min(1).max(200), value: z.unknown() });

export const session = {
  open: base.output(Session),
  /** What of a workspace from elsewhere waits for the person's word; null where nothing does. */
  waiting: base.output(WaitingWork.nullable()),
  /** Lets the interrupted work go on, and lets the workspace's servers and folders be used. */
  allowWaiting: base.output(z.void()),
  /** Answers once all of the workspace has been read and held against its checksums; null where it is whole. */
  damage: base.output(WorkspaceDamage.nullable()),
  /** Copies the workspace, while it is open, to a new file in a folder; answers its path. */
  saveCopy: base.input(z.object({ folder: z.string() })).output(z.object({ path: z.string() })),
  /** Everything that the caller's windows remember. */
  viewState: base.output(z.record(z.string(), z.unknown())),
  setViewState: base.input(Remembered).output(z.void()),
};
