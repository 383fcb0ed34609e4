import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { InputProblem } from "#shared/contract/errors.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { type ColumnMeaningsFile, readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { mergeGroundTruth } from "#shared/formats/ground-truth.ts";
import { type KnowledgeBaseFile, readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { type ReadTask, readTaskFile, type TaskFile } from "#shared/formats/task-file.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { WrongUsage } from "./command-end.ts";

/** The tasks of a file, with the ground truth of a second one; throws `BadInput` where there is not one task to read. */
export async function readTasks(input: string, groundTruth?: string): Promise<TaskFile> {
  const file = readTaskFile(await readTextFile(input), input);
  if (file.tasks.length === 0)
    throw new BadInput(file.problems.length > 0 ? file.problems : [noTasks(input)]);
  if (groundTruth === undefined) return file;
  const merge = mergeGroundTruth(file.tasks, await readTextFile(groundTruth), groundTruth);
  return {
    tasks: merge.tasks,
    problems: [...file.problems, ...merge.problems],
    findings: [...file.findings, ...merge.findings],
  };
}

function noTasks(file: string) {
  return {
    file,
    row: null,
    field: null,
    reason: "The file has no tasks.",
    fix: "Write one task per line, as JSON.",
  };
}

/**
 * The knowledge base of each database that has one. A file called `<db>_kb.jsonl` counts for the tasks of that database,
 * one of another name for all; a folder holds them by database. Throws `WrongUsage` where none is of these tasks.
 */
export async function readKnowledge(
  fileOrFolder: string | undefined,
  tasks: readonly ReadTask[],
): Promise<Map<string, KnowledgeBaseFile>> {
  return byDatabase(fileOrFolder, tasks, {
    ending: "_kb.jsonl",
    what: "knowledge base",
    read: readKnowledgeBase,
  });
}

/** What the columns of each database mean, from a file `<db>_column_meaning_base.json` or a folder, found as knowledge bases are. */
export async function readMeanings(
  fileOrFolder: string | undefined,
  tasks: readonly ReadTask[],
): Promise<Map<string, ColumnMeaningsFile>> {
  const kind = { ending: "_column_meaning_base.json", what: "column meanings", read: readColumnMeanings };
  return byDatabase(fileOrFolder, tasks, kind);
}

interface DatabaseFile<Read> {
  ending: string;
  what: string;
  read(text: string, file: string): Read;
}

async function byDatabase<Read extends { problems: InputProblem[] }>(
  fileOrFolder: string | undefined,
  tasks: readonly ReadTask[],
  { ending, what, read }: DatabaseFile<Read>,
): Promise<Map<string, Read>> {
  const found = new Map<string, Read>();
  if (fileOrFolder === undefined) return found;
  const databases = [...new Set(tasks.map(({ task }) => task.database))];
  const isFolder = existsSync(fileOrFolder) && statSync(fileOrFolder).isDirectory();
  const whole = isFolder ? null : read(await readTextFile(fileOrFolder), fileOrFolder);
  if (whole !== null && whole.problems.length > 0) throw new BadInput(whole.problems);
  const name = path.basename(fileOrFolder).replace(/\.jsonl?$/, "");
  const named = databaseNamed(name, ending);
  for (const database of databases) {
    if (whole !== null) {
      if (named === null || named === database) found.set(database, whole);
      continue;
    }
    const file = [`${database}${ending}`, path.join(database, `${database}${ending}`)]
      .map((inside) => path.join(fileOrFolder, inside))
      .find((inside) => existsSync(inside));
    if (file !== undefined) found.set(database, read(await readTextFile(file), file));
  }
  if (found.size === 0)
    throw new WrongUsage(`${fileOrFolder} has no ${what} for ${databases.join(", ")} (<database>${ending}).`);
  return found;
}

/** The database that a file is named for; null where it has a name of its own. */
function databaseNamed(name: string, ending: string): string | null {
  const tail = ending.replace(/\.jsonl?$/, "");
  return name.length > tail.length && name.endsWith(tail) ? name.slice(0, -tail.length) : null;
}
