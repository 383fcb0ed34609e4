import type { Cell } from "#shared/domain/cell.ts";
import { cellText } from "#shared/domain/cell.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { useTableSample } from "../../../data/databases.ts";
import { errorText } from "../../../data/faults.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { schemaPathOf } from "../../../ui/schema-tree/schema-path.ts";
import { countText } from "../../../ui/time-text.ts";

interface SchemaDetailProps {
  projectId: number;
  schema: DatabaseSchema;
  nodeId: string | null;
}

/** What is known of the chosen table or column: keys, references, description, rows and sample values. */
export function SchemaDetail({ projectId, schema, nodeId }: SchemaDetailProps) {
  const path = nodeId === null ? null : schemaPathOf(nodeId);
  const table = schema.tables.find(({ name }) => name === path?.table);
  const column = table?.columns.find(({ name }) => name === path?.column) ?? null;
  const sample = useTableSample(projectId, schema.dbId, table?.name ?? "", table !== undefined);
  if (table === undefined || path === null)
    return (
      <p className="shrink-0 border-t p-3 text-sm text-muted">
        Choose a table or column to see its rows and values.
      </p>
    );
  const description = column === null ? table.description : column.description;
  const values = sample.data?.columns.find(({ name }) => name === column?.name)?.values ?? [];
  return (
    <div className="max-h-1/2 min-h-32 shrink-0 overflow-auto border-t p-3 select-text">
      <div className="flex items-center gap-1">
        <h4 className="min-w-0 flex-1 truncate font-mono text-sm font-semibold">
          {column === null ? table.name : `${table.name}.${column.name}`}
        </h4>
        <CopyButton text={column?.name ?? table.name} label="Copy name" />
      </div>
      <p className="text-sm text-muted">
        {[
          column?.declaredType,
          column?.primaryKey && "primary key",
          column?.notNull && "not null",
          column === null && table.kind,
          sample.data && countText(sample.data.rows, "row"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {column?.references && (
        <p className="text-sm">
          →{" "}
          <span className="font-mono">
            {column.references.table}.{column.references.column}
          </span>
        </p>
      )}
      {description !== "" && <p className="mt-1 whitespace-pre-wrap">{description}</p>}
      {sample.error && (
        <p className="mt-1 text-sm text-warning">Its values could not be read: {errorText(sample.error)}</p>
      )}
      {column !== null && values.length > 0 && <SampleValues values={values} />}
    </div>
  );
}

function SampleValues({ values }: { values: readonly Cell[] }) {
  return (
    <div className="mt-2">
      <h5 className="text-xs font-medium text-faint">Sample values</h5>
      <ul className="flex flex-col">
        {values.map((value) => (
          <li key={String(value)} className="truncate font-mono text-sm" title={cellText(value)}>
            {value === null ? <span className="text-faint italic">NULL</span> : cellText(value)}
          </li>
        ))}
      </ul>
    </div>
  );
}
