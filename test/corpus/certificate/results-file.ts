import { createHash } from "node:crypto";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cacheFolder } from "../../../electron/cache-folder.ts";
import { hashOf } from "../../../electron/certificate/certificate-hashes.ts";

/** Results of long runs, kept line by line as they come. */
export interface ResultsFile {
  readonly file: string;
  /** The result for this content, made only where the file has none. */
  recall<Result>(content: unknown, make: () => Promise<Result>): Promise<Result>;
}

const root = path.join(import.meta.dirname, "../../..");
const program = ["shared/**/*.ts", "electron/**/*.ts", "tasks/river-watch/**/*.{jsonl,sql,ts}"];

/** Results of this program and its tasks, as they are now: another version has another file. */
export function openResultsFile(): ResultsFile {
  const folder = path.join(cacheFolder(), "corpus");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `defects-${programHash()}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as [string, unknown]));
  return {
    file,
    async recall<Result>(content: unknown, make: () => Promise<Result>) {
      const key = hashOf(content);
      if (known.has(key)) return known.get(key) as Result;
      const result = await make();
      appendFileSync(file, `${JSON.stringify([key, result])}\n`);
      known.set(key, result);
      return result;
    },
  };
}

function programHash(): string {
  const hash = createHash("sha256");
  for (const name of globSync(program, { cwd: root }).toSorted())
    hash.update(name).update(readFileSync(path.join(root, name)));
  return hash.digest("hex").slice(0, 16);
}
