import { FolderOpen } from "lucide-react";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { pickFolder } from "../../data/files.ts";
import { useSetProjectSettings } from "../../data/settings.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";

/** In which folder a project's databases are looked up, and how to name another. */
export function FolderSetting({ project }: { project: Project }) {
  const change = useSetProjectSettings(project.id);
  const choose = async (): Promise<void> => {
    const folder = await pickFolder("Folder of the databases", project.databasesDir);
    if (folder !== null) change.mutate({ "items.databasesDir": folder });
  };
  return (
    <div className="shrink-0 border-b px-3 py-2">
      <div className="flex items-center gap-2">
        <span className="shrink-0 text-muted">Folder of the databases</span>
        <span className="min-w-0 truncate font-mono text-sm select-text" title={project.databasesDir}>
          {project.databasesDir}
        </span>
        <CopyButton text={project.databasesDir} label="Copy path" />
        <div className="flex-1" />
        <Button size="sm" icon={FolderOpen} busy={change.isPending} onClick={() => void choose()}>
          Change…
        </Button>
      </div>
      {change.error ? (
        <InlineError className="mt-2" title={errorText(change.error)} details={errorDetails(change.error)}>
          The folder was not changed.
        </InlineError>
      ) : null}
    </div>
  );
}
