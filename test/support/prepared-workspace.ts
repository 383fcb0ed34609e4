import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { distFolder } from "../../build/build.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { type BackEnd, compose } from "../../electron/compose.ts";
import { account } from "../../electron/hosts/account.ts";
import { openSample } from "../../electron/hosts/open-at-start.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import type { EngineKind } from "../../shared/domain/engine.ts";
import { lastProject } from "../../shared/settings/view-state.ts";
import { testPaths } from "./program-paths.ts";

const caller = { actor: account() };

/** The files of a pack of tasks. */
interface TaskPack {
  tasks: string;
  databases: string;
  /** The project's engine; left out: that of new projects. */
  engine?: EngineKind;
}

/** What somebody did before the window opens: the sample was evaluated; tasks were imported after that, and linted. */
type Prepared = "sample" | "tasks";

/** The workspaces that specs begin with; the set-up of the suites makes them. */
const prepared = (name: Prepared): string => path.join(cacheFolder(), `${name}.querent`);

/** The workspace of a launch in its folder. */
export const workspaceIn = (folder: string): string => path.join(folder, "workspace.querent");

/** Makes the workspaces that `copyPrepared` copies: once for a run, as each first start would import and evaluate them anew. */
export async function prepareWorkspaces(pack: TaskPack): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  await inBackEnd(prepared("sample"), ({ services }) =>
    openSample(distFolder("sample"), { services, caller }),
  );
  copyFileSync(prepared("sample"), prepared("tasks"));
  await addTasks(prepared("tasks"), pack);
}

/** Puts the workspace of somebody who was here before into a folder. */
export function copyPrepared(name: Prepared, folder: string): void {
  copyFileSync(prepared(name), workspaceIn(folder));
}

/** Puts a workspace with these tasks into a folder. */
export async function copyWithTasks(pack: TaskPack, folder: string): Promise<void> {
  copyPrepared("sample", folder);
  await addTasks(workspaceIn(folder), pack);
}

/** Imports tasks as the project "River watch", which is what the next window opens. */
async function addTasks(workspace: string, { tasks, databases, engine }: TaskPack): Promise<void> {
  await inBackEnd(workspace, async ({ services }) => {
    const input = {
      files: { tasks, knowledge: [databases], columnMeanings: [databases] },
      ...{ projectName: "River watch", databasesDir: databases },
      ...{ skipUnreadable: false, existing: "keep" as const },
    };
    for await (const event of services.tasks.import(input, caller))
      if (event.type === "done") {
        const projectId = event.project.id;
        await services.session.setViewState({ key: lastProject.key, value: projectId }, caller);
        if (engine !== undefined)
          await services.settings.setOfProject({ projectId, values: { "tasks.engine": engine } }, caller);
      }
  });
}

/** Does something in a back end without a window, and waits for all the jobs that it began. */
async function inBackEnd(workspacePath: string, work: (backEnd: BackEnd) => Promise<void>): Promise<void> {
  const backEnd = await compose({
    workspacePath,
    version: "0.0.0-test",
    startProcess: forkProcess,
    paths: testPaths,
    cacheDir: cacheFolder(),
    secrets: null,
    // The sample has queries that never end: they are not waited for as long as a person would.
    timeLimitMs: 4_000,
    log: (message, error) => console.error(message, error),
  });
  try {
    const { changes, jobs } = backEnd.services;
    const changed = changes.watch(undefined, caller)[Symbol.asyncIterator]();
    await work(backEnd);
    while ((await jobs.list(undefined, caller)).some(({ state }) => state === "running"))
      await changed.next();
  } finally {
    await backEnd.close();
  }
}
