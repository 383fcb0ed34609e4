// npm run build: bundles the window and the desktop's processes into dist/.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { contentHash, readStamp, writeStamp } from "./stamp.ts";

const root = path.resolve(import.meta.dirname, "..");
const dist = path.join(root, "dist");

/** What can be built: the window, and the desktop host's main process, preload and run process. */
export type Target = "renderer" | "desktop";

const sources: Record<Target, readonly string[]> = {
  renderer: ["renderer", "shared", "build", "electron/hosts/renderer-files.ts", "package-lock.json"],
  desktop: ["electron", "shared", "build", "package-lock.json"],
};

const builders: Record<Target, (outDir: string) => Promise<void>> = {
  async renderer(outDir) {
    const [{ build }, { rendererConfig }] = await Promise.all([
      import("vite"),
      import("./renderer.config.ts"),
    ]);
    await build(rendererConfig(outDir));
  },
  async desktop(outDir) {
    const [{ build }, { nodeConfig }] = await Promise.all([import("vite"), import("./node-config.ts")]);
    await build(nodeConfig("electron/hosts/desktop/main.ts", "es", outDir));
    await build(nodeConfig("electron/hosts/desktop/preload.ts", "cjs", outDir));
    await build(nodeConfig("electron/runners/run-process.ts", "es", outDir));
  },
};

/** Builds a target unless dist/ holds what the present sources give; answers its folder. Says on standard error what it does. */
export async function ensureBuilt(target: Target): Promise<string> {
  const outDir = path.join(dist, target);
  const stamp = path.join(dist, `.${target}.stamp`);
  const hash = contentHash(root, sources[target]);
  if (readStamp(stamp) === hash) return outDir;
  const start = performance.now();
  rmSync(stamp, { force: true });
  console.error(`building the ${target} …`);
  // Built beside its place and moved there whole: another start may be serving the old one.
  const fresh = `${outDir}.${process.pid}`;
  mkdirSync(dist, { recursive: true });
  await builders[target](fresh);
  rmSync(outDir, { recursive: true, force: true });
  renameSync(fresh, outDir);
  writeStamp(stamp, hash);
  console.error(`built the ${target} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return outDir;
}

if (import.meta.main) {
  await ensureBuilt("renderer");
  await ensureBuilt("desktop");
}
