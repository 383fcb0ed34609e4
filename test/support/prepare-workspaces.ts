import path from "node:path";
import { ensureBuilt } from "../../build/build.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { riverWatch } from "../e2e/support/tasks-page.ts";
import { prepareWorkspaces } from "./prepared-workspace.ts";

/** For vitest, before all specs: builds what they run, and makes the workspaces that most of them begin with. */
export default async function setup(): Promise<void> {
  await ensureBuilt();
  await prepareWorkspaces(riverWatch(path.join(cacheFolder(), "packs")));
}
