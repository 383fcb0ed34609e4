import path from "node:path";
import { app, BrowserWindow, dialog, session } from "electron";
import { z } from "zod";
import { cacheFolder } from "../../cache-folder.ts";
import { isCommandLine, processStreams, runCommandLine } from "../../cli.ts";
import { WrongUsage } from "../../commands/command-end.ts";
import { type BackEnd, compose } from "../../compose.ts";
import { openConsents } from "../../consents.ts";
import { createChosenPaths } from "../../path-grants.ts";
import { account } from "../account.ts";
import { bundledPaths } from "../bundled-paths.ts";
import { logTo } from "../log-file.ts";
import { openProject, openSample } from "../open-at-start.ts";
import {
  consentsFile,
  forgetDatabaseVariables,
  parseStartOptions,
  type StartOptions,
} from "../start-options.ts";
import { declareAppProtocol, serveAppProtocol } from "./app-protocol.ts";
import { answerBridgeCalls } from "./bridge-calls.ts";
import { guardPages, guardSession } from "./guards.ts";
import { setMenu } from "./menu.ts";
import { fileSecretStore } from "./secret-store.ts";
import { serveWindows } from "./serve-windows.ts";
import { startUtilityProcess } from "./start-utility-process.ts";
import { openTeamWindow } from "./team-window.ts";
import { verifyUnpacked } from "./verify-unpacked.ts";
import { openBrowserWindow } from "./window.ts";

const closeWithinMs = 5_000;

declareAppProtocol();
app.enableSandbox();
guardPages((url) => openTeam(url));

/** What a second start sends to the first: Chromium reorders its arguments, so they are not read there. */
const SecondStart = z.object({ project: z.string().nullable(), team: z.string().nullable() });

/** The arguments after the executable, and in development after the entry too. */
const ownArguments = process.argv.slice(app.isPackaged ? 1 : 2);

function start(): void {
  try {
    const command = commandLineIn(ownArguments);
    if (command !== null) {
      void runHeadless(command);
      return;
    }
    const options = startOptions(ownArguments);
    const second: z.infer<typeof SecondStart> = {
      project: options.project,
      team: options.team?.href ?? null,
    };
    if (app.requestSingleInstanceLock(second)) void run(options);
    else app.quit();
  } catch (error) {
    endWith(error);
  }
}

function endWith(error: unknown): void {
  dialog.showErrorBox("Querent could not start", error instanceof Error ? error.message : String(error));
  app.exit(1);
}

async function run(options: StartOptions): Promise<void> {
  try {
    await app.whenReady();
    forgetDatabaseVariables();
    await verifyUnpacked(import.meta.dirname);
    guardSession(session.defaultSession);
    serveAppProtocol(path.join(import.meta.dirname, "../renderer"));
    // Who works on a team host needs no workspace of this machine: it is opened with the first window on it.
    let local: Promise<Local> | undefined;
    const openLocal = async (project: string | null) => {
      local ??= startLocal(options);
      const { open } = await local;
      if (project !== null) await open(project);
      await openBrowserWindow();
    };
    const openOther = () => void openLocal(null).catch(endWith);
    setMenu(openOther);
    openOnRequest(openLocal);
    if (options.team === null) await openLocal(null);
    else await openTeamWindow(options.team);
  } catch (error) {
    endWith(error);
  }
}

/** Opens a window on a team host; why not is said in a dialog. */
function openTeam(url: URL): void {
  openTeamWindow(url).catch((error: Error) =>
    dialog.showErrorBox("The team's workspace was not opened", error.message),
  );
}

interface Local {
  /** Opens a file of predictions or tasks, which the next window shows. */
  open(project: string): Promise<void>;
}

/** Opens the workspace of this machine, and serves it to windows. */
async function startLocal(options: StartOptions): Promise<Local> {
  const chosen = createChosenPaths();
  chosen.choose(unpacked("../sample"));
  const backEnd = await compose({
    workspacePath: options.workspace,
    version: app.getVersion(),
    startProcess: startUtilityProcess,
    paths: bundledPaths(import.meta.dirname),
    cacheDir: cacheFolder(),
    consents: openConsents(path.join(app.getPath("userData"), "consents.json"), options.workspace),
    secrets: fileSecretStore(path.join(app.getPath("userData"), "secrets.json")),
    grants: chosen,
    taskSampleDir: unpacked("../sample/tasks"),
    log: logTo(path.join(app.getPath("logs"), "querent.log")),
  });
  closeOnQuit(backEnd);
  const opening = { services: backEnd.services, caller: { actor: account() } };
  if (options.project === null) await openSample(unpacked("../sample"), opening);
  else await openProject(options.project, opening);
  serveWindows(backEnd.router, account());
  answerBridgeCalls({ window: openBrowserWindow, team: openTeamWindow }, chosen);
  return { open: (project) => openProject(project, opening) };
}

/** A folder beside this file that SQLite reads: packaging leaves it outside the archive. */
function unpacked(folder: string): string {
  return path.join(import.meta.dirname.replace(/\bapp\.asar\b/, "app.asar.unpacked"), folder);
}

/** The arguments from a command on; null where none is asked for. Chromium's switches may come first. */
function commandLineIn(args: readonly string[]): string[] | null {
  const at = args.findIndex((argument) => isCommandLine([argument]) || !argument.startsWith("--"));
  const command = args.slice(at);
  return at >= 0 && command[0] !== "open" && isCommandLine(command) ? command : null;
}

/** Runs a command as `querent` does, without a window. */
async function runHeadless(argv: string[]): Promise<void> {
  await app.whenReady();
  await verifyUnpacked(import.meta.dirname);
  const exitCode = await runCommandLine(argv, {
    ...processStreams,
    version: app.getVersion(),
    program: async () => ({ startProcess: startUtilityProcess, paths: bundledPaths(import.meta.dirname) }),
    account,
    consentsFile,
    serveTeam: () =>
      Promise.reject(
        new WrongUsage("The desktop program serves no team. Use the npm package: npx querent serve."),
      ),
    openWorkbench: () => Promise.reject(new Error("'open' is a start of the window")),
  });
  app.exit(exitCode);
}

/** `querent open FILE` and `querent FILE` say the same. */
function startOptions(args: readonly string[]): StartOptions {
  // Chromium's own switches are not ours to judge.
  const own = args.filter((argument) => !isChromiumSwitch(argument));
  return parseStartOptions(own[0] === "open" ? own.slice(1) : own);
}

function isChromiumSwitch(argument: string): boolean {
  return /^--(?!project|workspace|folder|host|port|no-window|without-tls)/.test(argument);
}

/** A second start brings this one to the front, and opens what it was asked to open. */
function openOnRequest(openLocal: (project: string | null) => Promise<void>): void {
  app.on("second-instance", async (_event, _argv, _folder, second) => {
    const { project, team } = SecondStart.parse(second);
    const window = BrowserWindow.getAllWindows()[0];
    if (team !== null) openTeam(new URL(team));
    else if (project !== null) await openLocal(project);
    else if (window) {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    } else await openLocal(null);
  });
  app.on("activate", () => {
    if (BrowserWindow.getAllWindows().length === 0) void openLocal(null);
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
}

/** Quits only once the workspace is closed and every process is ended, or after five seconds. */
function closeOnQuit(backEnd: BackEnd): void {
  app.once("will-quit", (event) => {
    event.preventDefault();
    const tooLong = setTimeout(() => app.exit(1), closeWithinMs);
    backEnd.close().then(
      () => {
        clearTimeout(tooLong);
        app.exit(0);
      },
      (error) => {
        console.error("closing failed:", error);
        app.exit(1);
      },
    );
  });
}

start();
