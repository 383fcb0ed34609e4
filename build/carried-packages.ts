import { cpSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const modules = path.resolve(import.meta.dirname, "../node_modules");

/** Files that a bundle cannot take in, by package: those that read WebAssembly or data beside them, and what they read. */
const carried: Record<string, RegExp> = {
  "@electric-sql/pglite": /^(package\.json|dist\/[^/]+\.(js|wasm|data))$/,
  "@polyglot-sql/sdk": /^(package\.json|dist\/((index\.node|compat-[^/]+)\.js|polyglot_sql\.wasm))$/,
  "libpg-query": /^(package\.json|wasm\/libpg-query\.(js|wasm))$/,
  pyodide: /^(package\.json|pyodide(\.asm)?\.mjs|pyodide\.asm\.wasm|pyodide-lock\.json|python_stdlib\.zip)$/,
};

export const carriedPackages = Object.keys(carried);

/** The folder beside the bundles in which they stand. */
const folder = "packages";

/** Leaves the carried files out of a bundle and leads its imports to the copies that stand beside it. */
export function besideTheBundle(): Plugin {
  return {
    name: "beside-the-bundle",
    enforce: "pre",
    resolveId(source, importer) {
      const file = fileOf(source, importer);
      if (file === null || !isCarried(file)) return null;
      return { id: `./${folder}/${file.split(path.sep).join("/")}`, external: true };
    },
  };
}

/** Copies the carried files to where the bundles in `outDir` look for them. */
export function carryPackages(outDir: string): void {
  for (const name of carriedPackages)
    for (const inside of readdirSync(path.join(modules, name), { recursive: true, encoding: "utf8" })) {
      const file = path.join(name, inside);
      if (!isCarried(file)) continue;
      const to = path.join(outDir, folder, file);
      mkdirSync(path.dirname(to), { recursive: true });
      cpSync(path.join(modules, file), to);
    }
}

/** The file below node_modules that an import means, where it may be a carried one. */
function fileOf(source: string, importer: string | undefined): string | null {
  if (carriedPackages.some((name) => source === name || source.startsWith(`${name}/`)))
    return path.relative(modules, fileURLToPath(import.meta.resolve(source)));
  if (!source.startsWith(".") || importer === undefined) return null;
  return path.relative(modules, path.resolve(path.dirname(importer), source));
}

function isCarried(file: string): boolean {
  const place = file.split(path.sep).join("/");
  const name = carriedPackages.find((own) => place.startsWith(`${own}/`));
  return name !== undefined && carried[name]?.test(place.slice(name.length + 1)) === true;
}
