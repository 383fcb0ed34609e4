import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { serverFiles, serverHost } from "./engines/postgres/server.ts";
import { isServerUrl, withoutPassword } from "./store/postgres/server-workspace.ts";

/** What the person at this machine has allowed a workspace: stored on the machine, never in the workspace, which others may have written. */
export interface Consents {
  /** Whether its interrupted work may go on: it was opened here before, or the person said so. */
  mayGoOn(): boolean;
  /** Whether the server of this URL may be connected to for it. */
  mayConnect(serverUrl: string): boolean;
  /** Host (or socket folder) and port of those of the servers that may not be connected to, with the files that are read for that. */
  unallowed(serverUrls: readonly string[]): string[];
  /** Whether the databases in this folder may be read for it. */
  mayRead(folder: string): boolean;
  /** Those of all its folders that may not be read, by their whole paths. */
  unread(folders: readonly string[]): string[];
  /** The person lets its work go on, from this start on. */
  allowWork(): void;
  allowServers(serverUrls: readonly string[]): void;
  allowFolders(folders: readonly string[]): void;
}

/** For whoever names workspace and servers themselves, on the command line. */
export const allAllowed: Consents = {
  mayGoOn: () => true,
  mayConnect: () => true,
  unallowed: () => [],
  mayRead: () => true,
  unread: () => [],
  allowWork: () => {},
  allowServers: () => {},
  allowFolders: () => {},
};

const Consent = z.object({
  work: z.boolean(),
  servers: z.array(z.string()),
  /** Left out by versions that read any folder. */
  folders: z.array(z.string()).optional(),
});
const File = z.record(z.string(), Consent);

/** The consents of one workspace in a file that only this account can read; a workspace file that is not there yet is this machine's own. */
export function openConsents(file: string, workspace: string): Consents {
  const isNew = !isServerUrl(workspace) && (statSync(workspace, { throwIfNoEntry: false })?.size ?? 0) === 0;
  // Read when it is first asked for, as a new workspace has its file by then, and once: servers are asked about at every run.
  let known: z.infer<typeof Consent> | null = null;
  const own = () => {
    known ??= read(file)[keyOf(workspace)] ?? { work: isNew, servers: [], folders: [] };
    return known;
  };
  const change = (consent: Partial<z.infer<typeof Consent>>) => {
    known = { ...own(), ...consent };
    write(file, { ...read(file), [keyOf(workspace)]: known });
  };
  const mayConnect = (serverUrl: string) => own().servers.includes(withFiles(serverUrl));
  const mayRead = (folder: string) => {
    const { work, folders } = own();
    return folders === undefined ? work : folders.includes(path.resolve(folder));
  };
  const refused = (folders: readonly string[]) => {
    const named = folders.filter((folder) => folder !== "" && !mayRead(folder));
    return [...new Set(named.map((folder) => path.resolve(folder)))];
  };
  return {
    mayGoOn: () => own().work,
    mayConnect,
    unallowed: (serverUrls) => [...new Set(serverUrls.filter((url) => !mayConnect(url)).map(withFiles))],
    mayRead,
    unread(folders) {
      // It was used here when nobody was asked about folders: those that it has now have been read.
      if (own().work && own().folders === undefined)
        change({ folders: folders.map((folder) => path.resolve(folder)) });
      return refused(folders);
    },
    allowFolders(folders) {
      const more = refused(folders);
      if (more.length > 0) change({ folders: [...(own().folders ?? []), ...more].sort() });
    },
    allowWork: () => change({ work: true }),
    allowServers: (serverUrls) =>
      change({ servers: [...new Set([...own().servers, ...serverUrls.map(withFiles)])].sort() }),
  };
}

/** A server as the person allows it: a URL that names other files, as a certificate, asks again. */
function withFiles(serverUrl: string): string {
  const files = serverFiles(serverUrl);
  const host = serverHost(serverUrl);
  return files.length === 0 ? host : `${host} with ${files.join(", ")}`;
}

/** Another file that is put in the place of one that is known is another workspace. */
function keyOf(workspace: string): string {
  if (isServerUrl(workspace)) return withoutPassword(workspace);
  const { ino } = statSync(workspace, { bigint: true });
  return `${realpathSync(workspace)} ${ino}`;
}

function read(file: string): z.infer<typeof File> {
  try {
    return File.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {}; // There is none yet, or it is damaged: the person is asked again.
  }
}

function write(file: string, consents: z.infer<typeof File>): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}.new`;
  writeFileSync(partial, `${JSON.stringify(consents, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
}
