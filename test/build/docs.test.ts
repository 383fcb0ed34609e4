import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findingsPage } from "../../build/docs.ts";

test("docs/findings.md is made from the registry of rules: `npm run docs` writes it anew", () => {
  const page = path.join(import.meta.dirname, "../../docs/findings.md");
  expect(readFileSync(page, "utf8")).toBe(findingsPage());
});
