import { Braces, Columns3, Eye, FileQuestion, KeyRound, Link2, Table2 } from "lucide-react";
import type { MeantColumn, MeantTable } from "./schema-tables.ts";

/** Says that the golds of the task use what stands in the line. */
function UsedMark({ used }: { used: boolean }) {
  return used ? (
    <span className="ml-auto shrink-0 rounded-sm bg-selected px-1 text-xs text-accent">in the gold</span>
  ) : null;
}

interface LineProps {
  used: boolean;
}

/** A table in the tree. */
export function TaskTableLine({
  table: { name, kind, columns, meaning },
  used,
}: LineProps & { table: MeantTable }) {
  const Icon = kind === "view" ? Eye : kind === "meant" ? FileQuestion : Table2;
  return (
    <>
      <Icon size={13} className="shrink-0 text-muted" aria-hidden />
      <span className="shrink-0 font-mono text-sm font-semibold">{name}</span>
      <span className="shrink-0 text-sm text-faint">
        {kind === "view" ? "view · " : ""}
        {columns.length}
      </span>
      <span className="truncate text-sm text-muted">
        {kind === "meant" ? "not in the database: only its meanings were imported" : meaning}
      </span>
      <UsedMark used={used} />
    </>
  );
}

/** A column in the tree, with what it means. */
export function TaskColumnLine({ column, used }: LineProps & { column: MeantColumn }) {
  const { name, declaredType, primaryKey, references, meaning, isMeant } = column;
  const Icon = primaryKey ? KeyRound : references ? Link2 : Columns3;
  const isKey = primaryKey || references !== null;
  return (
    <>
      <Icon
        size={12}
        className={isKey ? "shrink-0 text-accent" : "shrink-0 text-faint"}
        aria-label={primaryKey ? "primary key" : references ? "refers to another table" : undefined}
      />
      <span className="shrink-0 font-mono text-sm">{name}</span>
      <span className="shrink-0 font-mono text-xs text-faint">
        {isMeant ? "not in the database" : declaredType.toLowerCase()}
      </span>
      <span dir="auto" className="truncate text-sm text-muted">
        {meaning}
      </span>
      <UsedMark used={used} />
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
