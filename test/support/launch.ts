import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron, type Page } from "playwright-core";
import { afterAll, describe } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import { findElectron } from "../../build/electron-runtime.ts";
import { openConsents } from "../../electron/consents.ts";
import type { LoopbackHost } from "../../electron/hosts/web/loopback-host.ts";
import { startWorkbench } from "../../electron/hosts/web/start-workbench.ts";
import { databaseFolders } from "../../electron/store/waiting-work.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { closeSharedBrowser, collectErrors, sharedBrowser } from "./browser.ts";
import { type DoubleOptions, Runtime } from "./double/runtime.ts";
import { startDouble } from "./double/start-double.ts";
import { copyPrepared, workspaceIn } from "./prepared-workspace.ts";
import { testPaths } from "./program-paths.ts";

export interface LaunchOptions {
  /** A predictions file to open; the sample project else. */
  project?: string;
  /** The address of a team's workspace to open instead, on the desktop. */
  team?: string;
  /** Where the workspace and the window's bounds are stored; a new folder else, removed when closed. */
  folder?: string;
  /** Starts as on the first day, without any workspace; else, where none is there, with the sample opened and evaluated before. */
  first?: boolean;
  /** The workspace in the folder came from elsewhere; else it is as one that was used here before. */
  received?: boolean;
  /** The built workbench: a folder with renderer/, desktop/ and sample/; the project's own dist/ else. */
  dist?: string;
  dark?: boolean;
  /** Of the double: screens, and whether another instance holds the lock. */
  double?: Partial<DoubleOptions>;
}

/** The workbench, started on one of the hosts. */
export interface Launched {
  kind: "web" | "double" | "electron";
  page: Page;
  /** Everything that went wrong in the page: uncaught errors, console errors, policy violations. */
  pageErrors: string[];
  /** The web host behind the page; null on the desktop. */
  host: LoopbackHost | null;
  /** What the double of Electron saw; null elsewhere. */
  runtime: Runtime | null;
  /** Ends the host as a person would, and rejects with what went wrong inside it. */
  close(): Promise<void>;
}

/** Starts the workbench on the web host, in this process, and opens its first window. */
export async function launchWeb(options: LaunchOptions = {}): Promise<Launched> {
  const { folder, remove } = await workFolder(options);
  const dist = await builtDist(options.dist);
  const host = await startWorkbench({
    workspace: workspaceIn(folder),
    consentsFile: path.join(folder, "consents.json"),
    project: options.project ?? null,
    folders: [tmpdir(), process.cwd()],
    port: 0,
    version: "0.0.0-test",
    paths: testPaths,
    rendererDir: path.join(dist, "renderer"),
    sampleDir: path.join(dist, "sample"),
  });
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: options.dark ? "dark" : "light",
  });
  const page = await context.newPage();
  const pageErrors = collectErrors(page);
  await page.goto(host.mintLaunchUrl());
  return {
    kind: "web",
    page,
    pageErrors,
    host,
    runtime: null,
    async close() {
      await context.close();
      await host.close();
      remove();
    },
  };
}

/** Starts the workbench on the desktop host: in Electron when its runtime is installed, else against the double. */
export async function launchDesktop(options: LaunchOptions = {}): Promise<Launched> {
  const { folder, remove } = await workFolder(options);
  const dist = await builtDist(options.dist);
  const entry = path.join(dist, "program/main.mjs");
  const project = options.project === undefined ? [] : ["--project", options.project];
  const args = [
    "--workspace",
    workspaceIn(folder),
    ...(options.team === undefined ? project : [options.team]),
  ];
  const electron = findElectron();
  return electron === null
    ? launchDouble(options, folder, entry, args, remove)
    : launchElectron(electron, folder, [entry, ...args], remove);
}

async function launchDouble(
  { dark = false, double = {} }: LaunchOptions,
  folder: string,
  entry: string,
  args: string[],
  remove: () => void,
): Promise<Launched> {
  const runtime = new Runtime({
    browser: await sharedBrowser(),
    userData: path.join(folder, "user-data"),
    dark,
    singleInstance: true,
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    ...double,
  });
  const shown = runtime.firstWindowShown();
  await startDouble(runtime, entry, args);
  const window = await Promise.race([
    shown,
    runtime.exitCode.then((code) => {
      throw new Error(`the app ended with ${code}: ${JSON.stringify(runtime.dialogsAsked)}`);
    }),
  ]);
  return {
    kind: "double",
    page: window.webContents.page,
    pageErrors: window.webContents.pageErrors,
    host: null,
    runtime,
    async close() {
      (runtime.app as unknown as { quit(): void }).quit();
      await runtime.exitCode;
      remove();
      if (runtime.errors.length > 0)
        throw new AggregateError(runtime.errors, runtime.errors.map(String).join("; "));
    },
  };
}

async function launchElectron(
  executablePath: string,
  folder: string,
  args: string[],
  remove: () => void,
): Promise<Launched> {
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const app = await _electron.launch({
    executablePath,
    args: [...args, ...asRoot, `--user-data-dir=${path.join(folder, "user-data")}`],
  });
  const page = await app.firstWindow();
  return {
    kind: "electron",
    page,
    pageErrors: collectErrors(page),
    host: null,
    runtime: null,
    async close() {
      await app.close();
      remove();
    },
  };
}

type Specs = (launch: (options?: LaunchOptions) => Promise<Launched>, kind: "web" | "desktop") => void;

/** Runs the same specs on the web host and on the desktop host. */
export function eachHost(name: string, specs: Specs): void {
  describe.each([
    ["web", launchWeb],
    ["desktop", launchDesktop],
  ] as const)(`${name} (%s host)`, (kind, launch) => {
    afterAll(closeSharedBrowser);
    specs(launch, kind);
  });
}

/**
 * For specs in which a host has no part: they run on the desktop host, too, where it is Electron itself or QUERENT_E2E=all asks
 * for it. On the double they would cost minutes and show nothing that the web host does not.
 */
export function anyHost(name: string, specs: Specs): void {
  if (findElectron() !== null || process.env.QUERENT_E2E === "all") {
    eachHost(name, specs);
    return;
  }
  describe(`${name} (web host)`, () => {
    afterAll(closeSharedBrowser);
    specs(launchWeb, "web");
  });
}

async function workFolder({
  folder: given,
  project,
  first = project !== undefined,
  received = false,
}: LaunchOptions) {
  const folder = given ?? mkdtempSync(path.join(tmpdir(), "querent-e2e-"));
  if (!first && !existsSync(workspaceIn(folder))) copyPrepared("sample", folder);
  if (!received && existsSync(workspaceIn(folder))) await usedBefore(folder);
  return {
    folder,
    remove: () => (given === undefined ? rmSync(folder, { recursive: true, force: true }) : undefined),
  };
}

/** What each host then knows: that the person has worked in the workspace, with the databases that it names. */
async function usedBefore(folder: string): Promise<void> {
  const workspace = openWorkspace(workspaceIn(folder));
  const folders = await workspace.read(databaseFolders);
  await workspace.close();
  for (const file of ["consents.json", "user-data/consents.json"]) {
    const consents = openConsents(path.join(folder, file), workspaceIn(folder));
    consents.allowWork();
    consents.allowFolders(folders);
  }
}

let built: Promise<void> | undefined;

async function builtDist(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  built ??= ensureBuilt();
  await built;
  return path.dirname(distFolder("renderer"));
}
