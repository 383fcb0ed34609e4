import { CircleCheck, CircleX, FolderOpen, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { useDatabaseSchema } from "../../data/databases.ts";
import { errorDetails, errorText, faultOf } from "../../data/faults.ts";
import { pickFolder } from "../../data/files.ts";
import { useQueueFacets } from "../../data/queue.ts";
import { useIsElsewhere } from "../../data/session.ts";
import { useSetProjectSettings } from "../../data/settings.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../ui/panes.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { countText } from "../../ui/time-text.ts";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { DatabaseSchemaView } from "./database-schema-view.tsx";

/** The databases of a project: where they are looked up, which are there, and what is in them. */
export function DataScreen({ project }: { project: Project }) {
  const facets = useQueueFacets(project.id);
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState(0);
  const dbIds = useMemo(
    () => (facets.data?.dbIds ?? []).filter((dbId) => dbId.toLowerCase().includes(search.toLowerCase())),
    [facets.data, search],
  );
  const dbId = dbIds[Math.min(selected, dbIds.length - 1)];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <FolderSetting project={project} />
      <Panes id="data">
        <Pane id="databases" label="The list of databases" size={320} min={200}>
          <div className="border-b p-2">
            <SearchField
              label="Search databases"
              placeholder={`Search ${countText(facets.data?.dbIds.length ?? 0, "database")}`}
              value={search}
              onChange={setSearch}
            />
          </div>
          {facets.data ? (
            <VirtualList
              label="Databases"
              count={dbIds.length}
              rowHeight={28}
              selected={Math.min(selected, dbIds.length - 1)}
              onSelect={setSelected}
              renderRow={(index) => <DatabaseRow projectId={project.id} dbId={dbIds[index] ?? ""} />}
            />
          ) : (
            <SkeletonLines lines={8} />
          )}
        </Pane>
        <PaneHandle label="Width of the list of databases" />
        <Pane id="schema" label="The schema" min={240}>
          {dbId ? (
            <DatabaseSchemaView key={dbId} projectId={project.id} dbId={dbId} />
          ) : facets.data ? (
            <NoDatabase searched={search !== ""} />
          ) : null}
        </Pane>
      </Panes>
    </div>
  );
}

function NoDatabase({ searched }: { searched: boolean }) {
  return searched ? (
    <EmptyState title="No database has this name">Clear the search to see all databases.</EmptyState>
  ) : (
    <EmptyState title="No databases yet">
      This project has no predictions to review. The folder of its tasks' databases is set in Settings.
    </EmptyState>
  );
}

/** A database in the list: its name, and whether its file is there. */
function DatabaseRow({ projectId, dbId }: { projectId: number; dbId: string }) {
  const schema = useDatabaseSchema(projectId, dbId);
  return (
    <div className="flex h-full items-center gap-2 px-3">
      <span className="min-w-0 flex-1 truncate">{dbId}</span>
      {schema.data ? (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          {countText(schema.data.tables.length, "table")}
          <CircleCheck size={14} className="text-added" aria-label="found" />
        </span>
      ) : faultOf(schema.error)?.code === "NOT_FOUND" ? (
        <span className="flex items-center gap-1.5 text-sm text-warning">
          missing
          <TriangleAlert size={14} aria-hidden />
        </span>
      ) : schema.error ? (
        <span className="flex items-center gap-1.5 text-sm text-error">
          cannot be read
          <CircleX size={14} aria-hidden />
        </span>
      ) : null}
    </div>
  );
}

/** In which folder a project's databases are looked up, and how to name another; nothing for members of a team, who set none. */
function FolderSetting({ project }: { project: Project }) {
  const change = useSetProjectSettings(project.id);
  const isElsewhere = useIsElsewhere();
  if (isElsewhere) return null;
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
