import { useState } from "react";
import type { ExportFormat } from "#shared/contract/exports.ts";
import type { Project } from "#shared/domain/project.ts";
import {
  type ExportRequest,
  useExportPreview,
  useExportText,
  useExportToFile,
  useReviewers,
} from "../../data/exports.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useSession } from "../../data/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { RadioList } from "../../ui/radio-list.tsx";
import { Select } from "../../ui/select.tsx";
import { countText } from "../../ui/time-text.ts";
import { type Destination, ExportDestination } from "./export-destination.tsx";
import { exportForms } from "./export-forms.ts";
import { ExportSummary } from "./export-summary.tsx";
import { fileStem } from "./file-stem.ts";
import { useExport } from "./use-export.ts";

/** Stands for "everybody" among the names of reviewers; no name may begin with it. */
const everybody = "\u0000everybody";

/** Exports a project's verdicts: the form, whose verdicts, what it will lose, and where the file goes. */
export function ExportDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const { actor } = useSession();
  const [format, setFormat] = useState<ExportFormat>("rose-vec");
  const [chosen, setChosen] = useState(everybody);
  const [destination, setDestination] = useState<Destination>({ to: "window" });
  const form = exportForms[format];
  const reviewer = chosen !== everybody ? chosen : form.oneReviewer ? actor : null;
  const request: ExportRequest = { projectId: project.id, format, reviewer };
  const preview = useExportPreview(request);
  const toFile = useExportToFile();
  const toText = useExportText();
  const { busy, error, start } = useExport(onClose);
  const failure = error ?? preview.error;
  const ready = destination.to === "window" || destination.path.trim() !== "";
  const run = (): void =>
    start(
      {
        toText: () => toText.mutateAsync(request),
        toFile: async (path) => {
          const written = await toFile.mutateAsync({ ...request, path });
          return { path: written.path, what: countText(written.items, "item") };
        },
      },
      destination,
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export verdicts"
      description={project.name}
      width="lg"
      commands={[{ id: "export.start", title: "Export", keys: ["mod+Enter"], enabled: ready && !busy, run }]}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={busy} onClick={run}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioList<ExportFormat>
          label="Form"
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({
            value,
            title: exportForms[value].title,
            detail: exportForms[value].holds,
          }))}
        />
        <ReviewerChoice
          projectId={project.id}
          value={reviewer ?? everybody}
          onChange={setChosen}
          withEverybody={!form.oneReviewer}
        />
        <ExportSummary preview={preview.data ?? null} />
        <ExportDestination
          destination={destination}
          onChange={setDestination}
          fileName={`${fileStem(project.name)}.${form.ending}`}
        />
        {failure ? <InlineError title={errorText(failure)} details={errorDetails(failure)} /> : null}
      </div>
    </Dialog>
  );
}

const formats = Object.keys(exportForms) as ExportFormat[];

interface ReviewerChoiceProps {
  projectId: number;
  value: string;
  onChange(reviewer: string): void;
  withEverybody: boolean;
}

function ReviewerChoice({ projectId, value, onChange, withEverybody }: ReviewerChoiceProps) {
  const { actor } = useSession();
  const known = useReviewers(projectId).data ?? [];
  const reviewers = known.some(({ reviewer }) => reviewer === actor)
    ? known
    : [...known, { reviewer: actor, labelled: 0 }];
  return (
    <Select
      label="Whose verdicts"
      className="w-72"
      value={value}
      onChange={onChange}
      options={[
        ...(withEverybody ? [{ value: everybody, title: "Everybody's" }] : []),
        ...reviewers.map(({ reviewer, labelled }) => ({
          value: reviewer,
          title: reviewer,
          detail: countText(labelled, "verdict"),
        })),
      ]}
    />
  );
}
