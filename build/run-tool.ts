import { spawnSync } from "node:child_process";
import path from "node:path";

/** Runs a command of node_modules/.bin in `root`, showing its output; the answer is whether it exited with 0. */
export function runTool(root: string, tool: string, args: string[]): boolean {
  const bin = path.join(root, "node_modules/.bin", process.platform === "win32" ? `${tool}.cmd` : tool);
  const run = spawnSync(bin, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  return run.status === 0;
}
