import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isTeamAddress, readTeamAddress, TeamAddressRefused } from "#shared/domain/team-address.ts";
import { isServerUrl } from "../store/postgres/server-workspace.ts";

/** What a person may say when starting the workbench. */
export interface StartOptions {
  /** A file of predictions or of tasks, or a workspace file to open, absolute; null opens what was open last. */
  project: string | null;
  /** The address of a team's workspace to open instead of one of this machine, or a sign-in link to it; null else. */
  team: URL | null;
  /** The workspace file, absolute. */
  workspace: string;
  /** Folders whose files the web host's window may read and write, absolute. */
  folders: string[];
  host: "web" | "desktop" | null;
  /** Of the web host; 0 lets the system choose. */
  port: number;
  /** Whether a window is opened, or only the address printed. */
  window: boolean;
}

/** What was typed is not understood; the message says what and how it would be right. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

export const startUsage = `usage: npm start [-- OPTION…]
  --project FILE     (or FILE alone) open a file of predictions or tasks (JSON, JSONL), or a workspace (*.querent);
                     an https:// address opens the workspace of a team host, a sign-in link too
  --workspace FILE   save the work in this file
  --folder DIR       let the web host's window use only files in this folder (may be given again);
                     without it, all but hidden and system files
  --host web|desktop use this host (default: the desktop if it is installed)
  --port N           port of the web host (default: any free port)
  --no-window        do not open a window; print the address
  --without-tls      open a team host over plain http beyond this machine`;

interface Surroundings {
  cwd: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  home: string;
}

/** Reads the options of a start; throws `UsageError`. Paths are relative to `cwd`. */
export function parseStartOptions(args: readonly string[], around: Surroundings = here()): StartOptions {
  const { values, positionals } = parse(args);
  const [file = values.project, ...more] = positionals;
  if (more.length > 0 || (values.project !== undefined && file !== values.project))
    throw new UsageError("Name one file to open.");
  const team = file !== undefined && isTeamAddress(file) ? teamAddress(file, values) : null;
  const project = file === undefined || team !== null ? null : path.resolve(around.cwd, file);
  const isWorkspace = project?.endsWith(".querent") === true;
  if (isWorkspace && values.workspace !== undefined) {
    throw new UsageError(
      "--project already names a workspace. Omit --workspace, or name a predictions file.",
    );
  }
  return {
    project: isWorkspace ? null : project,
    team,
    workspace: workspaceFile(isWorkspace ? project : values.workspace, around),
    folders: values.folder?.map((folder) => path.resolve(around.cwd, folder)) ?? [
      ...new Set([path.parse(around.cwd).root, around.cwd, around.home]),
    ],
    host: hostOf(values.host),
    port: portOf(values.port),
    window: !values["no-window"],
  };
}

/** An address that is opened; the host has everything that is said of a workspace here. Throws `UsageError`. */
function teamAddress(file: string, values: ReturnType<typeof parse>["values"]): URL {
  for (const name of ["folder", "port", "no-window"] as const)
    if (values[name] !== undefined)
      throw new UsageError(
        `--${name} is for a workspace on this machine. Omit it with a team host's address.`,
      );
  try {
    return readTeamAddress(file, { withoutTls: values["without-tls"] === true });
  } catch (error) {
    throw error instanceof TeamAddressRefused ? new UsageError(error.message) : error;
  }
}

function here(): Surroundings {
  return { cwd: process.cwd(), env: process.env, platform: process.platform, home: os.homedir() };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: { type: "string" },
        workspace: { type: "string" },
        folder: { type: "string", multiple: true },
        host: { type: "string" },
        port: { type: "string" },
        "no-window": { type: "boolean" },
        "without-tls": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function hostOf(value: string | undefined): StartOptions["host"] {
  if (value === undefined || value === "web" || value === "desktop") return value ?? null;
  throw new UsageError(`--host is 'web' or 'desktop', not '${value}'.`);
}

function portOf(value: string | undefined): number {
  const port = Number(value ?? 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535 && value?.trim() !== "") return port;
  throw new UsageError(`--port is a number from 1 to 65535, not '${value}'.`);
}

function workspaceFile(named: string | undefined, around: Surroundings): string {
  if (named !== undefined && isServerUrl(named)) return named;
  return named === undefined
    ? path.join(dataFolder(around), "workspace.querent")
    : path.resolve(around.cwd, named);
}

/** Reads the options of a start and runs it; what goes wrong is printed. Returns the exit code. */
export async function startFromArguments(
  args: readonly string[],
  run: (options: StartOptions) => Promise<number>,
): Promise<number> {
  try {
    forgetDatabaseVariables();
    return await run(parseStartOptions(args));
  } catch (error) {
    const isUsage = error instanceof UsageError;
    console.error(error instanceof Error ? error.message : error);
    if (isUsage) console.error(`\n${startUsage}`);
    return isUsage ? 2 : 1;
  }
}

/** Where the person's consents for workspaces are stored. */
export const consentsFile = (): string => path.join(dataFolder(), "consents.json");

/** Where this system keeps an application's data: XDG's folder, Application Support, or AppData. */
export function dataFolder({ env, platform, home }: Surroundings = here()): string {
  if (platform === "darwin") return path.join(home, "Library/Application Support/Querent");
  if (platform === "win32") return path.join(env.APPDATA || path.join(home, "AppData/Roaming"), "Querent");
  const xdg = env.XDG_DATA_HOME;
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, ".local/share"), "querent");
}

/** A workspace names its servers; PostgreSQL's own variables would hand whoever wrote it this account's password and files. */
export function forgetDatabaseVariables(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(env)) if (/^PG[A-Z]+$/.test(name)) delete env[name];
}
