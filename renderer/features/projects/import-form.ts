import { useState } from "react";
import { type ConflictChoices, defaultChoices, type FileLabels } from "#shared/domain/import-report.ts";
import type { ProjectImport } from "../../data/projects.ts";
import { folderOf, stemOf } from "../../ui/paths.ts";
import { useSettled } from "../../ui/use-settled.ts";

/** How long typing must rest, in milliseconds, before the files are looked into. */
const restMs = 350;

/** A file as a person names it; what they have not chosen is null and follows the file. */
interface NamedFile {
  path: string;
  as: "opinions" | "consensus" | "left-out" | null;
  reviewer: string | null;
}

const noFile: NamedFile = { path: "", as: null, reviewer: null };

/** What a person says of an import. Fields that nobody touched follow the first file: its folder and, unless the project is given, its name. */
export function useImportForm(actor: string, fixedName: string | null) {
  const [files, setFiles] = useState<NamedFile[]>([noFile]);
  const [ownFolder, setDatabasesDir] = useState<string | null>(null);
  const [ownName, setProjectName] = useState<string | null>(null);
  const [choices, setChoices] = useState<ConflictChoices>(defaultChoices);
  const path = files[0]?.path ?? "";
  const databasesDir = ownFolder ?? folderOf(path);
  const projectName = fixedName ?? ownName ?? stemOf(path);
  // One file may be one's own; several are told apart by their names.
  const reviewerOf = (file: NamedFile): string =>
    file.reviewer ?? (files.length > 1 ? stemOf(file.path) : actor);
  const source: ProjectImport = {
    files: files.flatMap((file) =>
      file.path.trim() === ""
        ? []
        : [{ path: file.path.trim(), labels: labelsOf(file.as, reviewerOf(file).trim()) }],
    ),
    ...{ databasesDir: databasesDir.trim(), projectName: projectName.trim(), choices },
  };
  const asked = JSON.stringify(source);
  const settled = useSettled(asked, restMs);
  const previewed = JSON.parse(settled) as ProjectImport;
  const setFile = (at: number, change: Partial<NamedFile>): void =>
    setFiles((before) => before.map((file, other) => (other === at ? { ...file, ...change } : file)));
  return {
    files: files.map((file) => ({ ...file, reviewer: reviewerOf(file) })),
    setFile,
    addFile: () => setFiles((before) => [...before, noFile]),
    removeFile: (at: number) => setFiles((before) => before.filter((_, other) => other !== at)),
    databasesDir,
    setDatabasesDir,
    projectName,
    setProjectName,
    choices,
    setChoices,
    source,
    /** What to look into; null while no file is named. */
    previewed: previewed.files.length > 0 && previewed.databasesDir !== "" ? previewed : null,
    settled: settled === asked,
  };
}

function labelsOf(as: NamedFile["as"], reviewer: string): FileLabels {
  if (as === "left-out" || as === "consensus") return { as };
  return reviewer === "" ? { as: "left-out" } : { as: as ?? "recognised", reviewer };
}
