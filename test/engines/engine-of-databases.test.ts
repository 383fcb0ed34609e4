import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { engineOfDatabases, engineOfFolder } from "../../electron/engines/sources.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it("takes SQLite where SQLite files are all that is found, and PGlite for dumps and where nothing is", () => {
  const folder = temporaryFolder();
  for (const name of ["ship.sqlite", "port.sqlite", "quay.sql"]) writeFileSync(path.join(folder, name), "");
  expect(engineOfDatabases(folder, ["ship", "port", "missing"])).toBe("sqlite");
  expect(engineOfDatabases(folder, ["ship", "quay"])).toBe("pglite");
  expect(engineOfDatabases(folder, ["missing"])).toBe("pglite");
  expect(engineOfFolder(folder)).toBe("pglite");
  rmSync(path.join(folder, "quay.sql"));
  expect(engineOfFolder(folder)).toBe("sqlite");
  expect(engineOfFolder(path.join(folder, "gone"))).toBe("pglite");
});
