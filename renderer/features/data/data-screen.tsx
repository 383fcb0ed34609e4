import { useMemo, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { useQueueFacets } from "../../data/queue.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pane, PaneHandle, Panes } from "../../ui/panes.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { countText } from "../../ui/time-text.ts";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { DatabaseRow } from "./database-row.tsx";
import { DatabaseSchemaView } from "./database-schema-view.tsx";
import { FolderSetting } from "./folder-setting.tsx";

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
