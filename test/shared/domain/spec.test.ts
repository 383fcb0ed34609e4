import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const rules = Array.from(
  readFileSync(path.join(root, "shared/domain/SPEC.md"), "utf8").matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm),
  ([, rule]) => rule ?? "",
);

/** The names of all tests as they are in the source, and of the groups they are in. */
function testNames(): string[] {
  const files = readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.(test|e2e)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, "test", file), "utf8"))
    .flatMap(
      (source) =>
        source.match(/(?:\b(?:it|test|describe)(?:\.\w+)*|\]\))\([\s\S]*?["'`][\s\S]*?["'`],/g) ?? [],
    );
}

/** Whether a name quotes the rule by itself ("X1") or within a run of rules ("X1…X4", "C1 to C14"). */
function quotes(name: string, rule: string): boolean {
  const [, letter = "", digits] = /^([A-Z]+)(\d+)$/.exec(rule) ?? [];
  const number = Number(digits);
  const runs = name.matchAll(new RegExp(`\\b${letter}(\\d+)(?:(?:…|–| to |-)${letter}?(\\d+))?\\b`, "g"));
  return runs.some(([, from, to]) => Number(from) <= number && number <= Number(to ?? from));
}

describe("SPEC.md", () => {
  it("gives every rule a number of its own", () => {
    expect(rules.length).toBeGreaterThan(50);
    expect(new Set(rules).size).toBe(rules.length);
  });

  it("has each of its rules quoted by the name of a test", () => {
    const names = testNames();
    expect(rules.filter((rule) => !names.some((name) => quotes(name, rule)))).toEqual([]);
  });
});
