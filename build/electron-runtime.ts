import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const executables: Partial<Record<NodeJS.Platform, string>> = {
  win32: "electron.exe",
  darwin: "Electron.app/Contents/MacOS/Electron",
};

/**
 * The path of Electron's executable, or null when its runtime is not installed. Never imports 'electron': that tries to
 * download the runtime. ELECTRON_OVERRIDE_DIST_PATH names a folder with another one, as for Electron itself.
 */
export function findElectron(env: NodeJS.ProcessEnv = process.env): string | null {
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return existing(path.join(override, executables[process.platform] ?? "electron"));
  try {
    const manifest = createRequire(import.meta.url).resolve("electron/package.json");
    const folder = path.dirname(manifest);
    const wanted = JSON.parse(readFileSync(manifest, "utf8")).version;
    const found = readFileSync(path.join(folder, "dist/version"), "utf8").trim().replace(/^v/, "");
    if (found !== wanted) return null;
    return existing(path.join(folder, "dist", readFileSync(path.join(folder, "path.txt"), "utf8")));
  } catch {
    return null;
  }
}

function existing(file: string): string | null {
  return existsSync(file) ? file : null;
}
