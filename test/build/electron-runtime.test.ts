import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findElectron } from "../../build/electron-runtime.ts";

const folder = mkdtempSync(path.join(tmpdir(), "querent-runtime-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform !== "linux")(
  "Electron's runtime (skipped outside Linux: the names differ)",
  () => {
    it("is found in the folder that ELECTRON_OVERRIDE_DIST_PATH names, if it is there", () => {
      const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
      expect(findElectron(env)).toBeNull();
      writeFileSync(path.join(folder, "electron"), "");
      expect(findElectron(env)).toBe(path.join(folder, "electron"));
    });

    it("is looked for in a moment, and without loading the module that would download it", () => {
      const started = performance.now();
      for (let time = 0; time < 100; time++) findElectron({});
      expect((performance.now() - started) / 100).toBeLessThan(5);
    });
  },
);
