import { Check, X } from "lucide-react";
import type { CrossCheckRow } from "#shared/contract/cross-checks.ts";
import { useViewState } from "../../../data/view-state.ts";
import { Select } from "../../../ui/select.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { Toggle } from "../../../ui/toggle.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { triesFirstState } from "./blind-attempt-pane.tsx";
import { type ShownTasks, shownTasks, shownTasksOptions, stageWords } from "./check-words.ts";
import type { CheckQueue } from "./use-check-queue.ts";

/** The tasks between author and checker, those that wait for the caller at first. */
export function CheckListPane({ queue }: { queue: CheckQueue }) {
  const [triesFirst, setTriesFirst] = useViewState(triesFirstState);
  const { all = [], rows, shown, setShown, index, goToIndex } = queue;
  return (
    <>
      <div className="border-b p-2">
        <Select<ShownTasks>
          label="Tasks shown"
          hideLabel
          value={shown}
          options={shownTasksOptions.map((value) => ({
            value,
            title: shownTasks[value].title,
            detail: numberText(all.filter(shownTasks[value].has).length),
          }))}
          onChange={setShown}
        />
        <div
          className="mt-1"
          title="Before a task is shown you may solve it in a dialogue, without its gold."
        >
          <Toggle checked={triesFirst} onChange={setTriesFirst}>
            Offer to solve each first
          </Toggle>
        </div>
      </div>
      {rows.length === 0 ? (
        <p className="p-3 text-muted">
          {shown === "all" ? "This project has no tasks." : "No task is here. Choose others above."}
        </p>
      ) : (
        <VirtualList
          label="Tasks to cross-check"
          count={rows.length}
          rowHeight={44}
          selected={index}
          onSelect={goToIndex}
          renderRow={(at) => <CheckRow row={rows[at]} />}
        />
      )}
    </>
  );
}

function CheckRow({ row }: { row: CrossCheckRow | undefined }) {
  if (row === undefined) return null;
  const { instanceId, author, question, stage, assignee } = row;
  const { title, icon: Icon, colour } = stageWords[stage];
  const facts = [author === null ? "imported" : `by ${author}`, assignee === null ? "" : `for ${assignee}`];
  return (
    <div className="flex h-full flex-col justify-center border-b px-3">
      <div className="flex items-center gap-2 text-sm leading-4 text-muted">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium text-ink">{instanceId}</span>
          {facts.filter((fact) => fact !== "").map((fact) => ` · ${fact}`)}
        </span>
        <LastCheck row={row} />
        <span title={title} className="inline-flex">
          <Icon size={14} strokeWidth={2} role="img" aria-label={title} className={`shrink-0 ${colour}`} />
        </span>
      </div>
      <span className="truncate leading-4.5">{question || "No question yet, or it is withheld."}</span>
    </div>
  );
}

/** How many criteria the last check rejected, where a task is back after that. */
function LastCheck({ row: { last, stage } }: { row: CrossCheckRow }) {
  if (last === null || stage === "checked") return null;
  const rejected = last.judgements.filter(({ accepted }) => !accepted).length;
  const words = `The last check rejected ${countText(rejected, "criterion", "criteria")}`;
  const Icon = rejected === 0 ? Check : X;
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5" title={words}>
      <Icon size={12} role="img" aria-label={words} />
      <span aria-hidden>{rejected}</span>
    </span>
  );
}
