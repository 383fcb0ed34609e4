import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser } from "../electron/hosts/web/find-browser.ts";

/** A program of the system that some suites need, where it may stand, and the Debian package that brings it. */
export interface SystemProgram {
  name: string;
  package: string;
  /** Where it stands, or null. */
  find(): string | null;
}

export const chromium: SystemProgram = {
  name: "Chromium",
  package: "chromium",
  find: () => findBrowser(),
};

export const postgres: SystemProgram = {
  name: "PostgreSQL",
  package: "postgresql",
  find: () =>
    [18, 17, 16, 15, 14, 13]
      .map((version) => `/usr/lib/postgresql/${version}/bin/initdb`)
      .find((file) => existsSync(file)) ?? null,
};

/**
 * Installs what is missing when root on Debian; says what it does on standard error.
 * Answers the programs that are still missing, each with the command that a person may run.
 */
export function installMissing(programs: SystemProgram[]): { program: SystemProgram; command: string }[] {
  const missing = programs.filter((program) => program.find() === null);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const packages = missing.map((program) => program.package);
    console.error(`Installing ${packages.join(", ")} with apt-get …`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"], env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
  }
  return programs
    .filter((program) => program.find() === null)
    .map((program) => ({ program, command: `sudo apt-get install -y ${program.package}` }));
}
