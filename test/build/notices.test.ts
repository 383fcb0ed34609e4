import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import { carriedPackages } from "../../build/carried-packages.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The packages of a notices file, each with its licence's text. */
function notices(target: "program" | "renderer"): Map<string, string> {
  const [, ...parts] = readFileSync(path.join(distFolder(target), "NOTICES.txt"), "utf8").split(/\n-{80}\n/);
  return new Map(parts.map((part) => [/^\S+/.exec(part)?.[0] ?? "", part]));
}

/** Types leave nothing in a bundle. */
const typeImport = /^import type [^;]*;/gm;

/** The package in a line of an import, of TypeScript or of CSS. */
const importedFrom = /^(?:.*\bfrom|import|@import) "((?:@[\w.-]+\/)?[\w][\w.-]*)(?:\/[^"]*)?"/gm;

describe("the notices in the bundles", () => {
  beforeAll(() => ensureBuilt("program", "renderer"));

  it("name every package that the maps of the program say is in it, and those that it carries, with their licences", () => {
    const maps = globSync("*.map", { cwd: distFolder("program") });
    expect(maps.length).toBeGreaterThan(6);
    const bundled = maps.flatMap((map) => {
      const { sources } = JSON.parse(readFileSync(path.join(distFolder("program"), map), "utf8"));
      return (sources as string[]).flatMap(
        (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
      );
    });
    expect(bundled).toContain("commander");
    const named = notices("program");
    expect([...bundled, ...carriedPackages, "better-sqlite3"].filter((name) => !named.has(name))).toEqual([]);
    for (const text of named.values()) expect(text).toMatch(/permission|licen[sc]e/i);
  });

  it("name every package that the window imports", () => {
    const files = globSync("{renderer,shared}/**/*.{ts,tsx,css}", { cwd: root });
    const imported = files.flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").replaceAll(typeImport, "").matchAll(importedFrom)].map(
        ([, name]) => name as string,
      ),
    );
    const named = notices("renderer");
    expect(imported).toContain("react");
    expect(imported.filter((name) => !named.has(name))).toEqual([]);
    expect(named.get("monaco-editor")).toMatch(/THIRD-PARTY/i);
  });
});
