import { FlaskConical, TextCursorInput } from "lucide-react";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { Button } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { type SchemaPath, schemaPathId } from "../../../../ui/schema-tree/schema-path.ts";
import type { MeantColumn, MeantTable } from "../../../../ui/schema-tree/schema-tables.ts";
import { countText } from "../../../../ui/time-text.ts";
import { SampleValues } from "./sample-values.tsx";
import { nameInSql, sampleSql } from "./schema-sql.ts";

export interface SchemaPathDetailProps {
  taskId: number;
  path: SchemaPath;
  table: MeantTable;
  column: MeantColumn | null;
  dialect: SqlDialect;
  /** Puts a name into the code at the cursor. */
  onInsert(name: string): void;
  /** Opens the scratch SQL with a query. */
  onScratch(sql: string): void;
}

/** What is known of the chosen table, column or field, and what can be done with it. */
export function SchemaPathDetail(props: SchemaPathDetailProps) {
  const { taskId, path, table, column, dialect, onInsert, onScratch } = props;
  const field = column?.fields.find((one) => String(one.path) === String(path.field)) ?? null;
  const name = nameInSql(path, dialect);
  const meaning = field?.meaning ?? column?.meaning ?? table.meaning;
  const isThere = table.kind !== "meant" && column?.isMeant !== true;
  return (
    <section aria-label="The selected name" className="h-full overflow-auto p-3 select-text">
      <div className="flex items-start gap-1">
        <h3 className="min-w-0 flex-1 font-mono font-semibold break-words">{titleOf(path)}</h3>
        <CopyButton text={name} label="Copy the name" />
      </div>
      <p className="text-sm text-muted">{factsOf(table, column)}</p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {meaning || <span className="text-faint">No meaning is recorded.</span>}
      </p>
      <div className="my-2 flex flex-wrap gap-1.5">
        <Button size="sm" icon={TextCursorInput} keys="Enter" onClick={() => onInsert(name)}>
          Insert into the code
        </Button>
        {isThere && (
          <Button size="sm" icon={FlaskConical} onClick={() => onScratch(sampleSql(path, dialect))}>
            Sample in scratch SQL
          </Button>
        )}
      </div>
      {column !== null && isThere && (
        <SampleValues key={schemaPathId(path)} taskId={taskId} path={path} dialect={dialect} />
      )}
      {column !== null && field === null && column.fields.length > 0 && <Fields column={column} />}
    </section>
  );
}

function Fields({ column }: { column: MeantColumn }) {
  return (
    <dl aria-label="Fields of the value" className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      {column.fields.map(({ path, meaning }) => (
        <div key={String(path)} className="contents">
          <dt className="font-mono">{path.join(" › ")}</dt>
          <dd dir="auto" className="text-muted">
            {meaning}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function titleOf({ table, column, field }: SchemaPath): string {
  if (column === null) return table;
  return [`${table}.${column}`, ...(field ?? [])].join(" › ");
}

function factsOf({ kind, columns }: MeantTable, column: MeantColumn | null): string {
  if (column === null)
    return kind === "meant"
      ? "Not in the database: only the meanings of its columns were imported."
      : `${kind} of ${countText(columns.length, "column")}`;
  const { declaredType, primaryKey, notNull, references, isMeant } = column;
  return [
    isMeant ? "not in the database" : declaredType,
    primaryKey && "primary key",
    notNull && !primaryKey && "not null",
    references && `refers to ${references.table}.${references.column}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
