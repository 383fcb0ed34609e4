import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { BadInput } from "#shared/formats/bad-input.ts";
import { mergeGroundTruth } from "#shared/formats/ground-truth.ts";
import { type KnowledgeBaseFile, readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { type ReadTask, readTaskFile, type TaskFile } from "#shared/formats/task-file.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { WrongUsage } from "./command-options.ts";

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
    reason: "The file holds no tasks.",
    fix: "Give one task a line, as JSON.",
  };
}

/**
 * The knowledge base of each database that has one. A file called `<db>_kb.jsonl` counts for the tasks of that database,
 * one of another name for all; a folder holds them by database. Throws `WrongUsage` where none is of these tasks.
 */
export async function readKnowledge(
  place: string | undefined,
  tasks: readonly ReadTask[],
): Promise<Map<string, KnowledgeBaseFile>> {
  const bases = new Map<string, KnowledgeBaseFile>();
  if (place === undefined) return bases;
  const databases = [...new Set(tasks.map(({ task }) => task.database))];
  const isFolder = existsSync(place) && statSync(place).isDirectory();
  const whole = isFolder ? null : readKnowledgeBase(await readTextFile(place), place);
  if (whole !== null && whole.problems.length > 0) throw new BadInput(whole.problems);
  const named = /^(.+)_kb\.jsonl?$/.exec(path.basename(place))?.[1];
  for (const database of databases) {
    if (whole !== null) {
      if (named === undefined || named === database) bases.set(database, whole);
      continue;
    }
    const file = [`${database}_kb.jsonl`, path.join(database, `${database}_kb.jsonl`)]
      .map((name) => path.join(place, name))
      .find((name) => existsSync(name));
    if (file !== undefined) bases.set(database, readKnowledgeBase(await readTextFile(file), file));
  }
  if (bases.size === 0)
    throw new WrongUsage(
      `--knowledge ${place} holds no knowledge base of ${databases.join(", ")} (<database>_kb.jsonl).`,
    );
  return bases;
}
