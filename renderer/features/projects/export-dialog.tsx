import { useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { ExportFormat, exportFormats } from "#shared/formats/verdict-export/export-formats.ts";
import {
  type ExportRequest,
  useExportDownload,
  useExportPreview,
  useExportText,
  useExportToFile,
} from "../../data/exports.ts";
import { useImportedFiles } from "../../data/imported-files.ts";
import { useSession } from "../../data/session.ts";
import { useReviewers } from "../../data/verdicts.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RadioList } from "../../ui/radio-list.tsx";
import { Select } from "../../ui/select.tsx";
import { countText } from "../../ui/time-text.ts";
import { ExportFrame } from "./export-frame.tsx";
import { ExportSummary } from "./export-summary.tsx";

/** Stands for "everybody" among the names of reviewers; no name may begin with it. */
const everybody = "\u0000everybody";

/** Exports a project's verdicts: the format, whose verdicts, what it will lose, and where the file goes. */
export function ExportDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const { actor } = useSession();
  const [format, setFormat] = useState<ExportFormat>("rose-vec");
  const [chosen, setChosen] = useState(everybody);
  const spec = exportFormats[format];
  const reviewer = chosen !== everybody ? chosen : spec.needsReviewer ? actor : null;
  const [sourceId, setSourceId] = useState<number | null>(null);
  const [pseudonyms, setPseudonyms] = useState(false);
  const request: ExportRequest = { projectId: project.id, format, reviewer, sourceId, pseudonyms };
  const preview = useExportPreview(request);
  const toFile = useExportToFile();
  const toText = useExportText();
  const toDownload = useExportDownload();
  return (
    <ExportFrame
      title="Export verdicts"
      project={project}
      ending={spec.extension}
      ways={{
        toText: () => toText.mutateAsync(request),
        toDownload: () => toDownload.mutateAsync(request),
        toFile: async (path) => {
          const written = await toFile.mutateAsync({ ...request, path });
          return { path: written.path, what: countText(written.items, "item") };
        },
      }}
      error={preview.error}
      onClose={onClose}
    >
      <RadioList<ExportFormat>
        label="Format"
        value={format}
        onChange={setFormat}
        options={ExportFormat.options.map((value) => ({
          value,
          title: exportFormats[value].title,
          detail: exportFormats[value].contents,
        }))}
      />
      <ReviewerChoice
        projectId={project.id}
        value={reviewer ?? everybody}
        onChange={setChosen}
        withEverybody={!spec.needsReviewer}
      />
      <FileChoice projectId={project.id} value={sourceId} onChange={setSourceId} />
      <Checkbox
        checked={pseudonyms}
        onChange={setPseudonyms}
        title="The same person has the same pseudonym in every such export of this workspace."
      >
        With pseudonyms in place of people's names
      </Checkbox>
      <ExportSummary summary={preview.data === undefined ? null : summaryOf(preview.data)} />
    </ExportFrame>
  );
}

interface Preview {
  items: number;
  leftOut: number;
  losses: string[];
}

function summaryOf({ items, leftOut, losses }: Preview) {
  const staysBehind =
    leftOut > 0
      ? ` ${countText(leftOut, "item")} ${leftOut === 1 ? "is left out: it has" : "are left out: they have"} no verdict for this file.`
      : "";
  return {
    goesOut: `${countText(items, "item")} ${items === 1 ? "is" : "are"} exported.${staysBehind}`,
    losses: losses.map((loss) => ({ key: loss, text: loss })),
  };
}

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

interface FileChoiceProps {
  projectId: number;
  value: number | null;
  onChange(sourceId: number | null): void;
}

function FileChoice({ projectId, value, onChange }: FileChoiceProps) {
  const files = (useImportedFiles(projectId).data ?? []).filter(({ items }) => items > 0);
  if (files.length < 2) return null;
  return (
    <Select
      label="Which items"
      className="w-72"
      value={value === null ? "" : String(value)}
      onChange={(next) => onChange(next === "" ? null : Number(next))}
      options={[
        { value: "", title: "All items of the project" },
        ...files.map(({ id, fileName, items }) => ({
          value: String(id),
          title: `Those of ${fileName}, in its order`,
          detail: countText(items, "item"),
        })),
      ]}
    />
  );
}
