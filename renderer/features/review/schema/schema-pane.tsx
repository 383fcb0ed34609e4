import { useEffect, useMemo, useRef, useState } from "react";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { useDatabaseSchema } from "../../../data/databases.ts";
import { errorText, faultOf } from "../../../data/faults.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Tree } from "../../../ui/tree.tsx";
import type { TreeNode } from "../../../ui/tree-rows.ts";
import { SchemaDetail } from "./schema-detail.tsx";
import { ColumnLine, TableLine } from "./schema-lines.tsx";
import { foundTables, schemaNodeId, schemaNodeOf } from "./schema-nodes.ts";

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
        <SchemaTree key={dbId} projectId={projectId} schema={schema} reveal={reveal} />
      )}
    </section>
  );
}

function MissingSchema({ dbId, error, onOpenData }: { dbId: string; error: unknown; onOpenData(): void }) {
  const missing = faultOf(error)?.code === "NOT_FOUND";
  return (
    <InlineError
      className="m-2"
      tone={missing ? "warning" : "error"}
      title={missing ? `The database ${dbId} was not found.` : `The schema of ${dbId} could not be read.`}
      actions={
        missing ? (
          <Button size="sm" onClick={onOpenData}>
            Set the databases folder
          </Button>
        ) : null
      }
    >
      {errorText(error)}
    </InlineError>
  );
}

interface SchemaTreeProps {
  projectId: number;
  schema: DatabaseSchema;
  reveal: { node: string } | null;
}

function SchemaTree({ projectId, schema, reveal }: SchemaTreeProps) {
  const [search, setSearch] = useState("");
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set());
  const [selected, setSelected] = useState<string | null>(null);
  useRevealed(reveal, (node) => {
    setSearch("");
    setExpanded((before) => new Set(before).add(schemaNodeId(schemaNodeOf(node).table, null)));
    setSelected(node);
  });
  const nodes = useMemo(() => treeNodes(schema, search), [schema, search]);
  // While searching, everything that was found is open.
  const open = useMemo(
    () => (search === "" ? expanded : new Set(nodes.map(({ id }) => id))),
    [search, expanded, nodes],
  );
  return (
    <>
      <div className="flex h-10 shrink-0 items-center border-b px-2">
        <SearchField
          label="Search tables and columns"
          value={search}
          onChange={setSearch}
          className="flex-1"
        />
      </div>
      <Tree
        label={`Schema of ${schema.dbId}`}
        nodes={nodes}
        expanded={open}
        onExpandedChange={setExpanded}
        selected={selected}
        onSelect={setSelected}
      />
      <SchemaDetail projectId={projectId} schema={schema} nodeId={selected} />
    </>
  );
}

function treeNodes(schema: DatabaseSchema, search: string): TreeNode[] {
  return foundTables(schema, search).map(({ table, columns }) => ({
    id: schemaNodeId(table.name, null),
    text: table.name,
    content: <TableLine table={table} />,
    children: columns.map((column) => ({
      id: schemaNodeId(table.name, column.name),
      text: column.name,
      content: <ColumnLine column={column} />,
    })),
  }));
}

/** Calls back once for each new request to show a node. */
function useRevealed(reveal: { node: string } | null, show: (node: string) => void): void {
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (reveal !== null) latest.current(reveal.node);
  }, [reveal]);
}
