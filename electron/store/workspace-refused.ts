import { statSync } from "node:fs";

type Reason = "foreign" | "foreign-database" | "newer" | "empty" | "folder" | "old-server";

/** The file cannot serve as a workspace: it is another program's, a newer Querent's, empty, or no file. It was not touched. */
export class WorkspaceRefused extends Error {
  readonly reason: Reason;
  readonly path: string;
  /** `fix`: what to do about an empty one. */
  constructor(reason: Reason, path: string, fix = "") {
    super(
      {
        folder: `A workspace is a file, and ${path === "" ? "none is named" : `${path} is a folder`}. Name a file.`,
        newer: `${path} was written by a newer Querent. Update Querent to open it; this version has not changed it.`,
        foreign: `${path} is not a Querent workspace but a file of another program. Choose another file; this one was not changed.`,
        "foreign-database": `${path} holds tables of another program. A workspace has a database of its own: make one with createdb, and name that; this one was not changed.`,
        "old-server": `The server of ${path} is older than PostgreSQL 15. Update it, or name a newer one.`,
        empty: `${path} is empty (0 bytes): it has lost what was in it, or never held anything. ${fix} To begin anew under this name, delete it first.`,
      }[reason],
    );
    this.name = "WorkspaceRefused";
    this.reason = reason;
    this.path = path;
  }
}

/** Throws `WorkspaceRefused` for a folder, and for a name that could only be one. */
export function refuseFolder(file: string): void {
  if (file === "" || /[\\/]$/.test(file) || statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new WorkspaceRefused("folder", file);
}
