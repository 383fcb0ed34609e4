import { statSync } from "node:fs";

type Reason = "foreign" | "newer" | "empty" | "folder";

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
