import { Columns3, KeyRound, Link2, Table2 } from "lucide-react";
import type { SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import type { TreeNode } from "../../ui/tree-rows.ts";

/** A database's tables as a tree: table, then its columns. */
export const schemaNodes = (tables: readonly SchemaTable[]): TreeNode[] =>
  tables.map((table) => ({
    id: table.name,
    text: table.name,
    content: <TableLine table={table} />,
    children: table.columns.map((column) => ({
      id: `${table.name}\n${column.name}`,
      text: column.name,
      content: <ColumnLine column={column} />,
    })),
  }));

function TableLine({ table }: { table: SchemaTable }) {
  return (
    <>
      <Table2 size={14} className="shrink-0 text-muted" aria-hidden />
      <span className="shrink-0 font-medium">{table.name}</span>
      {table.kind === "view" ? <span className="text-sm text-muted">view</span> : null}
      <span className="truncate text-sm text-faint">{table.description}</span>
    </>
  );
}

function ColumnLine({ column }: { column: SchemaColumn }) {
  const { name, declaredType, primaryKey, references, notNull, description } = column;
  const Icon = primaryKey ? KeyRound : references ? Link2 : Columns3;
  return (
    <>
      <Icon
        size={13}
        className={primaryKey || references ? "shrink-0 text-accent" : "shrink-0 text-faint"}
        aria-label={primaryKey ? "primary key" : references ? "foreign key" : undefined}
      />
      <span className="shrink-0 font-mono text-sm">{name}</span>
      <span className="shrink-0 font-mono text-xs text-muted">
        {declaredType.toLowerCase()}
        {notNull && !primaryKey ? " not null" : ""}
      </span>
      {references ? (
        <span className="shrink-0 text-sm text-muted">
          → {references.table}.{references.column}
        </span>
      ) : null}
      <span className="truncate text-sm text-faint">{description}</span>
    </>
  );
}
