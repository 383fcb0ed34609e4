import { FileText, Users } from "lucide-react";
import { useState } from "react";
import type {
  AgreementDetails,
  AgreementStage,
  ProjectAgreement,
} from "#shared/contract/agreement-figures.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { useAgreementDetails, useProjectAgreement } from "../../../data/agreement.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { abilities } from "../../../host/abilities.ts";
import { Button } from "../../../ui/button.tsx";
import { command, useCommands } from "../../../ui/commands.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { OpinionsGate } from "../opinions-gate.tsx";
import type { QualityTabProps } from "../quality-tab-props.ts";
import { AgreementAlerts } from "./agreement-alerts.tsx";
import { agreementPage } from "./agreement-page.ts";
import { FigureRows } from "./figure-rows.tsx";
import { figuresOfAll } from "./figure-words.ts";
import { GroupSection } from "./group-section.tsx";
import { PairMatrix } from "./pair-matrix.tsx";
import { WorkOut } from "./work-out.tsx";

type Stage = AgreementDetails["stage"];

/** How far the people of a project agree: as a whole, by pair, by group and over time. */
export function AgreementTab(props: QualityTabProps) {
  return (
    <OpinionsGate projectId={props.project.id} need="settles">
      <Agreement {...props} />
    </OpinionsGate>
  );
}

function Agreement({ project, onImport }: QualityTabProps) {
  const { data, error } = useProjectAgreement(project.id);
  if (error)
    return (
      <InlineError
        className="m-2"
        title="The agreement could not be worked out."
        details={errorDetails(error)}
      >
        {errorText(error)}
      </InlineError>
    );
  if (data === undefined) return <SkeletonLines lines={10} />;
  if (data.discussed.figures.double === 0)
    return (
      <EmptyState
        icon={Users}
        title="No item has two opinions yet"
        actions={
          <Button keys="mod+o" onClick={onImport}>
            Import predictions…
          </Button>
        }
      >
        Agreement is measured on items that two or more people judged. Import a file of each reviewer, or let
        a colleague judge the same items under a reviewer name of their own.
      </EmptyState>
    );
  return <Figures project={project} agreement={data} />;
}

const stages: Record<Stage, { title: string; definition: string }> = {
  independent: {
    title: "Independent",
    definition:
      "Each reviewer's last verdict on an item from before they could first see what somebody else said of it.",
  },
  discussed: { title: "After discussion", definition: "The verdicts as they are now." },
};

interface FiguresProps {
  project: QualityTabProps["project"];
  agreement: ProjectAgreement;
}

function Figures({ project, agreement }: FiguresProps) {
  const form = useVerdictForm(project.id);
  const [stage, setStage] = useState<Stage>("independent");
  const { data: details } = useAgreementDetails(project.id, stage);
  const filePrefix = project.name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const saveReport = async (): Promise<void> => {
    const page = agreementPage({ project: project.name, agreement, details: details ?? null, form });
    try {
      const saved = await abilities.saveText(`${filePrefix}-agreement.html`, page);
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The report could not be saved.", description: errorText(error) });
    }
  };
  useCommands("Agreement", [
    command("agreement.report", "Export the agreement report (HTML)", [], () => void saveReport()),
  ]);
  const own = agreement[stage];
  return (
    <section
      aria-label="Agreement"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-5 overflow-auto px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StageButtons stage={stage} onStage={setStage} />
        <p className="text-muted">{countsText(own)}</p>
        <span className="flex-1" />
        <Button size="sm" variant="quiet" icon={FileText} onClick={() => void saveReport()}>
          Report
        </Button>
      </div>
      <AgreementAlerts projectId={project.id} agreement={agreement} details={details ?? null} />
      <section aria-label="Figures of the project" className="max-w-230">
        <FigureRows label="Figures of the project" rows={figuresOfAll(own.figures, form)} />
      </section>
      <Details
        project={project}
        stage={stage}
        details={details}
        labels={agreement.labels}
        form={form}
        filePrefix={filePrefix}
      />
    </section>
  );
}

function StageButtons({ stage, onStage }: { stage: Stage; onStage(stage: Stage): void }) {
  return (
    <div className="flex gap-1">
      {(Object.keys(stages) as Stage[]).map((value) => (
        <Tooltip key={value} content={stages[value].definition}>
          <Button size="sm" pressed={stage === value} onClick={() => onStage(value)}>
            {stages[value].title}
          </Button>
        </Tooltip>
      ))}
    </div>
  );
}

function countsText({ nItems, nSkipped, nSeen, figures }: AgreementStage): string {
  return [
    `${numberText(figures.double)} of ${countText(nItems, "judged item")} have two or more opinions`,
    ...(nSkipped > 0 ? [`${countText(nSkipped, "opinion")} missing (skipped)`] : []),
    ...(nSeen > 0 ? [`${countText(nSeen, "opinion")} left out: given after others could be seen`] : []),
  ].join(" · ");
}

interface DetailsProps {
  project: QualityTabProps["project"];
  stage: Stage;
  details: AgreementDetails | null | undefined;
  labels: readonly string[];
  form: VerdictForm;
  filePrefix: string;
}

function Details({ project, stage, details, labels, form, filePrefix }: DetailsProps) {
  if (details === undefined) return <SkeletonLines lines={4} />;
  return (
    <>
      <WorkOut projectId={project.id} stage={stage} details={details} />
      {details !== null && (
        <>
          <section aria-label="Pairs">
            <h2 className="mb-2 font-semibold">Pairs: Cohen's kappa, and on how many items</h2>
            <PairMatrix pairs={details.pairs} labels={labels} form={form} />
          </section>
          <section aria-label="Groups">
            <h2 className="mb-2 font-semibold">Groups, and drift over weeks</h2>
            <GroupSection details={details} filePrefix={filePrefix} />
          </section>
        </>
      )}
    </>
  );
}
