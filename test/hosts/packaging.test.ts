import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { extractFile, listPackage, statFile } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import configuration from "../../build/electron-builder.config.mjs";
import { packageDesktop } from "../../build/package.ts";
import { makeFakeRuntime } from "./fake-runtime.ts";

const root = path.resolve(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

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
  });
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
      expect(entries).toContain(`dist/program/${file}`);
    }
    expect(entries).toContain("dist/renderer/index.html");
    for (const part of ["renderer", "program"]) expect(entries).toContain(`dist/${part}/NOTICES.txt`);
  });

  it("keeps outside the archive what is not read through Electron: the native library, the sample's database, WebAssembly and Python", () => {
    const outside = `${archive}.unpacked`;
    const binary = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;
    for (const file of [
      binary,
      "dist/sample/databases/harbour/harbour.sqlite",
      "dist/sample/manifest.json",
      "dist/program/database-worker.mjs",
      "dist/program/python-worker.mjs",
      "dist/program/sql-analysis-thread.mjs",
      "dist/program/packages/@electric-sql/pglite/dist/pglite.wasm",
      "dist/program/packages/pyodide/pyodide.asm.wasm",
      "dist/program/packages/libpg-query/wasm/libpg-query.wasm",
      "dist/program/packages/@polyglot-sql/sdk/dist/polyglot_sql.wasm",
      "dist/program/python/run_test.py",
    ]) {
      expect(existsSync(path.join(outside, file))).toBe(true);
      expect(statFile(archive, file)).toMatchObject({ unpacked: true });
    }
    // With all that they load when they need it.
    const apart = entries.filter((entry) => /program\/(?:database|python)-worker\.\S+\.mjs$/.test(entry));
    expect(apart.some((entry) => entry.includes("watchdog"))).toBe(true);
    for (const file of apart) expect(existsSync(path.join(outside, file))).toBe(true);
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

describe("the configuration of electron-builder", () => {
  const electronBuilder = createRequire(createRequire(import.meta.url).resolve("electron-builder"));

  it("is valid by its own schema", async () => {
    const { validateConfiguration } = electronBuilder("app-builder-lib/out/util/config/config");
    await expect(validateConfiguration(configuration, { isEnabled: false })).resolves.toBeUndefined();
    const wrong = { ...configuration, deb: { packageKategory: "devel" } };
    await expect(validateConfiguration(wrong, { isEnabled: false })).rejects.toThrow(/configuration\.deb/);
  });

  it("says in the deb whose it is, what it is, and what it opens", () => {
    expect(manifest.homepage).toMatch(/^https:/);
    expect(configuration.linux).toMatchObject({
      maintainer: expect.stringMatching(/.+ <.+@.+>/),
      vendor: expect.any(String),
      synopsis: expect.any(String),
      description: expect.any(String),
      category: expect.any(String),
    });
    expect(configuration.fileAssociations).toMatchObject([
      { ext: "querent", mimeType: "application/x-querent" },
    ]);
  });

  it("names icons in the sizes that systems ask for", () => {
    const sizeOf = (file: string) => {
      const png = readFileSync(path.join(root, file));
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    for (const size of [16, 32, 48, 64, 128, 256, 512, 1024])
      expect(sizeOf(`build/icons/${size}x${size}.png`)).toEqual([size, size]);
    expect(configuration.icon).toBe("build/icons/1024x1024.png");
  });
});
