import { useEffect, useMemo, useRef } from "react";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { useDatabaseSchema } from "../../../data/databases.ts";
import { errorText, faultOf } from "../../../data/faults.ts";
import { useIsElsewhere } from "../../../data/session.ts";
import { missingOnHost } from "../../../results/missing-on-host.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { tableOf } from "../../../ui/schema-tree/schema-tables.ts";
import { SchemaTree, useSchemaTree } from "../../../ui/schema-tree/schema-tree.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { SchemaDetail } from "./schema-detail.tsx";

interface SchemaPaneProps {
  projectId: number;
  dbId: string;
  /** The node to show; a new object shows it again. */
  reveal: { node: string } | null;
  onOpenData(): void;
}

/** The schema of the item's database as a tree, and what is known of the node that is chosen. */
export function SchemaPane({ projectId, dbId, reveal, onOpenData }: SchemaPaneProps) {
  const { data: schema, error } = useDatabaseSchema(projectId, dbId);
  return (
    <section aria-label="Schema" className="flex min-h-0 flex-1 flex-col bg-panel">
      {error ? (
        <MissingSchema dbId={dbId} error={error} onOpenData={onOpenData} />
      ) : schema === undefined ? (
        <SkeletonLines lines={10} />
      ) : (
        <DatabaseTree key={dbId} projectId={projectId} schema={schema} reveal={reveal} />
      )}
    </section>
  );
}

function MissingSchema({ dbId, error, onOpenData }: { dbId: string; error: unknown; onOpenData(): void }) {
  const missing = faultOf(error)?.code === "NOT_FOUND";
  const isElsewhere = useIsElsewhere();
  return (
    <InlineError
      className="m-2"
      tone={missing ? "warning" : "error"}
      title={missing ? `The database ${dbId} was not found.` : `The schema of ${dbId} could not be read.`}
      actions={
        missing && !isElsewhere ? (
          <Button size="sm" onClick={onOpenData}>
            Set the databases folder
          </Button>
        ) : null
      }
    >
      {missing && isElsewhere ? missingOnHost : errorText(error)}
    </InlineError>
  );
}

interface DatabaseTreeProps {
  projectId: number;
  schema: DatabaseSchema;
  reveal: { node: string } | null;
}

function DatabaseTree({ projectId, schema, reveal }: DatabaseTreeProps) {
  const tree = useSchemaTree(useMemo(() => schema.tables.map(tableOf), [schema]));
  useRevealed(reveal, tree.reveal);
  return (
    <>
      <div className="flex h-10 shrink-0 items-center border-b px-2">
        <SearchField
          label="Search tables and columns"
          value={tree.search}
          onChange={tree.setSearch}
          className="flex-1"
        />
      </div>
      <SchemaTree label={`Schema of ${schema.dbId}`} tree={tree} details="types" />
      <SchemaDetail projectId={projectId} schema={schema} nodeId={tree.selected} />
    </>
  );
}

/** Calls back once for each new request to show a node. */
function useRevealed(reveal: { node: string } | null, show: (node: string) => void): void {
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (reveal !== null) latest.current(reveal.node);
  }, [reveal]);
}
