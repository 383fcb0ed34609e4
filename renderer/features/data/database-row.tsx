import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useDatabaseSchema } from "../../data/databases.ts";
import { faultOf } from "../../data/faults.ts";
import { countText } from "../../ui/time-text.ts";

/** A database in the list: its name, and whether its file is there. */
export function DatabaseRow({ projectId, dbId }: { projectId: number; dbId: string }) {
  const schema = useDatabaseSchema(projectId, dbId);
  return (
    <div className="flex h-full items-center gap-2 px-3">
      <span className="min-w-0 flex-1 truncate">{dbId}</span>
      {schema.data ? (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          {countText(schema.data.tables.length, "table")}
          <CircleCheck size={14} className="text-added" aria-label="found" />
        </span>
      ) : faultOf(schema.error)?.code === "NOT_FOUND" ? (
        <span className="flex items-center gap-1.5 text-sm text-warning">
          missing
          <TriangleAlert size={14} aria-hidden />
        </span>
      ) : schema.error ? (
        <span className="flex items-center gap-1.5 text-sm text-error">
          cannot be read
          <CircleX size={14} aria-hidden />
        </span>
      ) : null}
    </div>
  );
}
