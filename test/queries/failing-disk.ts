import { spawnSync } from "node:child_process";
import path from "node:path";

const script = path.join(import.meta.dirname, "failing-disk.py");

/** Runs a program of Node on a disk of which the named calls fail; see failing-disk.py. */
export const onFailingDisk = (calls: string, args: readonly string[]) =>
  spawnSync("python3", [script, calls, process.execPath, ...args], { encoding: "utf8" });

/** Why no disk can be made to fail here, or null where one can. */
export const noFailingDisk: string | null =
  onFailingDisk("fsync", ["--eval", ""]).status === 0 ? null : "needs python3 and seccomp(2) of Linux";
