import path from "node:path";
import type { InlineConfig } from "vite";
import { hashesOfSources } from "../electron/certificate/code-hashes.ts";
import { besideTheBundle } from "./carried-packages.ts";
import { notePackages } from "./notices.ts";

const root = path.resolve(import.meta.dirname, "..");

/**
 * Vite's configuration for an entry of ours that runs on Node or in a preload: everything inside but what reads files of its
 * own; one file, or where it is `split` what it imports only when it needs it in files of their own, named for the entry. Packages
 * that go into it are added to `packages`.
 */
export function nodeConfig(
  entry: string,
  format: "es" | "cjs",
  { outDir, packages, split = false }: { outDir: string; packages: Set<string>; split?: boolean },
): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: "warn",
    plugins: [besideTheBundle(), notePackages(packages)],
    define: { builtCodeHashes: JSON.stringify(hashesOfSources(root)) },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(root, entry),
      outDir,
      emptyOutDir: false,
      target: "node24",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        // The runtime brings 'electron'; better-sqlite3 finds its binary beside its own files.
        external: ["electron", "better-sqlite3", /^node:/],
        output: {
          format,
          entryFileNames: `[name].${format === "es" ? "mjs" : "cjs"}`,
          chunkFileNames: `${path.basename(entry, ".ts")}.[name]-[hash].mjs`,
          codeSplitting: split,
        },
      },
    },
  };
}
