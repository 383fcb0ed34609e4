import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import layers from "../../.dependency-cruiser.mjs";
import { checkLayers } from "../../build/layers.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** For each import rule a file that breaks it, and what the file needs to import. */
const plants: Record<string, Record<string, string>> = {
  "no-circles": {
    "shared/sql/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;',
    "shared/sql/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;',
  },
  "no-unresolved": { "shared/sql/a.ts": 'import { b } from "./nowhere.ts";\nexport const a = b;' },
  "shared-is-pure": {
    "shared/sql/a.ts": 'import { b } from "../../electron/b.ts";\nexport const a = b;',
    "electron/b.ts": "export const b = 1;",
  },
  "shared-without-node": {
    "shared/sql/a.ts": 'import { readFileSync } from "node:fs";\nexport const a = readFileSync;',
  },
  "domain-stands-alone": {
    "shared/domain/a.ts": 'import { b } from "../sql/b.ts";\nexport const a = b;',
    "shared/sql/b.ts": "export const b = 1;",
  },
  "settings-over-domain": {
    "shared/settings/a.ts": 'import { b } from "../sql/b.ts";\nexport const a = b;',
    "shared/sql/b.ts": "export const b = 1;",
  },
  "contract-over-domain": {
    "shared/contract/a.ts": 'import { b } from "../sql/b.ts";\nexport const a = b;',
    "shared/sql/b.ts": "export const b = 1;",
  },
  "renderer-knows-shared-only": {
    "renderer/a.tsx": 'import { b } from "../electron/b.ts";\nexport const a = b;',
    "electron/b.ts": "export const b = 1;",
  },
  "renderer-without-node": { "renderer/a.tsx": 'import os from "node:os";\nexport const a = os;' },
  "electron-without-renderer": {
    "electron/a.ts": 'import { b } from "../renderer/b.ts";\nexport const a = b;',
    "renderer/b.ts": "export const b = 1;",
  },
  "only-desktop-imports-electron": {
    "electron/services/a.ts": 'import { app } from "electron";\nexport const a = app;',
  },
  "hosts-do-not-know-each-other": {
    "electron/hosts/web/a.ts": 'import { b } from "../desktop/b.ts";\nexport const a = b;',
    "electron/hosts/desktop/b.ts": "export const b = 1;",
  },
  "nobody-imports-hosts": {
    "electron/services/a.ts": 'import { b } from "../hosts/web/b.ts";\nexport const a = b;',
    "electron/hosts/web/b.ts": "export const b = 1;",
  },
  "services-know-no-engine": {
    "electron/services/a.ts": 'import { b } from "../engines/sqlite/b.ts";\nexport const a = b;',
    "electron/engines/sqlite/b.ts": "export const b = 1;",
  },
  "services-know-no-composition": {
    "electron/services/a.ts": 'import { b } from "../compose.ts";\nexport const a = b;',
    "electron/compose.ts": "export const b = 1;",
  },
  "store-knows-no-service": {
    "electron/store/a.ts": 'import { b } from "../services/b.ts";\nexport const a = b;',
    "electron/services/b.ts": "export const b = 1;",
  },
  "engines-stand-apart": {
    "electron/engines/sqlite/a.ts": 'import { b } from "../pglite/b.ts";\nexport const a = b;',
    "electron/engines/pglite/b.ts": "export const b = 1;",
  },
  "features-stand-apart": {
    "renderer/features/review/a.tsx": 'import { b } from "../tasks/index.ts";\nexport const a = b;',
    "renderer/features/tasks/index.ts": "export const b = 1;",
  },
  "features-have-a-door": {
    "renderer/app/a.tsx": 'import { b } from "../features/tasks/b.ts";\nexport const a = b;',
    "renderer/features/tasks/b.ts": "export const b = 1;",
  },
  "only-data-touches-the-client": {
    "renderer/features/review/a.tsx":
      'import { connect } from "../../host/connect.ts";\nexport const a = connect;',
    "renderer/host/connect.ts": "export const connect = 1;",
  },
  "ui-without-domain": {
    "renderer/ui/a.tsx": 'import { b } from "#shared/contract/b.ts";\nexport const a = b;',
    "shared/contract/b.ts": "export const b = 1;",
  },
  "results-below-features": {
    "renderer/results/a.tsx": 'import { b } from "../features/tasks/index.ts";\nexport const a = b;',
    "renderer/features/tasks/index.ts": "export const b = 1;",
  },
};

describe("the import rules", () => {
  let tree: string;
  beforeEach(() => {
    tree = mkdtempSync(path.join(tmpdir(), "querent-layers-"));
    symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
    writeFileSync(
      path.join(tree, "package.json"),
      JSON.stringify({ type: "module", imports: { "#shared/*": "./shared/*" } }),
    );
  });
  afterEach(() => rmSync(tree, { recursive: true, force: true }));

  it("hold in the source, every file of which was read", async () => {
    const report = await checkLayers(root);
    expect(report.violations).toEqual([]);
    expect(report.cruised).toBe(report.expected);
    expect(report.expected).toBeGreaterThan(20);
  });

  it("each have a planted violation in this test", () => {
    expect(Object.keys(plants).sort()).toEqual(layers.forbidden.map((rule) => rule.name).sort());
  });

  it.each(Object.entries(plants))("catch a planted violation of %s", async (rule, files) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
      writeFileSync(path.join(tree, file), text);
    }
    const report = await checkLayers(tree);
    expect(report.violations.map((violation) => violation.split(":")[0])).toContain(rule);
    expect(report.cruised).toBe(report.expected);
  });
});
