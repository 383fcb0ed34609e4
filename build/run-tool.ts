import { spawnSync } from "node:child_process";
import path from "node:path";

/** Runs a command of node_modules/.bin in `root`, showing its output; the answer is whether it exited with 0. */
export function runTool(root: string, tool: string, args: string[]): boolean {
  const windows = process.platform === "win32";
  const command = path.join(root, "node_modules/.bin", windows ? `${tool}.cmd` : tool);
  return spawnSync(command, args, { cwd: root, stdio: "inherit", shell: windows }).status === 0;
}

/** Runs one of our own TypeScript entries on the Node that runs this. */
export function runEntry(root: string, entry: string, args: string[] = []): boolean {
  return (
    spawnSync(process.execPath, [entry, ...args], { cwd: root, stdio: ["ignore", "inherit", "inherit"] })
      .status === 0
  );
}
