import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { InputProblem } from "#shared/contract/errors.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { mergeGroundTruth } from "#shared/formats/ground-truth.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readSchemaText } from "#shared/formats/schema-text.ts";
import { type ReadTask, readTaskFile } from "#shared/formats/task-file.ts";
import type { DatabaseText, DatabaseTextKind } from "./database-texts.ts";
import { readTextFile } from "./read-text-file.ts";

/** A text of a database with how much it holds: knowledge nodes, columns with a meaning, or tables. */
export interface CountedText extends DatabaseText {
  count: number;
}

/** Everything that the files of an import hold. */
export interface TaskFilesRead {
  tasks: ReadTask[];
  texts: CountedText[];
  /** What could not be read; the rest can be imported without it. */
  problems: InputProblem[];
  /** What concerns files or several tasks. */
  findings: Finding[];
  /** Tasks that got their ground truth from the second file; null where none was given. */
  groundTruths: number | null;
}

interface TextForm {
  /** The name of its file by database, as it is looked for in a folder. */
  name: RegExp;
  /** Under which name an import is given them. */
  files: "knowledge" | "columnMeanings" | "schema";
  /** How much a text holds, and what of it cannot be read. */
  look(text: string, file: string): { count: number; problems: InputProblem[] };
}

const forms: Record<DatabaseTextKind, TextForm> = {
  knowledge: {
    name: /^(.+)_kb\.jsonl?$/i,
    files: "knowledge",
    look: (text, file) => {
      const { nodes, problems } = readKnowledgeBase(text, file);
      return { count: nodes.length, problems };
    },
  },
  "column-meanings": {
    name: /^(.+)_column_meaning_base\.json$/i,
    files: "columnMeanings",
    look: (text, file) => {
      const { meanings, problems } = readColumnMeanings(text, file);
      return { count: meanings.length, problems };
    },
  },
  schema: {
    name: /^(.+)_schema\.txt$/i,
    files: "schema",
    look: (text, file) => {
      const { tables, problems } = readSchemaText(text, file);
      return { count: tables.length, problems };
    },
  },
};

/** Reads the files of an import; throws `BadInput` for a file that cannot be read at all. `onRead` hears of the files done. */
export async function readTaskFiles(
  files: TaskFiles,
  onRead: (done: number, total: number) => void,
): Promise<TaskFilesRead> {
  const read = await readTasks(files);
  const databases = [...new Set(read.tasks.map(({ task }) => task.database))];
  const places = Object.entries(forms).flatMap(([kind, form]) =>
    (files[form.files] ?? []).map((place) => ({ kind: kind as DatabaseTextKind, place })),
  );
  const texts: CountedText[] = [];
  for (const [index, { kind, place }] of places.entries()) {
    onRead(index + 1, places.length + 1);
    for (const found of filesAt(place, kind, databases)) {
      if ("problem" in found) {
        read.problems.push(found.problem);
        continue;
      }
      const { file, database } = found;
      const text = await readTextFile(file);
      const { count, problems } = forms[kind].look(text, path.basename(file));
      read.problems.push(...problems);
      texts.push({ database, kind, fileName: path.basename(file), text, count });
    }
  }
  onRead(1, 1);
  return { ...read, texts };
}

async function readTasks({ tasks, groundTruth }: TaskFiles): Promise<Omit<TaskFilesRead, "texts">> {
  const file = readTaskFile(await readTextFile(tasks), path.basename(tasks));
  if (groundTruth === undefined) return { ...file, groundTruths: null };
  const merge = mergeGroundTruth(file.tasks, await readTextFile(groundTruth), path.basename(groundTruth));
  return {
    tasks: merge.tasks,
    problems: [...file.problems, ...merge.problems],
    findings: [...file.findings, ...merge.findings],
    groundTruths: merge.merged,
  };
}

type Found = { file: string; database: string } | { problem: InputProblem };

/** The files that a place names: itself, or those of the tasks' databases in a folder and in its folders by database. */
function filesAt(place: string, kind: DatabaseTextKind, databases: readonly string[]): Found[] {
  const { name, files: field } = forms[kind];
  const nameOf = (file: string) => name.exec(path.basename(file))?.[1] ?? null;
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    const database = nameOf(place) ?? (databases.length === 1 ? databases[0] : undefined);
    if (database !== undefined) return [{ file: place, database }];
    return [problemOf(place, field, "The file name does not contain the name of a database.", kind)];
  }
  const inFolder = [place, ...databases.map((database) => path.join(place, database))].flatMap(listed);
  const found = inFolder.flatMap((file): Found[] => {
    const database = nameOf(file);
    return database !== null && databases.includes(database) ? [{ file, database }] : [];
  });
  if (found.length > 0) return found;
  return [problemOf(place, field, "The folder has no such file for the databases of the tasks.", kind)];
}

const exampleNames: Record<DatabaseTextKind, string> = {
  knowledge: "<database>_kb.jsonl",
  "column-meanings": "<database>_column_meaning_base.json",
  schema: "<database>_schema.txt",
};

function problemOf(place: string, field: string, reason: string, kind: DatabaseTextKind): Found {
  const fix = `Rename it, for example to ${exampleNames[kind]}, or import without it.`;
  return { problem: { file: path.basename(place), row: null, field, reason, fix } };
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(folder, entry.name));
  } catch {
    return []; // There is no folder of that database.
  }
}
