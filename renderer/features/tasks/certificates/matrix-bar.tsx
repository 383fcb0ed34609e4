import { ChartLine, Download, ShieldCheck, ShieldQuestion } from "lucide-react";
import type { RefObject } from "react";
import { reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { CertificateReportFormat, MatrixRow } from "#shared/contract/certificates.ts";
import { type PropertyName, propertyNames } from "#shared/domain/certificate.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { FilterBar } from "../../../ui/filter-bar.tsx";
import { changedFilter, namedOptions } from "../../../ui/filters.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { countText } from "../../../ui/time-text.ts";
import { matrixSummary } from "./matrix-counts.ts";
import { type MatrixFilter, matrixVerdictNames, validityNames } from "./matrix-filter.ts";
import type { ExceptionFiles } from "./use-exceptions.tsx";

/** The search and the filters above the matrix. */
export interface MatrixSearch {
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

/** What a person may not do is null. */
interface MatrixBarProps extends MatrixSearch {
  rows: readonly MatrixRow[];
  /** Those that pass the filter. */
  shown: readonly MatrixRow[];
  filter: MatrixFilter;
  onFilter(filter: MatrixFilter): void;
  trend: boolean;
  onTrend(): void;
  onCertify: (() => void) | null;
  exceptions: ExceptionFiles;
  onReport: ((format: CertificateReportFormat) => void) | null;
  isReporting: boolean;
}

/** What the matrix is filtered by, what it comes to, and what can be done with it. */
export function MatrixBar(props: MatrixBarProps) {
  const { rows, shown, filter, onFilter, searchField, filtersOpen, onFiltersOpen } = props;
  const summary = `${shownText(shown.length, rows.length)}: ${matrixSummary(shown).join(" · ")}`;
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-b bg-panel px-2">
      <div className="flex w-60 shrink-0 items-center gap-1">
        <FilterBar<MatrixFilter>
          filter={filter}
          onFilter={onFilter}
          searchLabel="Search ids"
          searchField={searchField}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        >
          <FilterFields rows={rows} filter={filter} onFilter={onFilter} />
        </FilterBar>
      </div>
      <span
        role="status"
        title={summary}
        className="line-clamp-2 min-w-0 flex-1 px-2 text-sm leading-4 text-muted"
      >
        {summary}
      </span>
      <IconButton
        icon={ChartLine}
        label="Verdicts over time"
        keys="t t"
        pressed={props.trend}
        onClick={props.onTrend}
      />
      <MatrixFiles {...props} />
      {props.onCertify !== null && (
        <Button size="sm" icon={ShieldCheck} keys="t f" onClick={props.onCertify}>
          Certify tasks…
        </Button>
      )}
    </div>
  );
}

/** What goes out of the matrix and what comes in. */
function MatrixFiles({
  shown,
  exceptions,
  onReport,
  isReporting,
}: Pick<MatrixBarProps, "shown" | "exceptions" | "onReport" | "isReporting">) {
  return (
    <>
      {(exceptions.askFile !== null || exceptions.save !== null) && (
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="quiet" icon={ShieldQuestion}>
              Stated exceptions
            </Button>
          }
          entries={[
            { heading: "What may pass, each with a reason and a name" },
            { title: "Import…", detail: ".jsonl", run: exceptions.askFile },
            { title: "Export", detail: ".jsonl", run: exceptions.save },
          ]}
        />
      )}
      {onReport !== null && (
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="quiet" icon={Download} busy={isReporting}>
              Export report
            </Button>
          }
          entries={[
            { heading: `Certificates of ${countText(shown.length, "task")}` },
            ...(Object.keys(reportFormats) as CertificateReportFormat[]).map((format) => ({
              title: reportFormats[format].title,
              detail: reportFormats[format].ending,
              run: () => onReport(format),
            })),
          ]}
        />
      )}
    </>
  );
}

function shownText(shown: number, all: number): string {
  return shown === all ? countText(all, "task") : `${shown} of ${countText(all, "task")}`;
}

function FilterFields({ rows, filter, onFilter }: Pick<MatrixBarProps, "rows" | "filter" | "onFilter">) {
  const set = (change: Partial<Record<keyof MatrixFilter, string | undefined>>) =>
    onFilter(changedFilter(filter, change as never));
  const databases = [...new Set(rows.map(({ database }) => database))].sort();
  return (
    <>
      <Choice
        label="Verdict"
        value={filter.verdict}
        options={namedOptions(matrixVerdictNames)}
        onChange={(verdict) => set({ verdict })}
      />
      <Choice<PropertyName>
        label="Property that does not hold"
        value={filter.open}
        options={propertyNames.map((value) => ({ value, title: value }))}
        onChange={(open) => set({ open })}
      />
      <Choice
        label="Certificate"
        value={filter.validity}
        options={namedOptions(validityNames)}
        onChange={(validity) => set({ validity })}
      />
      <Choice
        label="Database"
        value={filter.database}
        options={databases.map((value) => ({ value, title: value }))}
        onChange={(database) => set({ database })}
      />
    </>
  );
}
