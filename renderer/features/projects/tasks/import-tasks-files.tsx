import { pickFolder } from "../../../data/files.ts";
import { useIsElsewhere } from "../../../data/session.ts";
import { FileField } from "../../../results/import/file-field.tsx";
import { PathField } from "../../../ui/path-field.tsx";
import { folderOf } from "../../../ui/paths.ts";
import type { OtherFiles, useImportTasksForm } from "./import-tasks-form.ts";

/** The files that may come with tasks. What a path of several databases is: a file of one, or a folder of them. */
const otherFields = [
  { field: "groundTruth", label: "Ground truth", endings: ["jsonl", "json"], orFolder: false },
  { field: "knowledge", label: "Knowledge: <db>_kb.jsonl", endings: ["jsonl", "json"], orFolder: true },
  { field: "columnMeanings", label: "Column meanings", endings: ["json"], orFolder: true },
  { field: "schema", label: "Schema text", endings: ["txt", "sql"], orFolder: true },
  { field: "exceptions", label: "Exceptions of certificates", endings: ["jsonl"], orFolder: false },
] as const satisfies readonly { field: keyof OtherFiles; [key: string]: unknown }[];

/** Asks for the file of the tasks and for what belongs to them. */
export function ImportTasksFiles({ form }: { form: ReturnType<typeof useImportTasksForm> }) {
  const { tasks, others, databasesDir } = form;
  return (
    <>
      <FileField
        label="Task file"
        value={tasks}
        onChange={form.setTasks}
        endings={["jsonl", "json"]}
        startIn={folderOf(tasks)}
        placeholder="/path/to/tasks.jsonl"
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        {otherFields.map(({ field, label, endings, orFolder }) => {
          const start = folderOf(others[field]) || folderOf(tasks);
          return (
            <FileField
              key={field}
              compact
              label={label}
              value={others[field]}
              onChange={(path) => form.setOther({ [field]: path })}
              endings={endings}
              startIn={start}
              several={orFolder}
              placeholder="none"
            />
          );
        })}
      </div>
      {useIsElsewhere() ? null : (
        <PathField
          label="Folder of the databases"
          value={databasesDir}
          onChange={form.setDatabasesDir}
          choose={() => pickFolder("Folder of the databases", databasesDir)}
          hint="Querent looks for <db>.sql, a folder <db> of SQL files, <db>.sqlite, or <db>_schema.txt with sample rows. Files of other names are not loaded."
        />
      )}
    </>
  );
}
