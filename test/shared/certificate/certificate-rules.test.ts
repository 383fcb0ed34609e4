import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { certificateRules } from "#shared/certificate/certificate-rules.ts";
import { ruleOf } from "#shared/findings/registry.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const sources = ["shared/certificate", "electron/certificate"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(path.join(root, folder, file), "utf8")),
);

it("every rule that a certificate names is explained where its id is pressed", () => {
  const named = sources.flatMap((text) =>
    Array.from(text.matchAll(/\brule: "([a-z-]+)"/g), ([, id = ""]) => id),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((id) => (ruleOf(id) ?? certificateRules[id] ?? null) === null)).toEqual(
    [],
  );
});
