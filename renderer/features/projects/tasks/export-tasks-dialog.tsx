import { useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import type { TaskFormat } from "#shared/domain/task-revision.ts";
import { TaskStatus } from "#shared/domain/task-status.ts";
import {
  type TaskExportRequest,
  useTaskExportDownload,
  useTaskExportPreview,
  useTaskExportText,
  useTaskExportToFile,
} from "../../../data/task-exports.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { countText } from "../../../ui/time-text.ts";
import { ExportFrame } from "../export-frame.tsx";
import { ExportSummary } from "../export-summary.tsx";

const formats: readonly { value: TaskFormat; title: string; detail: string }[] = [
  {
    value: "bird-interact",
    title: "BIRD-Interact (JSONL)",
    detail:
      "The full task: both questions, ambiguities, gold, tests, follow-up. What was not edited is exported as it was imported.",
  },
  {
    value: "livesqlbench",
    title: "LiveSQLBench (JSONL)",
    detail: "Only the clear task: question, gold, tests, conditions.",
  },
];

type Which = "all" | "not-rejected" | "accepted";

const ways: readonly { value: Which; title: string }[] = [
  { value: "all", title: "All tasks" },
  { value: "not-rejected", title: "All but rejected tasks" },
  { value: "accepted", title: "Accepted tasks only" },
];

const statusesOf: Record<Which, TaskStatus[] | null> = {
  all: null,
  "not-rejected": TaskStatus.options.filter((status) => status !== "rejected"),
  accepted: ["accepted"],
};

/** Exports a project's tasks: which of them, the format, what it cannot hold, and where the file goes. */
export function ExportTasksDialog({ project, onClose }: { project: Project; onClose(): void }) {
  const [format, setFormat] = useState<TaskFormat>("bird-interact");
  const [which, setWhich] = useState<Which>("all");
  const [withReadings, setWithReadings] = useState(true);
  const statuses = statusesOf[which];
  const request: TaskExportRequest = {
    projectId: project.id,
    format,
    withReadings,
    ...(statuses && { statuses }),
  };
  const preview = useTaskExportPreview(request);
  const toFile = useTaskExportToFile();
  const toText = useTaskExportText();
  const toDownload = useTaskExportDownload();
  return (
    <ExportFrame
      title="Export tasks"
      project={project}
      ending="jsonl"
      ways={{
        toText: () => toText.mutateAsync(request),
        toDownload: () => toDownload.mutateAsync(request),
        toFile: async (path) => {
          const written = await toFile.mutateAsync({ ...request, path });
          return { path: written.path, what: countText(written.tasks, "task") };
        },
      }}
      error={preview.error}
      onClose={onClose}
    >
      <RadioList<Which> label="Which tasks" inline value={which} onChange={setWhich} options={ways} />
      <RadioList<TaskFormat> label="Format" value={format} onChange={setFormat} options={formats} />
      {format === "bird-interact" && (
        <Checkbox
          checked={withReadings}
          onChange={setWithReadings}
          title="The field querent of each task, which evaluators skip."
        >
          With the words and readings of ambiguities
        </Checkbox>
      )}
      <ExportSummary summary={preview.data === undefined ? null : summaryOf(preview.data)} />
    </ExportFrame>
  );
}

type Preview = NonNullable<ReturnType<typeof useTaskExportPreview>["data"]>;

/** What a loss of each kind means, in front of what is lost. */
const lossWords: Record<Preview["losses"][number]["kind"], string> = {
  lost: "Left out, as the format has no field for it",
  ignored: "Exported, but no evaluator reads it",
  missing: "Expected by the format, but missing",
};

const summaryOf = ({ tasks, losses }: Preview) => ({
  goesOut: `${countText(tasks, "task")} ${tasks === 1 ? "is" : "are"} exported.`,
  losses: losses.map(({ kind, what, tasks: affected }) => ({
    key: `${kind} ${what}`,
    text: (
      <>
        {lossWords[kind]}: {what}{" "}
        <span className="text-muted">
          · {affected === 1 ? "in one task" : `in each of ${countText(affected, "task")}`}
        </span>
      </>
    ),
  })),
});
