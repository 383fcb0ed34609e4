import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Hashes of the code that certificates hang on: what judges and checks answers, and what makes mutants. */
export interface CodeHashes {
  judging: string;
  operators: string;
}

/** Put in place of this name when the program is built (build/node-config.ts). */
declare const builtCodeHashes: CodeHashes | undefined;

const root = path.resolve(import.meta.dirname, "../..");

const judging = [
  ...[
    "certificate",
    "checks",
    "dialogues",
    "engines",
    "evaluation",
    "python",
    "sql-analysis",
    "task-databases",
  ].map((folder) => path.join("electron", folder)),
  "shared",
];
const operators = [path.join("shared", "sql", "mutate")];

let made: CodeHashes | null = null;

/** The hashes of this program: no version has to be raised by hand when code of ours changes what it gives. */
export function codeHashes(): CodeHashes {
  made ??= typeof builtCodeHashes === "undefined" ? hashesOfSources(root) : builtCodeHashes;
  return made;
}

/** The hashes of the sources below a folder. */
export function hashesOfSources(from: string): CodeHashes {
  return { judging: hashOfFolders(from, judging), operators: hashOfFolders(from, operators) };
}

function hashOfFolders(from: string, folders: readonly string[]): string {
  const hash = createHash("sha256");
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(from, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|py|json)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const file of files.sort())
    hash.update(path.relative(from, file).replaceAll("\\", "/")).update("\0").update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
