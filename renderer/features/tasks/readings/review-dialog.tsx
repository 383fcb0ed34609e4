import { Play, Square } from "lucide-react";
import { useState } from "react";
import type { TaskReadings } from "#shared/contract/task-runs.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { type ReadingsChange, useReadingsOfTasks, useSetReadings } from "../../../data/readings-of-tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { loadingText } from "../../../ui/loading-text.ts";
import { Progress } from "../../../ui/progress.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { PlannedReadings } from "./planned-readings.tsx";
import { plannedReview, type ReadingsJudgement, undoing, withStored } from "./planned-review.ts";
import { outcomeGroups, type ReviewFields, ReviewForm } from "./review-form.tsx";
import type { LastReview, StoredReview } from "./use-last-review.ts";

export interface ReviewDialogProps {
  project: Project;
  /** The tasks of the list, as it is filtered. */
  taskIds: readonly number[];
  /** What was stored last; it can be taken back when the dialog is closed, too. */
  lastReview: LastReview;
  onClose(): void;
}

/** Runs the readings of the listed tasks beside their golds, and keeps or rejects those that are meant, all at once. */
export function ReviewDialog({ project, taskIds, lastReview, onClose }: ReviewDialogProps) {
  const runs = useReadingsOfTasks();
  const review = useReview(project.id, runs.run?.tasks ?? [], lastReview);
  const [fields, setFields] = useState<ReviewFields>({
    ...{ group: "apart", maker: "", status: "kept", reason: "" },
  });
  const judgement: ReadingsJudgement = {
    status: fields.status,
    reason: fields.status === "kept" ? null : fields.reason.trim(),
  };
  const filter = { outcomes: outcomeGroups[fields.group].outcomes, maker: fields.maker || null };
  const planned = plannedReview(review.tasks, filter, judgement);
  const count = planned.readings.length;
  const isWhole = fields.status === "kept" || fields.reason.trim() !== "";
  return (
    <FormDialog
      onClose={onClose}
      title="Keep and reject readings of the listed tasks"
      description={`${countText(taskIds.length, "task")}: those in the filtered list. Readings that somebody has kept or rejected stay as they are.`}
      width="lg"
      cancel={{ title: "Close", run: onClose }}
      action={{
        id: "readings.judge",
        title: `${fields.status === "kept" ? "Keep" : "Reject"} ${countText(count, "reading")}`,
        busy: review.isSaving,
        ready: count > 0 && isWhole && runs.run?.state !== "running",
        run: () => review.save(planned.changes, `${countText(count, "reading")} ${fields.status}`),
      }}
    >
      <div className="flex flex-col gap-3">
        <RunBar
          runs={runs}
          total={taskIds.length}
          onStart={() => void runs.start(taskIds, project.taskSettings.profile)}
        />
        {review.tasks.length > 0 && (
          <>
            <ReviewForm tasks={review.tasks} fields={fields} onChange={setFields} />
            <PlannedReadings planned={planned} status={fields.status} />
          </>
        )}
        <ReviewDone review={review} />
      </div>
    </FormDialog>
  );
}

interface RunBarProps {
  runs: ReturnType<typeof useReadingsOfTasks>;
  total: number;
  onStart(): void;
}

/** Proposes and runs the readings, says how far that is, and stops it; what has run stays. */
function RunBar({ runs: { run, cancel }, total, onStart }: RunBarProps) {
  const done = run?.tasks.length ?? 0;
  const failed = run?.tasks.filter(({ obstacle }) => obstacle !== null) ?? [];
  const isRunning = run?.state === "running";
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        {isRunning && (
          <Button icon={Square} onClick={cancel}>
            Cancel
          </Button>
        )}
        {!isRunning && done < total && (
          <Button icon={Play} onClick={onStart}>
            {done === 0 ? "Propose and run" : "Run the others"}
          </Button>
        )}
        <Progress label="Tasks whose readings have run" done={done} total={total} className="w-32" />
        <output className="min-w-0 flex-1 text-muted">
          {isRunning && run.loading !== null
            ? loadingText(run.loading)
            : `${numberText(done)} of ${countText(total, "task")} run${run?.state === "cancelled" ? ", then cancelled" : ""}`}
        </output>
      </div>
      {run?.state === "failed" && (
        <InlineError title="The readings could not be run." details={errorDetails(run.error)}>
          {errorText(run.error)}
        </InlineError>
      )}
      {failed.length > 0 && (
        <InlineError
          tone="warning"
          title={`Not all readings of ${countText(failed.length, "task")} could be run.`}
        >
          {failed.slice(0, 3).map(({ taskId, instanceId, obstacle }) => (
            <span key={taskId} className="block break-words">
              {instanceId}: {obstacle}
            </span>
          ))}
        </InlineError>
      )}
    </div>
  );
}

/** The tasks with what was stored of them since they ran; stores a review, and takes the last one back. */
function useReview(projectId: number, ran: readonly TaskReadings[], { last, setLast }: LastReview) {
  const [stored, setStored] = useState<ReadonlyMap<number, TaskReadings>>(new Map());
  const set = useSetReadings(projectId);
  const tasks = ran.map((task) => stored.get(task.taskId) ?? task);
  const send = (changes: readonly ReadingsChange[], after: (review: Omit<StoredReview, "words">) => void) =>
    set.mutate(changes, {
      onSuccess: ({ saved, outdated }) => {
        const now = withStored(tasks, changes, saved);
        setStored(new Map(now.map((task) => [task.taskId, task])));
        after({ tasks: saved.length, outdated: outdated.length, back: undoing(tasks, saved) });
      },
    });
  return {
    tasks,
    last,
    error: set.error,
    isSaving: set.isPending,
    save: (changes: readonly ReadingsChange[], words: string) =>
      send(changes, (review) => setLast({ ...review, words })),
    undo: () => last !== null && send(last.back, () => setLast(null)),
  };
}

/** What was stored last, and how it is taken back. */
function ReviewDone({ review: { last, error, isSaving, undo } }: { review: ReturnType<typeof useReview> }) {
  if (error)
    return (
      <InlineError title="The readings could not be stored." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    );
  if (last === null) return null;
  return (
    <div className="flex items-center gap-3">
      <output className="min-w-0 flex-1">
        {last.words} in {countText(last.tasks, "task")}.
        {last.outdated > 0 &&
          ` ${countText(last.outdated, "task")} changed in the meantime and stayed as saved; open this dialog again to run them again.`}
      </output>
      <Button size="sm" busy={isSaving} onClick={undo}>
        Undo
      </Button>
    </div>
  );
}
