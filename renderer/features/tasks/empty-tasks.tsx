import { FileDown, Puzzle } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** What a project without tasks shows: what tasks are here and the first steps. */
export function EmptyTasks({ onImport }: { onImport(): void }) {
  return (
    <EmptyState
      icon={Puzzle}
      title="Tasks whose gold runs, and what is wrong with those whose gold does not"
      actions={
        <Button variant="primary" icon={FileDown} keys="mod+shift+o" onClick={onImport}>
          Import tasks…
        </Button>
      }
    >
      <ol className="mt-3 list-outside list-decimal space-y-1 pl-5 text-left">
        <li>Import BIRD-Interact or LiveSQLBench tasks (JSONL), with their knowledge where you have it.</li>
        <li>Name the folder of their databases: &lt;db&gt;.sql, a folder of dumps, or &lt;db&gt;.sqlite.</li>
        <li>Lint and check them all: findings say what is wrong, where, and what to do.</li>
        <li>Run the gold against its tests, then evaluate the predictions of a system.</li>
      </ol>
    </EmptyState>
  );
}
