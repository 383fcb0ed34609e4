import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { declarationProblems } from "../../build/declarations.ts";

const body = (lines: number) => Array.from({ length: lines - 2 }, (_, at) => `  work(${at});`).join("\n");
const longFunction = `export function tooLong() {\n${body(61)}\n}`;

describe("the rules of what the source declares", () => {
  let root = "";
  const problemsOf = (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return declarationProblems(root);
  };
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), "querent-declarations-"));
    for (const folder of ["electron", "renderer", "shared"]) mkdirSync(path.join(root, folder));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ["a function", "export function same() {}", "export async function* same() {}"],
    ["a constant", "export const same = 1;", "export const other = 2, same = 3;"],
    ["a type and a component", "export interface same {}", "export class same {}"],
    ["a name given at the end", "const own = 1;\nexport { own as same };", "export type same = string;"],
  ])("refuse %s that another file exports by the same name", (_, first, second) => {
    const [problem, ...others] = problemsOf({ "shared/a.ts": first, "renderer/b.tsx": second });
    expect(problem).toMatch(/^same is exported by renderer\/b.tsx and shared\/a.ts/);
    expect(others).toEqual([]);
  });

  it("let a name pass that is passed on, stays inside, or is a value and a type of one file", () => {
    const problems = problemsOf({
      "shared/a.ts": "export const same = 1;\nexport type same = number;\nconst inside = 1;\nvoid inside;",
      "shared/b.ts":
        'export { same } from "./a.ts";\nexport * from "./a.ts";\nconst inside = 2;\nvoid inside;',
      "renderer/c.ts": 'import { same } from "#shared/a.ts";\nexport { same };',
    });
    expect(problems).toEqual([]);
  });

  it.each([
    ["a function", longFunction],
    ["an arrow function", `const tooLong = () => {\n${body(61)}\n};`],
    ["a method", `class A {\n  tooLong() {\n${body(61)}\n  }\n}`],
    ["a function handed to another", `export const tooLong = memo(() => {\n${body(61)}\n});`],
    ["one without the reason", `// Longer than a function should be:\n${longFunction}`],
    ["one with other comments only", `/** Long. */\n// It is what it is.\n${longFunction}`],
  ])("refuse %s of 61 lines", (_, text) => {
    expect(problemsOf({ "electron/a.tsx": text })).toEqual([
      expect.stringMatching(/^electron\/a.tsx:\d+: tooLong has 61 lines, more than 60/),
    ]);
  });

  it("let a long function pass that says why, and one of 60 lines", () => {
    const reason = "// Longer than a function should be: one table.";
    const problems = problemsOf({
      "electron/a.ts": `/** What it does. */\n${reason}\n${longFunction}`,
      "electron/b.ts": `class A {\n  ${reason}\n  b() {\n${body(61)}\n  }\n}\nvoid A;`,
      "electron/c.tsx": `${reason}\nconst c = memo(() => {\n${body(61)}\n});\nvoid c;`,
      "electron/d.ts": `function d() {\n${body(60)}\n}\nd();`,
    });
    expect(problems).toEqual([]);
  });
});
