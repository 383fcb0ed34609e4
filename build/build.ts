// npm run build [-- TARGET… | --stale]: bundles the window and the desktop's processes, and builds the sample project, into dist/.
import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { runEntry } from "./run-tool.ts";
import { contentHash, readStamp, writeStamp } from "./stamp.ts";

const root = path.resolve(import.meta.dirname, "..");
const dist = path.join(root, "dist");

/** What can be built: the window; the program (the desktop's main process and preload, the command line, workers and threads); the sample project. */
export type Target = "renderer" | "program" | "sample";

/** The pack that a first start opens. */
const samplePack = "tasks/harbour";

/** The pack that the screen of tasks offers; it stands in the sample's folder `tasks`. */
const taskSamplePack = "tasks/river-watch";

const sources: Record<Target, readonly string[]> = {
  renderer: [
    "renderer",
    "shared",
    "build",
    "docs/findings.md",
    "electron/hosts/renderer-files.ts",
    "package-lock.json",
  ],
  program: ["electron", "shared", "build", "package-lock.json"],
  sample: [samplePack, taskSamplePack, "build/build.ts"],
};

/** What runs in processes and threads of their own; electron/hosts/bundled-paths.ts names the results. */
const workerEntries = [
  "electron/queries/query-worker.ts",
  "electron/task-databases/database-worker.ts",
  "electron/sql-analysis/sql-analysis-thread.ts",
  "electron/python/python-worker.ts",
  "electron/store/import-thread.ts",
];

const builders: Record<Target, (outDir: string) => Promise<void>> = {
  async renderer(outDir) {
    const [{ build }, { rendererConfig }] = await Promise.all([
      import("vite"),
      import("./renderer.config.ts"),
    ]);
    const packages = new Set<string>();
    await build(rendererConfig(outDir, packages));
    const { packageFolder, writeNotices } = await import("./notices.ts");
    // What style sheets import is taken in by Tailwind, so that the bundler sees no module of it.
    for (const name of ["tailwindcss", "@fontsource-variable/inter", "@fontsource/jetbrains-mono"])
      packages.add(packageFolder(name));
    writeNotices(outDir, packages);
  },
  async program(outDir) {
    const [{ build }, { nodeConfig }] = await Promise.all([import("vite"), import("./node-config.ts")]);
    const packages = new Set<string>();
    const to = { outDir, packages };
    await build(nodeConfig("electron/hosts/desktop/main.ts", "es", to));
    await build(nodeConfig("electron/hosts/desktop/preload.ts", "cjs", to));
    await build(nodeConfig("electron/hosts/web/querent.ts", "es", to));
    await build(nodeConfig("electron/hosts/web/command-line.ts", "es", to));
    // Each start pays for what it loads: a process on SQLite needs no PGlite, and the thread that watches it neither.
    for (const entry of workerEntries) await build(nodeConfig(entry, "es", { ...to, split: true }));
    cpSync(path.join(root, "electron/python/sources"), path.join(outDir, "python"), {
      recursive: true,
    });
    cpSync(path.join(root, "electron/dialogues/model/prompts"), path.join(outDir, "prompts"), {
      recursive: true,
    });
    const { carriedPackages, carryPackages } = await import("./carried-packages.ts");
    carryPackages(outDir);
    const { packageFolder, writeNotices } = await import("./notices.ts");
    for (const name of [...carriedPackages, "better-sqlite3"]) packages.add(packageFolder(name));
    writeNotices(outDir, packages);
    const { writeUnpackedDigests } = await import("./unpacked-digests.ts");
    writeUnpackedDigests(outDir);
  },
  async sample(outDir) {
    await copyPack(samplePack, outDir, ["manifest.json", "predictions"]);
    await copyPack(taskSamplePack, path.join(outDir, "tasks"), [
      "manifest.json",
      "tasks.jsonl",
      "exceptions.jsonl",
      "predictions",
    ]);
  },
};

/** A pack with its databases made from its seed. */
async function copyPack(pack: string, outDir: string, parts: readonly string[]): Promise<void> {
  const { installPack } = await import(path.join(root, pack, "seed.ts"));
  installPack(path.join(outDir, "databases"));
  for (const part of parts) {
    cpSync(path.join(root, pack, part), path.join(outDir, part), { recursive: true });
  }
}

/** The folder in which a target stands once it is built. */
export function distFolder(target: Target): string {
  return path.join(dist, target);
}

/**
 * Builds the named targets (all of them when none is named) unless dist/ holds what the present sources give. Each is built
 * in a process of its own, as the bundler's memory would stay with whoever goes on to serve the workbench.
 */
export async function ensureBuilt(...targets: Target[]): Promise<void> {
  for (const target of targets.length > 0 ? targets : allTargets) {
    if (readStamp(stampFile(target)) === contentHash(root, sources[target])) continue;
    if (!runEntry(root, "build/build.ts", [target])) throw new Error(`The ${target} could not be built.`);
  }
}

const allTargets = Object.keys(builders) as Target[];

function stampFile(target: Target): string {
  return path.join(dist, `.${target}.stamp`);
}

async function buildTarget(target: Target): Promise<void> {
  const hash = contentHash(root, sources[target]);
  const start = performance.now();
  console.error(`building the ${target} …`);
  // Built beside its place and moved there whole: another start may be serving the old one.
  const fresh = path.join(dist, `.${target}.${process.pid}`);
  rmSync(stampFile(target), { force: true });
  mkdirSync(dist, { recursive: true });
  await builders[target](fresh);
  rmSync(distFolder(target), { recursive: true, force: true });
  renameSync(fresh, distFolder(target));
  writeStamp(stampFile(target), hash);
  console.error(`built the ${target} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

if (import.meta.main) {
  // Inherited from a test run it would say "test", and the bundles would hold React's development build.
  process.env.NODE_ENV = "production";
  const asked = process.argv.slice(2);
  if (asked.includes("--stale")) await ensureBuilt();
  else for (const target of asked.length > 0 ? (asked as Target[]) : allTargets) await buildTarget(target);
}
