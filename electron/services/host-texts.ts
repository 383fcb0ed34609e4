import os from "node:os";
import path from "node:path";
import type { ReadHandle } from "../store/handles.ts";
import { allProjects } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";

/** What a host's machine is known by. */
export interface HostTexts {
  workspace: Workspace;
  /** Folders of the program's own: its cache, its files on their way. */
  folders: readonly string[];
}

const inPlace = "on the host";

/** The same in words that hold no folder of the host's machine and no address of its servers. */
export async function withoutHostTexts<Said>(
  db: ReadHandle,
  said: Said,
  { workspace, folders }: HostTexts,
): Promise<Said> {
  const projects = (await allProjects(db)).flatMap(({ databasesDir, taskSettings }) => [
    ...[databasesDir, taskSettings.databasesDir],
    ...addressesOf(taskSettings.serverUrl),
  ]);
  const own = [workspace.path, path.dirname(path.resolve(workspace.path)), os.homedir(), os.tmpdir()];
  const hidden = [...new Set([...projects, ...own, ...folders])]
    .filter((text) => text.length > 1)
    .sort((one, other) => other.length - one.length)
    .map((text) => JSON.stringify(text).slice(1, -1));
  return JSON.parse(hidden.reduce((now, text) => now.replaceAll(text, inPlace), JSON.stringify(said)));
}

function addressesOf(serverUrl: string): string[] {
  if (serverUrl === "") return [];
  const { hostname = "", port = "" } = URL.parse(serverUrl) ?? {};
  const name = decodeURIComponent(hostname);
  // A name without a dot may be a word of any sentence; with its port it is not.
  return [serverUrl, `${name}:${port || 5432}`, ...(/[.:/]/.test(name) ? [name] : [])];
}
