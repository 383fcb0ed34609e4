/** What a path leads to: into a folder, or to the end of the dialog. */
export type PathStep = { open: string } | { choose: string } | null;

interface Asked {
  choose: "file" | "folder";
  /** Endings of the files that may be chosen, without dots; none: any. */
  extensions: readonly string[];
  /** The folder that is listed; null: none yet. */
  listed: string | null;
  entries: readonly { path: string; kind: "folder" | "file" }[];
}

/** What Enter does with a typed path: a folder is gone into, first of all where a folder is to be chosen; a file is chosen. */
export function entered(typed: string, { choose, extensions, listed, entries }: Asked): PathStep {
  const path = typed.trim();
  if (path === "") return null;
  if (choose === "folder") return path === listed ? { choose: path } : { open: path };
  const kind = path === listed ? "folder" : entries.find((entry) => entry.path === path)?.kind;
  if (kind) return kind === "folder" ? { open: path } : { choose: path };
  // A path outside the listing: what cannot be one of the files asked for must be a folder.
  return extensions.length === 0 || hasEnding(path, extensions) ? { choose: path } : { open: path };
}

/** What the dialog's button does with it: a folder that is to be chosen is chosen, the rest is as with Enter. */
export function confirmed(typed: string, asked: Asked): PathStep {
  const path = typed.trim();
  return asked.choose === "folder" && path !== "" ? { choose: path } : entered(typed, asked);
}

const hasEnding = (path: string, extensions: readonly string[]): boolean =>
  extensions.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
