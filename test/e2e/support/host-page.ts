import { cpSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { distFolder, ensureBuilt } from "../../../build/build.ts";
import { rendererConfig } from "../../../build/renderer.config.ts";

/**
 * Builds the hosts' own page and puts it where the desktop host looks for the renderer; answers that dist folder, which
 * is within the project, so that the desktop's bundle finds its packages.
 */
export async function distWithHostPage(): Promise<string> {
  await ensureBuilt("program", "sample");
  const target = path.join(path.dirname(distFolder("program")), `.host-page-${process.pid}`);
  await build({
    ...rendererConfig(path.join(target, "renderer")),
    root: path.join(import.meta.dirname, "page"),
    plugins: [],
  });
  cpSync(distFolder("program"), path.join(target, "program"), { recursive: true });
  cpSync(distFolder("sample"), path.join(target, "sample"), { recursive: true });
  return target;
}
