import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { FileEntry } from "#shared/contract/files.ts";
import { ServiceFault } from "./fault.ts";

/** A folder with more entries is shown cut off. */
const entryLimit = 2_000;

/** Lists folders of the machine that runs the back end, for a host without a file dialog of its own; `begin` where none is named. */
export function createFilesService(begin: string) {
  return {
    async list({ path: asked, extensions }: { path: string; extensions: string[] }) {
      const folder = path.resolve(asked === "" ? begin : asked);
      const names = await namesIn(folder);
      const wanted = extensions.map((extension) => `.${extension.replace(/^\./, "").toLowerCase()}`);
      const candidates = names
        .filter(({ name, folder }) => folder || wanted.length === 0 || wanted.includes(extensionOf(name)))
        .sort(inReadingOrder);
      const shown = candidates.slice(0, entryLimit);
      const entries = await Promise.all(shown.map(({ name }) => entryOf(path.join(folder, name), name)));
      const parent = path.dirname(folder);
      return {
        path: folder,
        parent: parent === folder ? null : parent,
        entries: entries.filter((entry) => entry !== null).filter(fits(wanted)),
        truncated: candidates.length > entryLimit,
      };
    },
  };
}

/** A link may lead to a folder, so it counts as one until it has been followed. */
async function namesIn(folder: string): Promise<{ name: string; folder: boolean }[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({
      name: entry.name,
      folder: entry.isDirectory() || entry.isSymbolicLink(),
    }));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason =
      code === "EACCES" || code === "EPERM" ? "You have no permission to list" : "There is no folder";
    throw new ServiceFault("NOT_FOUND", `${reason} ${folder}. Choose another folder.`, {
      what: `folder ${folder}`,
    });
  }
}

async function entryOf(file: string, name: string): Promise<FileEntry | null> {
  try {
    const status = await stat(file);
    if (status.isDirectory()) return { name, path: file, kind: "folder", bytes: 0 };
    return status.isFile() ? { name, path: file, kind: "file", bytes: status.size } : null;
  } catch {
    // A dangling link, or deleted while we looked.
    return null;
  }
}

function fits(wanted: readonly string[]): (entry: FileEntry) => boolean {
  return ({ kind, name }) => kind === "folder" || wanted.length === 0 || wanted.includes(extensionOf(name));
}

function extensionOf(name: string): string {
  return path.extname(name).toLowerCase();
}

type Candidate = { name: string; folder: boolean };

/** Folders first, hidden names last, numbers by their value. */
function inReadingOrder(left: Candidate, right: Candidate): number {
  const rank = ({ name, folder }: Candidate) => (name.startsWith(".") ? 2 : 0) + (folder ? 0 : 1);
  return rank(left) - rank(right) || left.name.localeCompare(right.name, undefined, { numeric: true });
}
