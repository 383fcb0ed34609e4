import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import configuration from "./electron-builder.config.mjs";

/** The parts of the program that stand outside of the archive, as patterns of its folder. */
const patterns = (configuration.asarUnpack as string[])
  .filter((pattern) => pattern.startsWith("dist/program/"))
  .map((pattern) => pattern.slice("dist/program/".length));

/** Writes the digest of each file of the built program that is packaged outside of the archive into `digests.json`, which is inside. */
export function writeUnpackedDigests(program: string): void {
  const files = readdirSync(program, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(path.join(program, name)).isFile() && !name.endsWith(".map"))
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => patterns.some((pattern) => path.matchesGlob(name, pattern)))
    .sort();
  const digests = files.map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(path.join(program, name)))
      .digest("hex"),
  ]);
  writeFileSync(path.join(program, "digests.json"), JSON.stringify(Object.fromEntries(digests), null, 1));
}
