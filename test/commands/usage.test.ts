import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../electron/cli.ts";

const readme = readFileSync(path.join(import.meta.dirname, "../../README.md"), "utf8");

describe("the usage of the headless commands", () => {
  it("stands in the README as the program tells it", async () => {
    const notes: string[] = [];
    const output = { result: () => undefined, note: (text: string) => notes.push(text) };
    expect(await runCommandLine(["--help"], output)).toBe(0);
    const told = notes.join("\n").match(/npm run -s querent -- .+/g) ?? [];
    expect(told.length).toBeGreaterThan(0);
    expect(readme.match(/npm run -s querent -- .+/g)).toEqual(told);
  });
});
