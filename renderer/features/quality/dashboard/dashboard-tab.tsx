import { FileText, LayoutDashboard } from "lucide-react";
import { useCallback, useMemo, useRef } from "react";
import { verdictWords } from "#shared/certificate/certificate-words.ts";
import type { MatrixRow } from "#shared/contract/certificates.ts";
import type { WorkFigures } from "#shared/contract/work-figures.ts";
import { labelName, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { useCertificateMatrix } from "../../../data/certificates.ts";
import { useCriterionAcceptance } from "../../../data/cross-checks.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { useWorkFigures } from "../../../data/work-figures.ts";
import { abilities } from "../../../host/abilities.ts";
import { BarTable } from "../../../ui/bar-table.tsx";
import { Button } from "../../../ui/button.tsx";
import { command, useCommands } from "../../../ui/commands.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { plotSvg } from "../../../ui/plot/index.ts";
import { Progress } from "../../../ui/progress.tsx";
import { SectionCard } from "../../../ui/section-card.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { OpinionsGate } from "../opinions-gate.tsx";
import type { QualityTabProps } from "../quality-tab-props.ts";
import { dashboardPage } from "./dashboard-page.ts";
import { acceptancePlot, throughputPlot, timePlot } from "./dashboard-plots.ts";
import { forecastText } from "./forecast-text.ts";
import { PlotCard } from "./plot-card.tsx";

/** How the work on a project goes on: throughput, time per item, progress, labels, cross-checks, certificates. */
export function DashboardTab(props: QualityTabProps) {
  return (
    <OpinionsGate projectId={props.project.id} need="settles">
      <Dashboard {...props} />
    </OpinionsGate>
  );
}

function Dashboard({ project, onImport }: QualityTabProps) {
  const { data: figures, error } = useWorkFigures(project.id);
  const { data: certificates } = useCertificateMatrix(project.id);
  if (error)
    return (
      <InlineError className="m-2" title="The dashboard could not be read." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (figures === undefined || certificates === undefined) return <SkeletonLines lines={10} />;
  if (figures.items === 0 && certificates.length === 0)
    return (
      <EmptyState
        icon={LayoutDashboard}
        title="Nothing to count yet"
        actions={
          <Button keys="mod+o" onClick={onImport}>
            Import predictions…
          </Button>
        }
      >
        This page shows how fast items are judged, which labels they get, and when they will be done, once the
        project has items or tasks.
      </EmptyState>
    );
  return <Cards project={project} figures={figures} certificates={certificates} />;
}

interface CardsProps {
  project: QualityTabProps["project"];
  figures: WorkFigures;
  certificates: readonly MatrixRow[];
}

const noAcceptance = { first: [], last: [] };

function Cards({ project, figures, certificates }: CardsProps) {
  const form = useVerdictForm(project.id);
  const { data: acceptance = noAcceptance } = useCriterionAcceptance(project.id);
  const plots = useRef(new Map<string, SVGElement>());
  const onPlot = useCallback((title: string, svg: SVGElement) => void plots.current.set(title, svg), []);
  const throughput = useMemo(() => throughputPlot(figures), [figures]);
  const times = useMemo(() => timePlot(figures), [figures]);
  const accepted = useMemo(() => acceptancePlot(acceptance), [acceptance]);
  const filePrefix = project.name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const statuses = statusesOf(certificates);
  const report = () => {
    const drawn = new Map([...plots.current].map(([title, svg]) => [title, plotSvg(svg)]));
    return dashboardPage({ project: project.name, figures, form, certificates: statuses, plots: drawn });
  };
  const shared = { filePrefix, onPlot };
  return (
    <section
      aria-label="Dashboard"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-4 py-3"
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(30rem,32%)),1fr))] gap-3">
        <ProgressCard figures={figures} name={`${filePrefix}-dashboard.html`} report={report} />
        <PlotCard
          spec={throughput}
          about="Items by the day of their first label, once for each person who labelled them."
          {...shared}
        >
          Nobody has labelled an item here yet; imported labels do not count as work done here.
        </PlotCard>
        <PlotCard
          spec={times}
          about="From one label of a person to the next: median and quartiles, without pauses of more than 15 minutes."
          {...shared}
        >
          It takes two labels of one person, one soon after the other.
        </PlotCard>
        <LabelsCard labels={figures.labels} form={form} />
        <PlotCard
          spec={accepted}
          about="The share of tasks that each criterion of the cross-check accepts, in their first check and in their last."
          {...shared}
        >
          No cross-check has been sent yet.
        </PlotCard>
        <CertificatesCard statuses={statuses} tasks={certificates.length} />
      </div>
    </section>
  );
}

function LabelsCard({ labels, form }: { labels: WorkFigures["labels"]; form: VerdictForm }) {
  return (
    <SectionCard title="Labels" about="Opinions by label, as they are now.">
      {labels.every(({ opinions }) => opinions === 0) ? (
        <p className="text-sm">Nobody has judged an item yet.</p>
      ) : (
        <Counts
          label="Opinions by label"
          names="Label"
          counts="Opinions"
          rows={labels.map(({ label, opinions }) => [labelName(form, label), opinions])}
        />
      )}
    </SectionCard>
  );
}

interface CertificatesCardProps {
  statuses: readonly { title: string; tasks: number }[];
  tasks: number;
}

function CertificatesCard({ statuses, tasks }: CertificatesCardProps) {
  return (
    <SectionCard
      title="Certificates"
      about="Tasks by what their certificate says; void where an edit has outdated it."
    >
      {tasks === 0 ? (
        <p className="text-sm">The project has no tasks.</p>
      ) : (
        <Counts
          label="Tasks by certificate"
          names="Certificate"
          counts="Tasks"
          rows={statuses.map(({ title, tasks: count }) => [title, count])}
        />
      )}
    </SectionCard>
  );
}

function ProgressCard({ figures, name, report }: { figures: WorkFigures; name: string; report(): string }) {
  const { items, labelled, double, settled } = figures;
  const save = async (): Promise<void> => {
    try {
      const saved = await abilities.saveText(name, report());
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The report could not be saved.", description: errorText(error) });
    }
  };
  useCommands("Dashboard", [
    command("dashboard.report", "Export the dashboard (HTML)", [], () => void save()),
  ]);
  const rows = [
    ["with a label", labelled],
    ["with two opinions or more", double],
    ["settled", settled],
  ] as const;
  return (
    <SectionCard
      title="Progress"
      about={forecastText(figures)}
      menu={
        <Button size="sm" variant="quiet" icon={FileText} onClick={() => void save()}>
          Report
        </Button>
      }
    >
      {items === 0 && <p className="text-sm">The project has no items to judge.</p>}
      <dl className="grid grid-cols-[max-content_1fr_max-content] items-center gap-x-4 gap-y-2">
        {(items === 0 ? [] : rows).map(([title, done]) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd>
              <Progress label={`Items ${title}`} done={done} total={items} className="h-2" />
            </dd>
            <dd className="text-right tabular-nums">
              {numberText(done)} of {numberText(items)}
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}

interface CountsProps {
  label: string;
  names: string;
  counts: string;
  rows: readonly (readonly [title: string, count: number])[];
}

function Counts({ label, names, counts, rows }: CountsProps) {
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return (
    <BarTable
      label={label}
      columns={[
        { title: names, definition: "" },
        { title: counts, definition: "" },
        { title: "Share", definition: `Share of ${numberText(total)}` },
      ]}
      groups={[
        {
          ...{ title: "", definition: "" },
          rows: rows.map(([title, count]) => ({
            ...{ key: title, title, definition: "", count, onOpen: null },
            cells: [total === 0 ? "–" : `${((100 * count) / total).toFixed(1)} %`],
          })),
        },
      ]}
    />
  );
}

/** How many tasks have which certificate; one that an edit has outdated is void, whatever it said. */
function statusesOf(rows: readonly MatrixRow[]): { title: string; tasks: number }[] {
  const of = (title: string, is: (row: MatrixRow) => boolean) => ({ title, tasks: rows.filter(is).length });
  const isValid = ({ certificate }: MatrixRow) => certificate !== null && certificate.changed.length === 0;
  return [
    ...Object.entries(verdictWords).map(([verdict, title]) =>
      of(title, (row) => isValid(row) && row.certificate?.verdict === verdict),
    ),
    of("void", (row) => row.certificate !== null && !isValid(row)),
    of("none yet", ({ certificate }) => certificate === null),
  ];
}
