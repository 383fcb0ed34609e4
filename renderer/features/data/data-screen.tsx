import { CircleCheck, CircleX, FolderOpen, TriangleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { projectSettings } from "#shared/settings/settings-table.ts";
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
  if (facets.data?.dbIds.length === 0)
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <Folders project={project} />
        <NoDatabase searched={false} />
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Folders project={project} />
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
      Databases of predictions are listed here once some are imported. Those of tasks are shown with each task
      on the tasks screen.
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

/** In which folders a project's databases are looked up, and how to name others; nothing for members of a team, who set none. */
function Folders({ project }: { project: Project }) {
  const isElsewhere = useIsElsewhere();
  const { itemCount, taskCount, databasesDir, taskSettings } = project;
  if (isElsewhere) return null;
  return (
    <div className="flex shrink-0 flex-col gap-1 border-b px-3 py-2">
      {(itemCount > 0 || taskCount === 0) && (
        <FolderSetting projectId={project.id} setting="items.databasesDir" folder={databasesDir} />
      )}
      {taskCount > 0 && (
        <FolderSetting
          projectId={project.id}
          setting="tasks.databasesDir"
          folder={taskSettings.databasesDir}
        />
      )}
    </div>
  );
}

interface FolderSettingProps {
  projectId: number;
  setting: "items.databasesDir" | "tasks.databasesDir";
  folder: string;
}

/** One folder under the name that it has in the settings, which is where the same value is set. */
function FolderSetting({ projectId, setting, folder }: FolderSettingProps) {
  const change = useSetProjectSettings(projectId);
  const { label } = projectSettings[setting];
  const choose = async (): Promise<void> => {
    const chosen = await pickFolder(label, folder);
    if (chosen !== null) change.mutate({ [setting]: chosen });
  };
  return (
    <section aria-label={label}>
      <div className="flex items-center gap-2">
        <span className="shrink-0 text-muted">{label}</span>
        <span className="min-w-0 truncate font-mono text-sm select-text" title={folder}>
          {folder === "" ? "none chosen" : folder}
        </span>
        {folder !== "" && <CopyButton text={folder} label={`Copy path (${label})`} />}
        <div className="flex-1" />
        <Button
          size="sm"
          icon={FolderOpen}
          busy={change.isPending}
          aria-label={`Change… (${label})`}
          onClick={() => void choose()}
        >
          Change…
        </Button>
      </div>
      {change.error ? (
        <InlineError className="mt-2" title={errorText(change.error)} details={errorDetails(change.error)}>
          The folder was not changed.
        </InlineError>
      ) : null}
    </section>
  );
}
