import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { distFolder, ensureBuilt } from "../../../build/build.ts";
import { rendererConfig } from "../../../build/renderer.config.ts";

/** Builds the hosts' own page and puts it where the desktop host looks for the renderer; answers that dist folder. */
export async function distWithHostPage(target: string): Promise<string> {
  if (existsSync(target)) return target;
  await ensureBuilt("desktop", "sample");
  const renderer = path.join(target, "renderer");
  await build({ ...rendererConfig(renderer), root: path.join(import.meta.dirname, "page"), plugins: [] });
  cpSync(distFolder("desktop"), path.join(target, "desktop"), { recursive: true });
  cpSync(distFolder("sample"), path.join(target, "sample"), { recursive: true });
  return target;
}
