import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { sourceFiles } from "../dump/read-source.ts";
import type { TemplateSource } from "../task-engine.ts";

/** A short name for what a source holds: same database, kind and content, same id. */
export async function sourceId(database: string, source: TemplateSource): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([database, source.kind]));
  if (source.kind === "server-database") hash.update(source.database);
  for (const file of sourceFiles(source)) {
    hash.update("\0");
    for await (const piece of createReadStream(file, { highWaterMark: 2 ** 20 }))
      hash.update(piece as Buffer);
  }
  return hash.digest("hex").slice(0, 16);
}
