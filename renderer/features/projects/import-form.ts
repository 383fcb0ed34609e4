import { useState } from "react";
import type { ImportSource, PreviewedSource } from "../../data/projects.ts";
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
  const projectName = ownName ?? stemOf(path);
  const settled = useSettled(`${source.path}\n${source.databasesDir}\n${projectName.trim()}`, restMs);
  const [settledPath = "", settledDir = "", settledName = ""] = settled.split("\n");
  const previewed: PreviewedSource = {
    ...{ path: settledPath, databasesDir: settledDir, projectName: settledName },
    reviewer: takeLabels ? actor : null,
  };
  return {
    path,
    setPath,
    databasesDir,
    setDatabasesDir,
    projectName,
    setProjectName,
    takeLabels,
    setTakeLabels,
    reviewer,
    setReviewer,
    source,
    /** What to look into: labels have to be the project's, if they are wanted; whose they are changes nothing. */
    previewed: settledPath && settledDir ? previewed : null,
    settled:
      settledPath === source.path && settledDir === source.databasesDir && settledName === projectName.trim(),
  };
}
