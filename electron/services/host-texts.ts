import os from "node:os";
import path from "node:path";
import { runsOfProject } from "../store/dialogue-runs.ts";
import type { ReadHandle } from "../store/handles.ts";
import { isServerUrl } from "../store/postgres/server-workspace.ts";
import { settingsOfProjects } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";

/** What a host's machine is known by. */
export interface HostTexts {
  workspace: Workspace;
  /** Folders of the program's own: its cache, its files on their way. */
  folders: readonly string[];
}

const inPlace = "on the host";

/** The same in words that hold no folder of the host's machine and no address of its servers. */
export async function withoutHostTexts<Said>(db: ReadHandle, said: Said, host: HostTexts): Promise<Said> {
  const hidden = await textsOf(db, host);
  return mapped(
    said,
    () => true,
    (text) => without(text, hidden),
  ) as Said;
}

/** The same where an answer says why something is not so: that is in words of the machine; all else is a person's, and stays. */
export async function withoutHostReasons<Said>(db: ReadHandle, said: Said, host: HostTexts): Promise<Said> {
  let mayTell = false;
  mapped(said, isReason, (text) => {
    mayTell ||= /[/\\:]/.test(text);
    return text;
  });
  if (!mayTell) return said;
  const hidden = await textsOf(db, host);
  return mapped(said, isReason, (text) => without(text, hidden)) as Said;
}

const reasons: ReadonlySet<string> = new Set(["reason", "message", "problem", "obstacle"]);
const isReason = (key: string): boolean => reasons.has(key);

const without = (text: string, hidden: readonly string[]): string =>
  hidden.reduce((now, one) => now.replaceAll(` in ${one}`, ` ${inPlace}`).replaceAll(one, inPlace), text);

/** The same with other texts under the keys that are meant, however deep. */
function mapped(
  value: unknown,
  isMeant: (key: string) => boolean,
  other: (text: string) => string,
  key = "",
): unknown {
  if (typeof value === "string") return isMeant(key) ? other(value) : value;
  if (Array.isArray(value)) return value.map((one) => mapped(one, isMeant, other, key));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapped(one, isMeant, other, name)]),
  );
}

/** What is hidden, the longest first. */
async function textsOf(db: ReadHandle, { workspace, folders }: HostTexts): Promise<string[]> {
  const projects = await Array.fromAsync(await settingsOfProjects(db), async ([id, settings]) => [
    ...[settings["items.databasesDir"], settings["tasks.databasesDir"]],
    ...addressesOf(settings["tasks.serverUrl"]),
    ...(await runsOfProject(db, id)).flatMap(({ plan: { modelSystems, modelSimulator } }) =>
      [...modelSystems, ...(modelSimulator === null ? [] : [modelSimulator])].flatMap(({ url }) =>
        addressesOf(url),
      ),
    ),
  ]);
  const location = isServerUrl(workspace.location)
    ? [...addressesOf(workspace.path), ...addressesOf(workspace.location)]
    : [workspace.path, path.dirname(path.resolve(workspace.path))];
  return [...new Set([...projects.flat(), ...location, os.homedir(), os.tmpdir(), ...folders])]
    .filter((text) => text.length > 1)
    .sort((one, other) => other.length - one.length);
}

function addressesOf(url: string): string[] {
  if (url === "") return [];
  const { hostname = "", port = "", protocol } = URL.parse(url) ?? {};
  const name = decodeURIComponent(hostname);
  const ports = { "http:": "80", "https:": "443" } as Record<string, string>;
  // A name without a dot may be a word of any sentence; with its port it is not.
  return [url, `${name}:${port || (ports[protocol ?? ""] ?? "5432")}`, ...(/[.:/]/.test(name) ? [name] : [])];
}
