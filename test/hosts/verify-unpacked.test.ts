import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writeUnpackedDigests } from "../../build/unpacked-digests.ts";
import { verifyUnpacked } from "../../electron/hosts/desktop/verify-unpacked.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it("what workers start from outside of the archive is held against the digests of the build", async () => {
  const folder = temporaryFolder();
  const inside = path.join(folder, "app.asar/dist/program");
  const outside = path.join(folder, "app.asar.unpacked/dist/program");
  for (const at of [inside, outside]) {
    mkdirSync(path.join(at, "packages/pyodide"), { recursive: true });
    mkdirSync(path.join(at, "python"));
    for (const name of [
      ...["database-worker.mjs", "python-worker.mjs", "sql-analysis-thread.mjs"],
      ...["packages/pyodide/pyodide.asm.wasm", "python/run_test.py"],
    ])
      writeFileSync(path.join(at, name), name);
  }
  writeUnpackedDigests(inside);
  await expect(verifyUnpacked(inside)).resolves.toBeUndefined();
  for (const name of ["database-worker.mjs", "packages/pyodide/pyodide.asm.wasm", "python/run_test.py"]) {
    const file = path.join(outside, name);
    writeFileSync(file, "another");
    await expect(verifyUnpacked(inside)).rejects.toThrow(
      `${name} is not the file that Querent was built with`,
    );
    rmSync(file);
    await expect(verifyUnpacked(inside)).rejects.toThrow(`${name} is missing`);
    writeFileSync(file, name);
  }
  await expect(verifyUnpacked(path.join(folder, "program"))).resolves.toBeUndefined();
});
