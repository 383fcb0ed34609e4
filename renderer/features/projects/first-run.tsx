import { FileDown, ListChecks } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** What a workspace without a project shows: what Querent is for and the first step. */
export function FirstRun({ onImport, onImportTasks }: { onImport(): void; onImportTasks(): void }) {
  return (
    <EmptyState
      icon={ListChecks}
      title="Judge predicted SQL against gold SQL"
      actions={
        <>
          <Button variant="primary" icon={FileDown} keys="mod+o" onClick={onImport}>
            Import predictions…
          </Button>
          <Button icon={FileDown} keys="mod+shift+o" onClick={onImportTasks}>
            Import tasks…
          </Button>
        </>
      }
    >
      <ol className="mt-3 list-outside list-decimal space-y-1 pl-5 text-left">
        <li>Import a JSON or JSONL file with questions, predicted SQL and gold SQL.</li>
        <li>Choose the folder of its SQLite databases, one file for each db_id.</li>
        <li>Compare both results and judge each prediction from the keyboard.</li>
        <li>Export the verdicts in the format your benchmark reads.</li>
      </ol>
    </EmptyState>
  );
}
