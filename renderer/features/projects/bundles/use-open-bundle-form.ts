import { useState } from "react";
import type { BundleOutline } from "#shared/contract/bundles.ts";
import type { Project } from "#shared/domain/project.ts";
import { useOpenBundle } from "../../../data/bundles.ts";

/** A file that is a bundle. */
export type FoundBundle = Extract<BundleOutline, { kind: "bundle" }>;

/** As which project a bundle is opened, and where its databases are; the name follows the bundle until somebody types one. */
export function useOpenBundleForm(path: string, bundle: FoundBundle | null) {
  const [ownName, setProjectName] = useState<string | null>(null);
  const [databasesDir, setDatabasesDir] = useState("");
  const { mutate, isPending, error } = useOpenBundle();
  const projectName = ownName ?? bundle?.project ?? "";
  return {
    ...{ projectName, setProjectName, databasesDir, setDatabasesDir, error },
    isBusy: isPending,
    ready: bundle !== null && projectName.trim() !== "" && databasesDir.trim() !== "",
    run: (onOpened: (project: Project) => void): void =>
      mutate(
        { path, projectName: projectName.trim(), databasesDir: databasesDir.trim() },
        { onSuccess: ({ project }) => onOpened(project) },
      ),
  };
}
