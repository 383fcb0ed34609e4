// npm run build: bundles the window and the desktop's processes, and builds the sample project, into dist/.
import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { contentHash, readStamp, writeStamp } from "./stamp.ts";

const root = path.resolve(import.meta.dirname, "..");
const dist = path.join(root, "dist");

/** What can be built: the window; the desktop host's main process, preload, run process and threads; the sample project. */
export type Target = "renderer" | "desktop" | "sample";

/** The pack that a first start opens. */
const samplePack = "tasks/harbour";

const sources: Record<Target, readonly string[]> = {
  renderer: ["renderer", "shared", "build", "electron/hosts/renderer-files.ts", "package-lock.json"],
  desktop: ["electron", "shared", "build", "package-lock.json"],
  sample: [samplePack, "build/build.ts"],
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
    await build(nodeConfig("electron/store/import-thread.ts", "es", outDir));
  },
  async sample(outDir) {
    const { installPack } = await import(path.join(root, samplePack, "seed.ts"));
    installPack(path.join(outDir, "databases"));
    for (const part of ["manifest.json", "predictions"]) {
      cpSync(path.join(root, samplePack, part), path.join(outDir, part), { recursive: true });
    }
  },
};

/** The folder in which a target stands once it is built. */
export function distFolder(target: Target): string {
  return path.join(dist, target);
}

/** Builds the named targets (all of them when none is named) unless dist/ holds what the present sources give. */
export async function ensureBuilt(...targets: Target[]): Promise<void> {
  for (const target of targets.length > 0 ? targets : (Object.keys(builders) as Target[])) {
    await ensureTarget(target);
  }
}

async function ensureTarget(target: Target): Promise<void> {
  const stamp = path.join(dist, `.${target}.stamp`);
  const hash = contentHash(root, sources[target]);
  if (readStamp(stamp) === hash) return;
  const start = performance.now();
  console.error(`building the ${target} …`);
  // Built beside its place and moved there whole: another start may be serving the old one.
  const fresh = path.join(dist, `.${target}.${process.pid}`);
  rmSync(stamp, { force: true });
  mkdirSync(dist, { recursive: true });
  await builders[target](fresh);
  rmSync(distFolder(target), { recursive: true, force: true });
  renameSync(fresh, distFolder(target));
  writeStamp(stamp, hash);
  console.error(`built the ${target} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

if (import.meta.main) await ensureBuilt();
