/** The file cannot serve as a workspace: it belongs to another program, a newer Querent wrote it, or it is empty. It was not touched. */
export class WorkspaceRefused extends Error {
  readonly reason: "foreign" | "newer" | "empty";
  readonly path: string;
  /** `fix`: what to do about an empty one. */
  constructor(reason: "foreign" | "newer" | "empty", path: string, fix = "") {
    super(
      {
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
