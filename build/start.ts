// npm start: opens the workbench, in Electron when its runtime is here, else served on loopback in an app window.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { startFromArguments, startUsage } from "../electron/hosts/start-options.ts";
import { distFolder, ensureBuilt } from "./build.ts";
import { findElectron } from "./electron-runtime.ts";

if (import.meta.main) process.exitCode = await start(process.argv.slice(2));

/** Opens the workbench; the answer is the exit code. */
export async function start(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(startUsage);
    return 0;
  }
  return startFromArguments(args, async (options) => {
    const electron = options.host === "web" ? null : findElectron();
    if (electron !== null) return startElectron(electron, args);
    if (options.host === "desktop")
      throw new Error(
        "Electron's runtime is not installed. Run 'npx install-electron --no', or leave out --host desktop.",
      );
    await ensureBuilt("renderer", "sample");
    // Loaded only now: the options are judged without waiting for the back end's modules.
    const [{ runWebHost }, { sourcePaths }] = await Promise.all([
      import("../electron/hosts/web/run-web-host.ts"),
      import("../electron/program-paths.ts"),
    ]);
    return runWebHost(options, {
      version: JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")).version,
      paths: sourcePaths,
      rendererDir: distFolder("renderer"),
      sampleDir: distFolder("sample"),
    });
  });
}

async function startElectron(electron: string, args: string[]): Promise<number> {
  await ensureBuilt();
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const child = spawn(electron, [path.join(distFolder("program"), "main.mjs"), ...asRoot, ...args], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 0));
  });
}
