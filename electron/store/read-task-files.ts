import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { goldText } from "#shared/certificate/let-pass.ts";
import type { InputProblem } from "#shared/contract/errors.ts";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import type { Finding } from "#shared/domain/finding.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { mergeGroundTruth } from "#shared/formats/ground-truth.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readSchemaText } from "#shared/formats/schema-text.ts";
import {
  readStatedExceptions,
  type StatedLine,
  statedMutant,
  unfitReason,
} from "#shared/formats/stated-exceptions.ts";
import { type ReadTask, readTaskFile } from "#shared/formats/task-file.ts";
import { type DatabaseText, type DatabaseTextKind, longestDatabaseText } from "./database-texts.ts";
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
  /** What persons let pass in the certificates; null where no file says. */
  exceptions: StatedLine[] | null;
}

interface TextForm {
  /** The name of its file by database, as it is looked for in a folder. */
  name: RegExp;
  /** Under which name an import is given them. */
  files: "knowledge" | "columnMeanings" | "schema";
  /** How much a text holds, and what of it cannot be read. */
  read(text: string, file: string): { count: number; problems: InputProblem[] };
}

const forms: Record<DatabaseTextKind, TextForm> = {
  knowledge: {
    name: /^(.+)_kb\.jsonl?$/i,
    files: "knowledge",
    read: (text, file) => {
      const { nodes, problems } = readKnowledgeBase(text, file);
      return { count: nodes.length, problems };
    },
  },
  "column-meanings": {
    name: /^(.+)_column_meaning_base\.json$/i,
    files: "columnMeanings",
    read: (text, file) => {
      const { meanings, problems } = readColumnMeanings(text, file);
      return { count: meanings.length, problems };
    },
  },
  schema: {
    name: /^(.+)_schema\.txt$/i,
    files: "schema",
    read: (text, file) => {
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
  const sources = Object.entries(forms).flatMap(([kind, form]) =>
    (files[form.files] ?? []).map((source) => ({ kind: kind as DatabaseTextKind, source })),
  );
  const texts: CountedText[] = [];
  for (const [index, { kind, source }] of sources.entries()) {
    onRead(index + 1, sources.length + 1);
    for (const found of filesAt(source, kind, databases)) {
      if ("problem" in found) {
        read.problems.push(found.problem);
        continue;
      }
      const { file, database } = found;
      const text = await readTextFile(file);
      if (text.length > longestDatabaseText) {
        read.problems.push(tooLong(path.basename(file), text));
        continue;
      }
      const { count, problems } = forms[kind].read(text, path.basename(file));
      read.problems.push(...problems);
      texts.push({ database, kind, fileName: path.basename(file), text, count });
    }
  }
  onRead(1, 1);
  return { ...read, texts, exceptions: await readExceptions(files, read) };
}

function tooLong(file: string, { length }: string): InputProblem {
  const most = Math.round(longestDatabaseText / 2 ** 20);
  const reason = `The file has ${Math.ceil(length / 2 ** 20)} million characters; the limit is ${most} million.`;
  return { file, row: null, field: null, reason, fix: "Leave out what no task needs." };
}

async function readExceptions(
  { exceptions }: TaskFiles,
  { tasks, problems }: Pick<TaskFilesRead, "tasks" | "problems">,
): Promise<TaskFilesRead["exceptions"]> {
  if (exceptions === undefined) return null;
  const file = path.basename(exceptions);
  const read = readStatedExceptions(await readTextFile(exceptions), file);
  problems.push(...read.problems);
  const golds = Map.groupBy(tasks, ({ task }) => task.instanceId);
  return read.lines.filter(({ row, stated }) => {
    const own = golds.get(stated.instance_id) ?? [];
    const fits = own.some(
      ({ task }) => "property" in stated || statedMutant(stated, (one) => goldText(task, one)) !== null,
    );
    if (!fits) problems.push({ file, row, ...unfitReason(stated, own.length > 0) });
    return fits;
  });
}

async function readTasks({
  tasks,
  groundTruth,
}: TaskFiles): Promise<Omit<TaskFilesRead, "texts" | "exceptions">> {
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

/** The files that a source names: itself, or those of the tasks' databases in a folder and in its folders by database. */
function filesAt(source: string, kind: DatabaseTextKind, databases: readonly string[]): Found[] {
  const { name, files: field } = forms[kind];
  const nameOf = (file: string) => name.exec(path.basename(file))?.[1] ?? null;
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    const database = nameOf(source) ?? (databases.length === 1 ? databases[0] : undefined);
    if (database !== undefined) return [{ file: source, database }];
    return [problemOf(source, field, "The file name does not contain the name of a database.", kind)];
  }
  const inFolder = [source, ...databases.map((database) => path.join(source, database))].flatMap(listed);
  const found = inFolder.flatMap((file): Found[] => {
    const database = nameOf(file);
    return database !== null && databases.includes(database) ? [{ file, database }] : [];
  });
  if (found.length > 0) return found;
  return [problemOf(source, field, "The folder has no such file for the databases of the tasks.", kind)];
}

const exampleNames: Record<DatabaseTextKind, string> = {
  knowledge: "<database>_kb.jsonl",
  "column-meanings": "<database>_column_meaning_base.json",
  schema: "<database>_schema.txt",
};

function problemOf(source: string, field: string, reason: string, kind: DatabaseTextKind): Found {
  const fix = `Rename it, for example to ${exampleNames[kind]}, or import without it.`;
  return { problem: { file: path.basename(source), row: null, field, reason, fix } };
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
