import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { TaskSample } from "#shared/contract/task-import.ts";

/** A pack of tasks as its manifest describes it; every path is relative to the pack. */
const Manifest = z.object({
  title: z.string(),
  description: z.string(),
  tasks: z.tuple([z.string()]),
  knowledge: z.string(),
  columnMeanings: z.string(),
  databases: z.string(),
  exceptions: z.string(),
});

/** The pack of tasks in a folder, ready to be imported; null where there is none. Throws where its manifest is broken. */
export function readTaskSample(packDir: string): TaskSample | null {
  const manifestFile = path.join(packDir, "manifest.json");
  if (!existsSync(manifestFile)) return null;
  const manifest = Manifest.parse(JSON.parse(readFileSync(manifestFile, "utf8")));
  const at = (relative: string): string => path.join(packDir, relative);
  return {
    title: manifest.title,
    description: manifest.description,
    files: {
      tasks: at(manifest.tasks[0]),
      knowledge: [at(manifest.knowledge)],
      columnMeanings: [at(manifest.columnMeanings)],
      exceptions: at(manifest.exceptions),
    },
    databasesDir: at(manifest.databases),
  };
}
