import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractFile, listPackage, statFile } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageDesktop } from "../../build/package.ts";
import { makeFakeRuntime } from "../support/fake-runtime.ts";

// electron-builder reads a runtime for the platform it runs on; ours is made for Linux.
const where = process.platform === "linux" ? describe : describe.skip;

where("the packaged workbench (skipped where the fake runtime does not fit: Linux only)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-package-"));
  let app: string;
  let archive: string;
  let entries: string[];

  beforeAll(async () => {
    const electronDist = await makeFakeRuntime(path.join(folder, "runtime"));
    await packageDesktop({ dir: true, output: path.join(folder, "out"), electronDist });
    const unpacked = readdirSync(path.join(folder, "out")).find((name) => name.endsWith("-unpacked")) ?? "";
    app = path.join(folder, "out", unpacked);
    archive = path.join(app, "resources/app.asar");
    entries = listPackage(archive, { isPack: false }).map((entry) => entry.slice(1));
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has every fuse set as configured", async () => {
    const wire = await getCurrentFuseWire(path.join(app, "querent"));
    const on = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      cookieEncryption: on(FuseV1Options.EnableCookieEncryption),
      nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: on(FuseV1Options.EnableNodeCliInspectArguments),
      asarIntegrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
      filePrivileges: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: true,
      onlyAsar: true,
      filePrivileges: false,
    });
  });

  it("starts from a main that is packed, with all that main refers to", () => {
    const manifest = JSON.parse(extractFile(archive, "package.json").toString());
    expect(entries).toContain(manifest.main);
    const parts = [
      "query-worker",
      "import-thread",
      "database-worker",
      "python-worker",
      "sql-analysis-thread",
    ];
    for (const file of ["preload.cjs", ...parts.map((part) => `${part}.mjs`)]) {
      expect(entries).toContain(`dist/desktop/${file}`);
    }
    expect(entries).toContain("dist/renderer/index.html");
  });

  it("keeps outside the archive what is not read through Electron: the native library, the sample's database, WebAssembly and Python", () => {
    const outside = `${archive}.unpacked`;
    const binary = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;
    for (const file of [
      binary,
      "dist/sample/databases/harbour/harbour.sqlite",
      "dist/sample/manifest.json",
      "dist/desktop/database-worker.mjs",
      "dist/desktop/python-worker.mjs",
      "dist/desktop/sql-analysis-thread.mjs",
      "dist/desktop/packages/@electric-sql/pglite/dist/pglite.wasm",
      "dist/desktop/packages/pyodide/pyodide.asm.wasm",
      "dist/desktop/packages/libpg-query/wasm/libpg-query.wasm",
      "dist/desktop/packages/@polyglot-sql/sdk/dist/polyglot_sql.wasm",
      "dist/desktop/python/run_test.py",
    ]) {
      expect(existsSync(path.join(outside, file))).toBe(true);
      expect(statFile(archive, file)).toMatchObject({ unpacked: true });
    }
  });

  it("carries nothing that is only needed to build: no source, no map, no second Node, no other system's binary", () => {
    const unwanted = entries.filter(
      (entry) =>
        /\.(ts|tsx|map)$|node_modules\/(node-|vite|react|typescript|@biomejs|electron)/.test(entry) ||
        (/better-sqlite3\/prebuilds\/./.test(entry) &&
          !entry.includes(`${process.platform}-${process.arch}`)),
    );
    expect(unwanted).toEqual([]);
    expect(entries.length).toBeLessThan(400);
  });
});
