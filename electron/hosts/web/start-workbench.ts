import { compose } from "../../compose.ts";
import { forkProcess } from "../../runners/fork-process.ts";
import { account } from "../account.ts";
import type { StartOptions } from "../start-options.ts";
import { type LoopbackHost, serveLoopback } from "./loopback-host.ts";

/** Starts the back end and serves the workbench to this machine; closing it closes both. */
export async function startWorkbench(
  options: StartOptions & { rendererDir: string; sampleDir: string },
): Promise<LoopbackHost> {
  const { workspace, project, port, rendererDir, sampleDir } = options;
  const backEnd = await compose({ workspacePath: workspace, project, sampleDir, startProcess: forkProcess });
  try {
    const host = await serveLoopback({ router: backEnd.router, actor: account(), rendererDir, port });
    return {
      ...host,
      async close() {
        await host.close();
        await backEnd.close();
      },
    };
  } catch (error) {
    await backEnd.close();
    throw error;
  }
}
