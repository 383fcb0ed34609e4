import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { hashesOfSources } from "../../electron/certificate/code-hashes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");

it("names another code as soon as what judges or an operator changes, and not for anything else", () => {
  const copy = temporaryFolder();
  for (const folder of ["electron", "shared"])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
  const before = hashesOfSources(copy);
  expect(hashesOfSources(root)).toEqual(before);
  writeFileSync(path.join(copy, "electron/services/other.ts"), "export {};\n");
  expect(hashesOfSources(copy)).toEqual(before);
  writeFileSync(path.join(copy, "electron/certificate/other.ts"), "export {};\n");
  const judged = hashesOfSources(copy);
  expect(judged).toEqual({ judging: expect.not.stringMatching(before.judging), operators: before.operators });
  writeFileSync(path.join(copy, "shared/sql/mutate/operators/other.ts"), "export {};\n");
  const mutated = hashesOfSources(copy);
  expect(mutated.operators).not.toBe(before.operators);
  expect(mutated.judging).not.toBe(judged.judging);
});
