import { FileDown, ShieldCheck } from "lucide-react";
import { useCallback, useMemo } from "react";
import { reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { CertificateReportFormat, MatrixRow } from "#shared/contract/certificates.ts";
import type { PropertyName } from "#shared/domain/certificate.ts";
import { useCertificateMatrix, useCertificateReport } from "../../../data/certificates.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useIfMay } from "../../../data/members.ts";
import { abilities } from "../../../host/abilities.ts";
import { Button } from "../../../ui/button.tsx";
import { command, commandIf, useCommands } from "../../../ui/commands.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FilterChipRow } from "../../../ui/filter-chip-row.tsx";
import { isFiltered } from "../../../ui/filters.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { notify } from "../../../ui/toasts.tsx";
import { MatrixBar, type MatrixSearch } from "./matrix-bar.tsx";
import { matrixCellWords } from "./matrix-cell.tsx";
import {
  type MatrixColumn,
  matrixChips,
  matrixColumns,
  nextSort,
  propertyOf,
  shownRows,
} from "./matrix-filter.ts";
import { MatrixGrid } from "./matrix-grid.tsx";
import type { MatrixState, OnMatrix } from "./matrix-state.ts";
import { columnWords } from "./matrix-words.ts";
import { TrendPane } from "./trend-pane.tsx";
import type { ExceptionFiles } from "./use-exceptions.tsx";

export interface MatrixViewProps extends MatrixSearch {
  projectId: number;
  projectName: string;
  state: MatrixState;
  onState: OnMatrix;
  /** Shows the certificate of a task, at a property or (null) as a whole. */
  onOpen(taskId: number, property: PropertyName | null): void;
  /** Null: this person certifies tasks one after the other. */
  onCertify: (() => void) | null;
  exceptions: ExceptionFiles;
}

/** What every task of a project has proved: tasks × properties, each cell a way to its evidence, and verdicts over time. */
export function MatrixView(props: MatrixViewProps) {
  const { projectId, onCertify, exceptions } = props;
  const { data: rows, error, refetch } = useCertificateMatrix(projectId);
  if (error)
    return (
      <InlineError
        className="m-2"
        title="The certificates could not be read."
        details={errorDetails(error)}
        onRetry={() => void refetch()}
      >
        {errorText(error)}
      </InlineError>
    );
  if (rows === undefined) return <SkeletonLines lines={12} />;
  if (rows.every(({ certificate }) => certificate === null))
    return <NoCertificates {...{ onCertify, exceptions }} />;
  return <Matrix {...props} rows={rows} />;
}

function NoCertificates({ onCertify, exceptions }: Pick<MatrixViewProps, "onCertify" | "exceptions">) {
  return (
    <EmptyState
      icon={ShieldCheck}
      title="No task has been certified yet"
      actions={
        <>
          {onCertify !== null && (
            <Button variant="primary" keys="t f" onClick={onCertify}>
              Certify tasks…
            </Button>
          )}
          {exceptions.askFile !== null && (
            <Button icon={FileDown} onClick={exceptions.askFile}>
              Import exceptions…
            </Button>
          )}
        </>
      }
    >
      A certificate proves by execution that a task cannot be solved without asking, can be solved by asking,
      and is guarded by tests that catch wrong answers. Here each task gets a row, and each property a sign
      that leads to its evidence.
    </EmptyState>
  );
}

function Matrix({ rows, ...props }: MatrixViewProps & { rows: readonly MatrixRow[] }) {
  const { projectId, state, onState, onOpen } = props;
  const { filter, sort, cell, trend } = state;
  const shown = useMemo(() => shownRows(rows, filter, sort), [rows, filter, sort]);
  const index = Math.max(
    0,
    shown.findIndex(({ taskId }) => taskId === cell?.taskId),
  );
  const column = cell?.column ?? "task";
  const choose = useCallback(
    (at: number, to: MatrixColumn) => {
      const row = shown[at];
      if (row !== undefined) onState({ cell: { taskId: row.taskId, column: to } });
    },
    [shown, onState],
  );
  const open = useCallback(
    (row: MatrixRow, of: MatrixColumn) => onOpen(row.taskId, propertyOf(row, of)),
    [onOpen],
  );
  const report = useReportExport(projectId, isFiltered(filter) ? shown : null);
  useMatrixCommands({ ...props, column, export: report.save });
  const grid = { rows: shown, sort, onSort: (next: typeof sort) => onState({ sort: next }) };
  const chosen = shown[index];
  return (
    <section aria-label="Certificates" className="flex min-h-0 flex-1 flex-col">
      <MatrixBar
        {...{ ...props, rows, shown, filter, trend }}
        onFilter={(next) => onState({ filter: next })}
        onTrend={() => onState({ trend: !trend })}
        onReport={report.save}
        isReporting={report.isPending}
      />
      {isFiltered(filter) && (
        <FilterChipRow
          chips={matrixChips(filter)}
          found={shown.length}
          onFilter={(next) => onState({ filter: next })}
        />
      )}
      <Panes id="tasks.certificates" direction="vertical">
        <Pane id="matrix" label="The matrix" min={160}>
          {shown.length === 0 ? (
            <NothingFound onClear={() => onState({ filter: {} })} />
          ) : (
            <MatrixGrid {...grid} {...{ index, column, onCell: choose, onOpen: open }} />
          )}
          {chosen !== undefined && <ChosenCell row={chosen} column={column} />}
        </Pane>
        {trend && <PaneHandle label="Height of the trend" />}
        {trend && (
          <Pane id="trend" label="Verdicts over time" size={330} min={120} max="70%">
            <TrendPane projectId={projectId} projectName={props.projectName} />
          </Pane>
        )}
      </Panes>
    </section>
  );
}

function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <div className="p-4 text-muted">
      No task matches these filters.
      <div className="mt-2">
        <Button size="sm" onClick={onClear}>
          Clear all
        </Button>
      </div>
    </div>
  );
}

/** The chosen cell in words, so that nothing is said by signs alone. */
function ChosenCell({ row, column }: { row: MatrixRow; column: MatrixColumn }) {
  const words = column === "task" ? "" : ` · ${matrixCellWords(row, column)}`;
  return (
    <output className="flex h-7 shrink-0 items-center gap-2 border-t bg-panel px-3 text-sm">
      <span className="min-w-0 truncate">
        <span className="font-medium">{row.instanceId}</span>
        {words}
      </span>
      <span className="flex-1" />
      <span className="shrink-0 text-faint">Enter opens the evidence</span>
    </output>
  );
}

interface MatrixCommands extends Pick<MatrixViewProps, "state" | "onState"> {
  column: MatrixColumn;
  export: ((format: CertificateReportFormat) => void) | null;
}

function useMatrixCommands({ state, onState, column, export: save }: MatrixCommands): void {
  const { sort, trend } = state;
  useCommands("Certificates", [
    command(
      "certificates.trend",
      trend ? "Hide verdicts over time" : "Show verdicts over time",
      ["t t"],
      () => onState({ trend: !trend }),
    ),
    command("certificates.sort", "Sort by the column of the chosen cell", ["s"], () =>
      onState({ sort: nextSort(sort, column) }),
    ),
    ...matrixColumns.map((by) =>
      command(
        `certificates.sort-${by}`,
        `Sort certificates by ${columnWords[by].title.toLowerCase()}`,
        [],
        () => onState({ sort: nextSort(sort, by) }),
      ),
    ),
    ...(Object.keys(reportFormats) as CertificateReportFormat[]).flatMap((format) =>
      commandIf(
        `certificates.report-${format}`,
        `Export report of certificates: ${reportFormats[format].title}`,
        [],
        save && (() => save(format)),
      ),
    ),
  ]);
}

/** Saves a report of the certificates of some rows, or of all (null), where the person says; `save` is null to who may not. */
function useReportExport(projectId: number, rows: readonly MatrixRow[] | null) {
  const report = useCertificateReport(projectId);
  const save = async (format: CertificateReportFormat): Promise<void> => {
    try {
      const taskIds = rows?.map(({ taskId }) => taskId) ?? null;
      const { fileName, text } = await report.mutateAsync({ taskIds, format });
      const saved = await abilities.saveText(fileName, text);
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The report could not be exported.", description: errorText(error) });
    }
  };
  const ifMay = useIfMay(projectId);
  return {
    save: ifMay("certificates", "report", (format: CertificateReportFormat) => void save(format)),
    isPending: report.isPending,
  };
}
