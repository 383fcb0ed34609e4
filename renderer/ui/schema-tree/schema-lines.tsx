import { Braces, Columns3, Eye, FileQuestion, KeyRound, Link2, Table2 } from "lucide-react";
import type { MeantColumn, MeantTable } from "./schema-tables.ts";

/** What is shown beside the names: the type alone where there is little room, what they mean, or the keys as well. */
export type SchemaDetails = "types" | "meanings" | "keys";

/** Says that the SQL at hand uses the line's name. */
function UsedMark() {
  return (
    <span className="ml-auto shrink-0 rounded-sm bg-selected px-1 text-xs text-accent">in the gold</span>
  );
}

interface LineProps {
  details: SchemaDetails;
  isUsed: boolean;
}

/** A table in the tree. */
export function TableLine({ table, details, isUsed }: LineProps & { table: MeantTable }) {
  const { name, kind, columns, meaning } = table;
  const Icon = kind === "view" ? Eye : kind === "meant" ? FileQuestion : Table2;
  const isBrief = details === "types";
  return (
    <>
      <Icon size={13} className="shrink-0 text-muted" aria-hidden />
      <span className={`font-mono text-sm font-semibold ${isBrief ? "truncate" : "shrink-0"}`}>{name}</span>
      <span className={`shrink-0 text-sm text-faint ${isBrief ? "ml-auto pl-2" : ""}`}>
        {kind === "view" && !isBrief ? "view · " : ""}
        {columns.length}
      </span>
      {!isBrief && (
        <span className="truncate text-sm text-muted">
          {kind === "meant" ? "not in the database: only its meanings were imported" : meaning}
        </span>
      )}
      {isUsed && <UsedMark />}
    </>
  );
}

/** A column in the tree. */
export function ColumnLine({ column, details, isUsed }: LineProps & { column: MeantColumn }) {
  const { name, declaredType, primaryKey, notNull, references, meaning, isMeant } = column;
  const Icon = primaryKey ? KeyRound : references ? Link2 : Columns3;
  const isKey = primaryKey || references !== null;
  const isBrief = details === "types";
  return (
    <>
      <Icon
        size={12}
        className={isKey ? "shrink-0 text-accent" : "shrink-0 text-faint"}
        aria-label={primaryKey ? "primary key" : references ? "refers to another table" : undefined}
      />
      <span className={`font-mono text-sm ${isBrief ? "truncate" : "shrink-0"}`}>{name}</span>
      <span className={`shrink-0 font-mono text-xs text-faint ${isBrief ? "ml-auto pl-2" : ""}`}>
        {isMeant ? "not in the database" : isBrief ? declaredType : declaredType.toLowerCase()}
        {details === "keys" && notNull && !primaryKey ? " not null" : ""}
      </span>
      {details === "keys" && references !== null && (
        <span className="shrink-0 text-sm text-muted">
          → {references.table}.{references.column}
        </span>
      )}
      {!isBrief && (
        <span dir="auto" className="truncate text-sm text-muted">
          {meaning}
        </span>
      )}
      {isUsed && <UsedMark />}
    </>
  );
}

/** A field inside a JSON column, with what it means. */
export function FieldLine({ path, meaning }: { path: readonly string[]; meaning: string }) {
  return (
    <>
      <Braces size={12} className="shrink-0 text-faint" aria-hidden />
      <span className="shrink-0 font-mono text-sm">{path.join(" › ")}</span>
      <span dir="auto" className="truncate text-sm text-muted">
        {meaning}
      </span>
    </>
  );
}
