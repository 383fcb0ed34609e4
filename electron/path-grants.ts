import { readlinkSync, realpathSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { listed } from "#shared/text/listed.ts";

/**
 * Which paths of this machine a window may name in its calls. A window is not trusted: what grants a path lies outside of it, in
 * a dialog of the host or on the command line. Paths are compared as they are once links have been followed.
 */
export interface PathGrants {
  mayRead(file: string): Promise<boolean>;
  mayWrite(file: string): boolean;
  /** What the person can do about a path that is refused, as a sentence. */
  readonly advice: string;
  /** The folder in which a person begins to choose, where they name none. */
  readonly begin: string;
}

/** As many links as systems follow. */
const mostLinks = 40;

/** The path that would be opened: links are followed as far as it is there, and where they lead to what is not there yet, which a write would make. */
function followed(file: string, left = mostLinks): string {
  const whole = path.resolve(file);
  try {
    return realpathSync(whole);
  } catch {
    const parent = path.dirname(whole);
    if (parent === whole) return whole;
    const place = path.join(followed(parent, left), path.basename(whole));
    const target = linkedFrom(place);
    if (target === null) return place;
    // Links that lead in a circle lead nowhere that could be granted.
    return left === 0
      ? path.parse(whole).root
      : followed(path.resolve(path.dirname(place), target), left - 1);
  }
}

function linkedFrom(place: string): string | null {
  try {
    return readlinkSync(place);
  } catch {
    return null;
  }
}

/** The way from a folder to what lies in it; null for what does not. */
function wayFrom(folder: string, file: string): string | null {
  const way = path.relative(folder, file);
  return way === ".." || way.startsWith(`..${path.sep}`) || path.isAbsolute(way) ? null : way;
}

/** Grants what the person has chosen in dialogs of the host; nothing before that. */
export interface ChosenPaths extends PathGrants {
  /** A file: it, and its folder as that of the databases beside it. A folder: all that lies in it, for writing too where that was asked. */
  choose(chosen: string, options?: { toWrite?: boolean }): void;
}

export function createChosenPaths(): ChosenPaths {
  const files = new Set<string>();
  const folders = new Map<string, boolean>();
  const isIn = (file: string, toWrite: boolean) =>
    [...folders].some(([folder, writes]) => (writes || !toWrite) && wayFrom(folder, file) !== null);
  return {
    choose(chosen, { toWrite = false } = {}) {
      const file = followed(chosen);
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
        folders.set(file, toWrite || folders.get(file) === true);
      else files.add(file).add(path.dirname(file));
    },
    async mayRead(file) {
      const real = followed(file);
      return files.has(real) || isIn(real, false);
    },
    mayWrite: (file) => isIn(followed(file), true),
    advice: "Choose it with Browse….",
    begin: os.homedir(),
  };
}

/** Hidden files hold keys and settings; a folder that is named itself may be hidden. */
const isHidden = (way: string) => way.split(path.sep).some((name) => name.startsWith("."));

/** What belongs to the system: nothing that a person works on lies there. */
const systemFolders = {
  darwin: ["/dev", "/etc", "/System", "/Library", "/private/etc"],
  win32: ["C:\\Windows", "C:\\Program Files", "C:\\Program Files (x86)", "C:\\ProgramData"],
  others: ["/boot", "/dev", "/etc", "/proc", "/run", "/sys"],
};

/**
 * Grants what lies in these folders, for a host without dialogs of its own: they are the person's from the command line, and no
 * window can add one. Hidden files and folders, the system's, and what is `withheld`, are not among it.
 */
export function grantFolders(folders: readonly string[], withheld: readonly string[]): PathGrants {
  const roots = folders.map(followed);
  const { platform } = process;
  const system = systemFolders[platform === "darwin" || platform === "win32" ? platform : "others"];
  const kept = [...withheld, ...system].map(followed);
  const may = (file: string) => {
    const real = followed(file);
    if (kept.some((one) => wayFrom(one, real) !== null)) return false;
    return roots.some((root) => {
      const way = wayFrom(root, real);
      return way !== null && !isHidden(way);
    });
  };
  return {
    mayRead: async (file) => may(file),
    mayWrite: may,
    advice: roots.some((root) => root === path.parse(root).root)
      ? "This window cannot use hidden or system files: copy it to another folder."
      : `This window can use what lies in ${listed(roots)}, except hidden files and folders. To use another folder, start Querent with --folder.`,
    begin: may(os.homedir()) ? os.homedir() : (roots[0] ?? os.homedir()),
  };
}
