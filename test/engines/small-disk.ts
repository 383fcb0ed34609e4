import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = process.getuid?.() === 0;

/** Why no small disk can be mounted here, or null where one can. */
export const noSmallDisk: string | null =
  root && process.platform === "linux" ? probe() : "needs root on Linux";

/** A disk of that size in memory ("2m"), for the running test. */
export function smallDisk(size: string): string {
  const folder = temporaryFolder();
  if (!system("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]))
    throw new Error(`no disk could be mounted at ${folder}`);
  onTestFinished(() => void system("umount", [folder]));
  return folder;
}

/** Gives a small disk another size, with what is on it. */
export function growDisk(folder: string, size: string): void {
  if (!system("mount", ["-o", `remount,size=${size}`, folder])) throw new Error(`${folder} did not grow`);
}

/** Lets a small disk be read alone. */
export function lockDisk(folder: string): void {
  if (!system("mount", ["-o", "remount,ro", folder])) throw new Error(`${folder} can still be written to`);
}

function probe(): string | null {
  const folder = temporaryFolder();
  if (!system("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder])) return "mounting is not allowed";
  system("umount", [folder]);
  return null;
}

function system(program: string, args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}
