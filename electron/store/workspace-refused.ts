/** The file cannot serve as a workspace: it belongs to another program, or a newer Querent wrote it. It was not touched. */
export class WorkspaceRefused extends Error {
  readonly reason: "foreign" | "newer";
  readonly path: string;
  constructor(reason: "foreign" | "newer", path: string) {
    super(
      reason === "newer"
        ? `${path} was written by a newer Querent. Update Querent to open it; this version has not changed it.`
        : `${path} is not a Querent workspace but a file of another program. Choose another file; this one was not changed.`,
    );
    this.name = "WorkspaceRefused";
    this.reason = reason;
    this.path = path;
  }
}
