import { DatabaseZap } from "lucide-react";
import { useMemo } from "react";
import { useDatabaseSchema } from "../../data/databases.ts";
import { errorDetails, errorText, faultOf } from "../../data/faults.ts";
import { useIsElsewhere } from "../../data/session.ts";
import { missingOnHost } from "../../results/missing-on-host.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { tableOf } from "../../ui/schema-tree/schema-tables.ts";
import { SchemaTree, useSchemaTree } from "../../ui/schema-tree/schema-tree.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { countText } from "../../ui/time-text.ts";

/** What is in a database: its tables and their columns with types, keys and descriptions. */
export function DatabaseSchemaView({ projectId, dbId }: { projectId: number; dbId: string }) {
  const schema = useDatabaseSchema(projectId, dbId);
  const tree = useSchemaTree(useMemo(() => (schema.data?.tables ?? []).map(tableOf), [schema.data]));
  if (schema.error) return <Failed dbId={dbId} error={schema.error} />;
  if (!schema.data) return <SkeletonLines lines={10} />;
  const columns = schema.data.tables.reduce((sum, table) => sum + table.columns.length, 0);
  return (
    <>
      <div className="flex h-8 shrink-0 items-center gap-3 border-b px-3">
        <h2 className="truncate font-semibold">{dbId}</h2>
        <span className="text-muted">
          {countText(schema.data.tables.length, "table")} · {countText(columns, "column")}
        </span>
      </div>
      <SchemaTree label={`Schema of ${dbId}`} tree={tree} details="keys" />
    </>
  );
}

function Failed({ dbId, error }: { dbId: string; error: Error }) {
  const isElsewhere = useIsElsewhere();
  if (faultOf(error)?.code === "NOT_FOUND")
    return (
      <EmptyState icon={DatabaseZap} title={`${dbId} is missing`}>
        {isElsewhere ? missingOnHost : errorText(error)} Until it is there, items of this database can be
        judged but not run.
      </EmptyState>
    );
  return (
    <div className="p-3">
      <InlineError title={`${dbId} cannot be read: ${errorText(error)}`} details={errorDetails(error)}>
        Check that the file is a SQLite database and that Querent may read it.
      </InlineError>
    </div>
  );
}
