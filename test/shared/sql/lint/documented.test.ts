import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const lintFiles = readdirSync(path.join(root, "shared/sql/lint")).map((name) => `shared/sql/lint/${name}`);
const sources = [
  ...lintFiles,
  "shared/sql/provenance/provenance-findings.ts",
  "shared/domain/task-findings.ts",
  "shared/domain/knowledge-findings.ts",
  "shared/formats/form-findings.ts",
  "shared/formats/task-file.ts",
  "shared/formats/knowledge-base.ts",
  "electron/commands/finding-output.ts",
];

/** Rules that querent tasks lint leaves to a better one of its own. */
const superseded = ["snippet-not-in-gold-text"];

describe("docs/findings.md", () => {
  it("documents every rule that querent tasks lint can report", () => {
    const documented = new Set(read("docs/findings.md").match(/`[a-z0-9]+(?:-[a-z0-9]+)+`/g));
    const rules = sources.flatMap((file) =>
      [...read(file).matchAll(/(?:rule: |finding\(\s*)"([a-z0-9-]+)"/g)].map(([, rule]) => rule as string),
    );
    expect(rules.length).toBeGreaterThan(25);
    expect(rules.filter((rule) => !superseded.includes(rule) && !documented.has(`\`${rule}\``))).toEqual([]);
  });
});
