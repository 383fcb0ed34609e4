import { useEffect, useState } from "react";
import { type InboxRule, useRulePreview, useSettleByRule } from "../../../data/disagreements.ts";
import { errorText } from "../../../data/faults.ts";
import { useCancelJob, useJobs } from "../../../data/jobs.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { undoableNotice } from "../../../ui/undo.ts";
import { WorkProgress } from "../../../ui/work-progress.tsx";

interface RuleDialogProps {
  projectId: number;
  onClose(): void;
  onSettled(): void;
}

/** Settles all open items by a rule, after it was seen what comes of it. */
export function RuleDialog({ projectId, onClose, onSettled }: RuleDialogProps) {
  const [rule, setRule] = useState<InboxRule>({ rule: "unanimous", atLeast: 2 });
  const [typed, setTyped] = useState("2");
  const preview = useRulePreview(projectId, rule);
  const settle = useSettleByRule(projectId);
  const items = preview.data?.items ?? 0;
  const jobs = useJobs();
  const job = jobs.findLast(({ kind, projectId: of }) => kind === "settle" && of === projectId);
  const isRunning = job?.state === "running";
  const stop = useCancelJob();
  const hasEnded = settle.data !== undefined && job?.id === settle.data.id && !isRunning;
  useEffect(() => {
    if (!hasEnded || job.state === "failed") return;
    notify({
      ...undoableNotice,
      kind: "done",
      title: `${countText(job.done, "item")} settled`,
      description: "U takes it back.",
    });
    onSettled();
  }, [hasEnded, job, onSettled]);
  return (
    <FormDialog
      title="Settle by a rule"
      description="Settles all open items at once, also those on which nobody disagrees. Ties stay open."
      onClose={onClose}
      action={{
        id: "inbox.settle-by-rule",
        title: preview.data === undefined ? "Settle" : `Settle ${countText(items, "item")}`,
        ready: isCount(typed) && items > 0,
        busy: settle.isPending || isRunning,
        run: () => settle.mutate(rule),
      }}
    >
      <div className="flex flex-col gap-4">
        <RuleFields rule={rule} typed={typed} onRule={setRule} onTyped={setTyped} />
        <Outcome projectId={projectId} outcome={preview.data} />
        {isRunning && (
          <div className="flex items-center gap-3 text-sm text-muted">
            <WorkProgress
              {...{ name: "Settling", done: job.done, total: job.total, stopping: stop.isPending }}
              stopLabel="Stop and keep what is settled"
              onStop={() => stop.mutate(job.id)}
            />
          </div>
        )}
        {preview.error || settle.error ? (
          <InlineError title="Nothing was settled.">{errorText(preview.error ?? settle.error)}</InlineError>
        ) : null}
        {hasEnded && job.state === "failed" && (
          <InlineError title={`Settling ended after ${countText(job.done, "item")}.`}>
            {job.message}
          </InlineError>
        )}
      </div>
    </FormDialog>
  );
}

interface RuleFieldsProps {
  rule: InboxRule;
  typed: string;
  onRule(rule: InboxRule): void;
  onTyped(text: string): void;
}

function RuleFields({ rule, typed, onRule, onTyped }: RuleFieldsProps) {
  return (
    <>
      <RadioList
        label="Rule"
        value={rule.rule}
        onChange={(next) => onRule({ ...rule, rule: next })}
        options={[
          {
            value: "unanimous",
            title: "Unanimous",
            detail: "All opinions on the item have the same label.",
          },
          {
            value: "majority",
            title: "Majority",
            detail: "More than half of the opinions have the same label.",
          },
        ]}
      />
      <TextField
        label="Opinions on an item, at least"
        inputMode="numeric"
        className="max-w-24"
        value={typed}
        error={isCount(typed) ? null : "Enter a whole number from 1 to 100."}
        onChange={(text) => {
          onTyped(text);
          if (isCount(text)) onRule({ ...rule, atLeast: Number(text) });
        }}
      />
    </>
  );
}

const isCount = (text: string): boolean => /^[1-9][0-9]?$|^100$/.test(text.trim());

function Outcome({
  projectId,
  outcome,
}: {
  projectId: number;
  outcome: ReturnType<typeof useRulePreview>["data"];
}) {
  const form = useVerdictForm(projectId);
  if (outcome === undefined) return <p className="text-muted">Counting …</p>;
  const byLabel = form.labels.flatMap(({ id, name }) =>
    outcome.byLabel[id] === undefined ? [] : [`${numberText(outcome.byLabel[id])} ${name}`],
  );
  return (
    <p role="status">
      {outcome.items === 0
        ? "No open item can be settled this way. "
        : `${countText(outcome.items, "open item")} would be settled: ${byLabel.join(", ")}. `}
      {outcome.stay > 0 &&
        `${countText(outcome.stay, "item")} would stay open: the rule finds no label in ${outcome.stay === 1 ? "its" : "their"} opinions. `}
      {outcome.own > 0 &&
        `${countText(outcome.own, "item")} that you judged yourself ${outcome.own === 1 ? "is" : "are"} left to somebody else.`}
    </p>
  );
}
