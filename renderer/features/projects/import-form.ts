import { useState } from "react";
import type { ImportSource } from "../../data/projects.ts";
import { folderOf, stemOf } from "../../ui/paths.ts";
import { useSettled } from "../../ui/use-settled.ts";

/** How long typing must rest, in milliseconds, before the file is looked into. */
const restMs = 350;

/** What a person says of an import. Fields that nobody touched follow the file: its folder, its name. */
export function useImportForm(actor: string) {
  const [path, setPath] = useState("");
  const [ownFolder, setDatabasesDir] = useState<string | null>(null);
  const [ownName, setProjectName] = useState<string | null>(null);
  const [takeLabels, setTakeLabels] = useState(true);
  const [reviewer, setReviewer] = useState(actor);
  const databasesDir = ownFolder ?? folderOf(path);
  const source: ImportSource = {
    path: path.trim(),
    databasesDir: databasesDir.trim(),
    reviewer: takeLabels && reviewer.trim() ? reviewer.trim() : null,
  };
  const settled = useSettled(`${source.path}\n${source.databasesDir}`, restMs);
  const [settledPath = "", settledDir = ""] = settled.split("\n");
  return {
    path,
    setPath,
    databasesDir,
    setDatabasesDir,
    projectName: ownName ?? stemOf(path),
    setProjectName,
    takeLabels,
    setTakeLabels,
    reviewer,
    setReviewer,
    source,
    /** What to look into: whose the labels are does not change what the file contains. */
    previewed:
      settledPath && settledDir ? { path: settledPath, databasesDir: settledDir, reviewer: actor } : null,
    settled: settledPath === source.path && settledDir === source.databasesDir,
  };
}
