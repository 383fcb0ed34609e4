import { useState } from "react";
import type { TaskImportChoices, TaskImportSource } from "../../../data/task-imports.ts";
import { filesIn } from "../../../data/uploads.ts";
import { folderOf, stemOf } from "../../../ui/paths.ts";
import { useSettled } from "../../../ui/use-settled.ts";

/** How long typing must rest, in milliseconds, before the files are looked into. */
const restMs = 350;

/** The files of an import beside that of the tasks; "" where there is none. */
export interface OtherFiles {
  groundTruth: string;
  knowledge: string;
  columnMeanings: string;
  schema: string;
  exceptions: string;
}

const noFiles: OtherFiles = {
  groundTruth: "",
  knowledge: "",
  columnMeanings: "",
  schema: "",
  exceptions: "",
};

/** What a person says of an import of tasks. The folder of the databases and the project's name follow the file until they are touched. */
export function useImportTasksForm(projectName: string | null) {
  const [tasks, setTasks] = useState("");
  const [others, setOthers] = useState(noFiles);
  const [ownFolder, setDatabasesDir] = useState<string | null>(null);
  const [ownName, setProjectName] = useState(projectName);
  const [choices, setChoices] = useState<TaskImportChoices>({ skipUnreadable: false, existing: "keep" });
  const databasesDir = ownFolder ?? folderOf(tasks);
  const name = ownName ?? stemOf(tasks);
  const source = importSource({ tasks, others, databasesDir, projectName: name });
  const now = source === null ? "" : JSON.stringify(source);
  const settled = useSettled(now, restMs);
  return {
    tasks,
    setTasks,
    others,
    setOther: (change: Partial<OtherFiles>) => setOthers((before) => ({ ...before, ...change })),
    databasesDir,
    setDatabasesDir,
    projectName: name,
    setProjectName,
    choices,
    choose: (change: Partial<TaskImportChoices>) => setChoices((before) => ({ ...before, ...change })),
    source,
    /** What to look into, once typing rests; null while there is nothing. */
    previewed: settled === "" ? null : (JSON.parse(settled) as TaskImportSource),
    settled: settled === now,
  };
}

interface Typed {
  tasks: string;
  others: OtherFiles;
  databasesDir: string;
  projectName: string;
}

/** What was typed as a source of tasks; null while no file of tasks is named. */
export function importSource({ tasks, others, databasesDir, projectName }: Typed): TaskImportSource | null {
  if (tasks.trim() === "") return null;
  const { groundTruth, knowledge, columnMeanings, schema, exceptions } = others;
  const several = (field: string): string[] | undefined => {
    const paths = filesIn(field).map((path) => path.trim());
    return paths.length === 0 ? undefined : paths;
  };
  const files = {
    tasks: tasks.trim(),
    groundTruth: groundTruth.trim() || undefined,
    knowledge: several(knowledge),
    columnMeanings: several(columnMeanings),
    schema: several(schema),
    exceptions: exceptions.trim() || undefined,
  };
  const given = Object.entries(files).filter(([, path]) => path !== undefined);
  return {
    files: Object.fromEntries(given) as TaskImportSource["files"],
    projectName: projectName.trim(),
    databasesDir: databasesDir.trim() || null,
  };
}
