import path from "node:path";
import { cacheFolder } from "../../cache-folder.ts";
import { compose } from "../../compose.ts";
import { openConsents } from "../../consents.ts";
import { grantFolders } from "../../path-grants.ts";
import { forkProcess } from "../../processes/fork-process.ts";
import type { ProgramPaths } from "../../program-paths.ts";
import { isServerUrl } from "../../store/postgres/server-workspace.ts";
import { account } from "../account.ts";
import { logTo } from "../log-file.ts";
import { openProject, openSample } from "../open-at-start.ts";
import { consentsFile, dataFolder, type StartOptions } from "../start-options.ts";
import { type LoopbackHost, type LoopbackHostOptions, serveLoopback } from "./loopback-host.ts";

export interface WorkbenchOptions
  extends Pick<StartOptions, "project" | "workspace" | "port" | "folders">,
    Pick<LoopbackHostOptions, "files" | "sessions"> {
  version: string;
  /** Where the person's consents are stored; beside this account's other data if not given. */
  consentsFile?: string;
  paths: ProgramPaths;
  /** The built window and the built sample project. */
  rendererDir: string;
  sampleDir: string;
}

/** Starts the back end and serves the workbench to this machine; closing it closes both. */
export async function startWorkbench(options: WorkbenchOptions): Promise<LoopbackHost> {
  const actor = account();
  const { folders, project, workspace, sampleDir, consentsFile: consents = consentsFile() } = options;
  const besideWorkspace = isServerUrl(workspace) ? [] : [path.dirname(workspace)];
  const log = path.join(dataFolder(), "querent.log");
  const { router, services, close } = await compose({
    workspacePath: options.workspace,
    version: options.version,
    startProcess: forkProcess,
    paths: options.paths,
    cacheDir: cacheFolder(),
    consents: openConsents(consents, workspace),
    secrets: null,
    grants: grantFolders(
      [...folders, ...(project === null ? [] : [path.dirname(project)]), ...besideWorkspace, sampleDir],
      [...["", "-wal", "-shm", "-backups"].map((end) => workspace + end), consents, log, cacheFolder()],
    ),
    taskSampleDir: path.join(options.sampleDir, "tasks"),
    log: logTo(log),
  });
  try {
    const opening = { services, caller: { actor } };
    if (options.project === null) await openSample(options.sampleDir, opening);
    else await openProject(options.project, opening);
    const host = await serveLoopback({ ...options, router, actor });
    return {
      ...host,
      async close() {
        await host.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
