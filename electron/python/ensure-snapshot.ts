import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { inCacheFolder, orCacheFault } from "../engines/cache-fault.ts";
import { notStarted } from "../engines/engine.ts";
import type { StartProcess } from "../processes/start-process.ts";
import type { PythonFiles } from "./python-protocol.ts";

/** The folders with Pyodide's files and with our Python sources. */
export interface PythonFolders {
  pyodideDir: string;
  sourcesDir: string;
}

/** What a snapshot is made with, and where it is kept; `anew` makes it even where there is one. */
export interface SnapshotOptions {
  start: StartProcess;
  entry: string;
  folders: PythonFolders;
  cacheDir: string;
  readFolders: string[];
  anew: boolean;
}

/** Makes the snapshot of these files in `cacheDir` unless it is there already; its name shows what it was made of. */
export async function ensureSnapshot(options: SnapshotOptions): Promise<PythonFiles> {
  const { start, entry, folders, cacheDir, readFolders, anew } = options;
  const snapshotFile = path.join(cacheDir, `python-${contentHash(folders)}.snapshot`);
  const files = { ...folders, snapshotFile };
  if (anew) rmSync(snapshotFile, { force: true });
  if (existsSync(snapshotFile)) return files;
  inCacheFolder(cacheDir, () => {
    mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    removeOutdated(cacheDir);
  });
  const maker = start(entry, ["snapshot", JSON.stringify(files)], { read: readFolders, write: [cacheDir] });
  const how = await new Promise<string>((resolve) => maker.onExit(resolve));
  if (!existsSync(snapshotFile)) throw notPrepared(how, cacheDir);
  return files;
}

/** What the maker said last is ours: no script has a part in it. */
function notPrepared(how: string, cacheDir: string): unknown {
  const words = `Python could not be prepared for test scripts in ${cacheDir}: ${how}`;
  const code = /\b(?:ENOSPC|EDQUOT|EACCES|EPERM|EROFS)\b/.exec(how)?.[0];
  return orCacheFault(
    code === undefined ? notStarted(words) : Object.assign(new Error(words), { code }),
    cacheDir,
  );
}

/** Raised with every change to how Python is loaded (load-python.ts). */
const loadedInWay = 2;

function contentHash({ pyodideDir, sourcesDir }: PythonFolders): string {
  const hash = createHash("sha256").update(`${loadedInWay}`);
  hash.update(readFileSync(path.join(pyodideDir, "package.json")));
  for (const name of readdirSync(sourcesDir).sort())
    if (name.endsWith(".py")) hash.update(`\0${name}\0`).update(readFileSync(path.join(sourcesDir, name)));
  return hash.digest("hex").slice(0, 16);
}

/** Snapshots of other versions, and halves of some, are left alone for a month: another start may still use them. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

function removeOutdated(cacheDir: string): void {
  for (const name of readdirSync(cacheDir)) {
    const file = path.join(cacheDir, name);
    if (/^python-.*\.snapshot/.test(name) && Date.now() - statSync(file).mtimeMs > keptMs)
      rmSync(file, { force: true });
  }
}
