import { ChevronRight, X } from "lucide-react";
import { useState } from "react";
import { type CriterionState, criterionSpecs } from "#shared/domain/cross-check.ts";
import { useCrossChecksOfTask } from "../../../../data/cross-checks.ts";
import { useSetTaskStatus } from "../../../../data/task-status.ts";
import { titleOf } from "../../../../results/task/task-part-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { classes } from "../../../../ui/classes.ts";
import { command, useCommands } from "../../../../ui/commands.ts";
import { TimeAgo } from "../../../../ui/time-ago.tsx";
import { countText } from "../../../../ui/time-text.ts";
import { notify } from "../../../../ui/toasts.tsx";
import { useTaskEditor } from "../store/task-editor-context.ts";

const submitKeys = "alt+shift+j";

/** What the last cross-check sent the task back for, with the reasons, as long as it is not submitted again. */
export function SentBackNotice() {
  const { view, flush } = useTaskEditor(({ view, draft }) => ({ view, flush: draft.flush }));
  const { status, taskId, task } = view;
  const setStatus = useSetTaskStatus(view);
  const { data: checks } = useCrossChecksOfTask(taskId);
  const [isOpen, setOpen] = useState(true);
  const submit = async (): Promise<void> => {
    await flush();
    setStatus({ status: "in-check" });
    notify({
      kind: "done",
      title: `${task.instanceId} is submitted`,
      description: "It waits for its cross-check, on the Quality screen.",
    });
  };
  const canSubmit = status === "draft" || status === "rejected";
  useCommands("Task", [
    command("task.submit", "Submit the task for a cross-check", [submitKeys], () => void submit(), {
      enabled: canSubmit,
    }),
  ]);
  const last = checks?.taskId === taskId && status === "rejected" ? checks.checks[0] : undefined;
  const rejected = (checks?.criteria ?? []).filter(({ judgement }) => judgement?.accepted === false);
  if (last === undefined || rejected.length === 0) return null;
  return (
    <section aria-label="Sent back" className="shrink-0 border-b bg-removed-fill px-3 py-1.5">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-sm text-left font-medium text-removed"
        >
          <ChevronRight size={14} aria-hidden className={classes("shrink-0", isOpen && "rotate-90")} />
          <span className="truncate">
            Sent back by {last.by}, <TimeAgo at={last.at} />:{" "}
            {countText(rejected.length, "criterion", "criteria")} rejected
          </span>
        </button>
        <Button size="sm" keys={submitKeys} onClick={() => void submit()}>
          Submit again
        </Button>
      </div>
      {isOpen && (
        <ul className="mt-1 flex max-h-48 flex-col gap-1.5 overflow-auto pb-1 pl-5 select-text">
          {rejected.map((one) => (
            <Rejected key={one.criterion} state={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Rejected({ state: { criterion, judgement, changed } }: { state: CriterionState }) {
  const parts = changed.map((part) => titleOf(part).toLowerCase().replace("sql", "SQL")).join(", ");
  return (
    <li className="flex gap-1.5">
      <X size={14} strokeWidth={2.5} aria-hidden className="mt-0.5 shrink-0 text-removed" />
      <div className="min-w-0">
        <span className="font-medium">{criterionSpecs[criterion].title}</span>
        <span className="text-sm text-muted">
          {parts === "" ? " · not revised yet" : ` · revised: ${parts}`}
        </span>
        <p className="break-words whitespace-pre-wrap">{judgement?.reason}</p>
      </div>
    </li>
  );
}
