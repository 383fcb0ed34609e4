import { Eye, KeyRound, Link2, Table2 } from "lucide-react";
import type { SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";

/** A table in the schema tree. */
export function TableLine({ table }: { table: SchemaTable }) {
  const Icon = table.kind === "view" ? Eye : Table2;
  return (
    <>
      <Icon size={13} className="shrink-0 text-muted" aria-label={table.kind} />
      <span className="truncate font-mono text-sm font-semibold">{table.name}</span>
      <span className="ml-auto pl-2 text-sm text-faint">{table.columns.length}</span>
    </>
  );
}

/** A column in the schema tree: its keys, name and type. */
export function ColumnLine({ column }: { column: SchemaColumn }) {
  return (
    <>
      <span className="flex w-3.5 shrink-0 justify-center">
        {column.primaryKey ? (
          <KeyRound size={12} className="text-warning" aria-label="primary key" />
        ) : column.references !== null ? (
          <Link2 size={12} className="text-accent" aria-label="refers to another table" />
        ) : null}
      </span>
      <span className="truncate font-mono text-sm">{column.name}</span>
      <span className="ml-auto shrink-0 pl-2 font-mono text-xs text-faint">{column.declaredType}</span>
    </>
  );
}
