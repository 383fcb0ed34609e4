import { cellText } from "#shared/domain/cell.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { errorText } from "../../../../data/faults.ts";
import { type TaskScratchState, useTaskScratch } from "../../../../data/task-scratch.ts";
import { Button } from "../../../../ui/button.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import type { SchemaPath } from "../../../../ui/schema-tree/schema-path.ts";
import { countText } from "../../../../ui/time-text.ts";
import { valuesSql } from "./schema-sql.ts";

interface SampleValuesProps {
  taskId: number;
  path: SchemaPath;
  dialect: SqlDialect;
}

/** The values of a column or field by how often they occur, read from the database when they are asked for. */
export function SampleValues({ taskId, path, dialect }: SampleValuesProps) {
  const { run, start, cancel } = useTaskScratch(taskId);
  const read = () => void start(valuesSql(path, dialect), "template");
  if (run === null || run.state === "cancelled")
    return (
      <Button size="sm" onClick={read}>
        Read sample values
      </Button>
    );
  if (run.state === "running")
    return (
      <output className="flex items-center gap-2 text-muted">
        <span className="spinner text-accent" />
        {run.loading === null ? "Reading values" : loadingText(run.loading)}
        <Button size="sm" variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </output>
    );
  const problem = problemOf(run);
  return problem === null ? (
    <Values run={run} />
  ) : (
    <div className="flex flex-col items-start gap-1">
      <p className="text-sm text-warning">The values could not be read: {problem}</p>
      <Button size="sm" onClick={read}>
        Try again
      </Button>
    </div>
  );
}

function problemOf({ state, error, statements }: TaskScratchState): string | null {
  if (state === "failed") return errorText(error);
  const failed = statements.find(({ status }) => status !== "ok");
  if (failed === undefined) return null;
  return failed.error?.message ?? (failed.status === "timeout" ? "they took too long" : failed.status);
}

function Values({ run: { statements } }: { run: TaskScratchState }) {
  const [counts, values] = statements;
  const [rows = 0, missing = 0] = (counts?.rows[0] ?? []).map((cell) => Number(cellText(cell)));
  return (
    <div>
      <p className="text-sm text-muted">
        {countText(rows, "row")}
        {missing > 0 && `, ${countText(missing, "is", "are")} NULL`}
      </p>
      <table aria-label="Sample values" className="mt-1 text-sm">
        <thead className="text-faint">
          <tr>
            <th scope="col" className="pr-4 text-left font-normal">
              Most frequent values
            </th>
            <th scope="col" className="text-right font-normal">
              Rows
            </th>
          </tr>
        </thead>
        <tbody>
          {values?.rows.map(([value = null, times = null]) => (
            <tr key={String(value)}>
              <td className="max-w-72 truncate pr-4 font-mono" title={cellText(value)}>
                {value === null ? <span className="text-faint italic">NULL</span> : cellText(value)}
              </td>
              <td className="text-right text-muted">{cellText(times)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
