import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

const root = path.resolve(import.meta.dirname, "..");

/** Licences of what some packages carry inside, which their own licence does not name (SPDX). */
const inside: Record<string, readonly string[]> = {
  "@electric-sql/pglite": ["PostgreSQL"],
  "libpg-query": ["PostgreSQL"],
  pyodide: ["Python-2.0"],
};

/** Notes the packages whose modules go into a bundle, by their folders. */
export function notePackages(packages: Set<string>): Plugin {
  return {
    name: "querent:note-packages",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      // A style sheet leaves no module in a chunk.
      const styles = [...this.getModuleIds()].filter((id) => /\.css\b/.test(id));
      for (const id of [...chunks.flatMap(({ modules }) => Object.keys(modules)), ...styles]) {
        const folder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
        if (folder !== undefined) packages.add(folder);
      }
    },
  };
}

/** Writes NOTICES.txt: the licence of each package, from its own files. */
export function writeNotices(outDir: string, packages: ReadonlySet<string>): void {
  const notices = [...packages].map(noticeOf).sort();
  const head = "Querent contains the packages below, each under its own licence.\n";
  writeFileSync(path.join(outDir, "NOTICES.txt"), [head, ...new Set(notices)].join(`\n${"-".repeat(80)}\n`));
}

/** The folder of a package of node_modules. */
export const packageFolder = (name: string): string => path.join(root, "node_modules", name);

function noticeOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const own = readdirSync(folder)
    .filter((file) => /^(licen[sc]e|copying|notice|third-?party-?notices)/i.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
  if (typeof license !== "string") throw new Error(`${name} does not say its licence.`);
  const by = typeof author === "object" ? author.name : (author ?? `the authors of ${name}`);
  const texts = own.length > 0 ? own : [`Copyright (c) ${by}\n\n${licenceText(license)}`];
  const more = (inside[name] ?? []).map(licenceText);
  return `${name} ${version} (${license})\n\n${[...texts, ...more].map((text) => text.trim()).join("\n\n")}\n`;
}

function licenceText(spdx: string): string {
  const texts = createRequire(import.meta.url)("spdx-license-list/full") as Record<
    string,
    { licenseText: string }
  >;
  const found = texts[spdx];
  if (found === undefined) throw new Error(`There is no text of the licence ${spdx}.`);
  return found.licenseText;
}
