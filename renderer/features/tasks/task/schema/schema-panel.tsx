import { useMemo } from "react";
import { errorText } from "../../../../data/faults.ts";
import { useProjects } from "../../../../data/projects.ts";
import { useTaskSchema } from "../../../../data/task-schema.ts";
import { Button } from "../../../../ui/button.tsx";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { schemaTables } from "../../../../ui/schema-tree/schema-tables.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { type SchemaReading, TaskSchemaPane } from "./task-schema-pane.tsx";

/** The database of a task: its tables as they are loaded, else as its schema text says, with what the columns mean. */
export function SchemaPanel() {
  const { view, known } = useTaskEditor(({ view, knowledge }) => ({ view, known: knowledge }));
  const { projectId, taskId, task } = view;
  const { database } = task;
  const settings = useProjects().find(({ id }) => id === projectId)?.taskSettings;
  // Another engine, folder or server has other tables.
  const source = JSON.stringify([settings?.engine, settings?.databasesDir, settings?.serverUrl]);
  const loaded = useTaskSchema({ projectId, taskId, database }, source);
  const schema = loaded.data ?? known?.schema ?? null;
  const tables = useMemo(() => schemaTables(schema, known?.columnMeanings ?? []), [schema, known]);
  const isReading = loaded.isFetching;
  const reading: SchemaReading = {
    state: isReading ? "reading" : loaded.data === undefined ? "not-read" : "read",
    start: () => void loaded.refetch(),
    cancel: loaded.cancel,
  };
  return (
    <section aria-label="Database" className="flex min-h-0 flex-1 flex-col">
      {loaded.error !== null && !isReading && (
        <InlineError
          tone="warning"
          className="m-2"
          title={`The tables of ${database} could not be read from the database.`}
          onRetry={reading.start}
        >
          {errorText(loaded.error)}
          {tables.length > 0 && " What was imported is shown below."}
        </InlineError>
      )}
      {tables.length > 0 ? (
        <TaskSchemaPane key={database} tables={tables} reading={reading} />
      ) : isReading ? (
        <output className="flex items-center gap-2 p-3 text-muted">
          <span className="spinner text-accent" />
          Reading the tables of {database}
          <Button size="sm" variant="quiet" onClick={reading.cancel}>
            Cancel
          </Button>
        </output>
      ) : (
        loaded.error === null && (
          <div className="flex items-center gap-3 p-3 text-muted">
            {loaded.data === undefined
              ? `The tables of ${database} have not been read.`
              : `${database} has no tables.`}
            <Button size="sm" onClick={reading.start}>
              Read the tables
            </Button>
          </div>
        )
      )}
    </section>
  );
}
