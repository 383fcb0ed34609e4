import { Download, Ellipsis, FileText, Play, Plus, RotateCcw, Trash2 } from "lucide-react";
import type { StoredRun } from "#shared/contract/dialogues.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../../../ui/menu.tsx";
import { TimeAgo } from "../../../ui/time-ago.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { runOutcome, settingsText } from "../dialogue-words.ts";
import type { RunActions } from "../use-run-actions.ts";

interface RunsPaneProps {
  runs: readonly StoredRun[];
  run: StoredRun | null;
  /** The dialogue on screen. */
  dialogueId: number | null;
  onRun(runId: number): void;
  actions: RunActions;
}

/** The runs of the project, the newest first. */
export function RunsPane({ runs, run, dialogueId, onRun, actions }: RunsPaneProps) {
  return (
    <section aria-label="Runs" className="flex min-h-0 flex-1 flex-col bg-panel">
      <div className="flex h-8 shrink-0 items-center gap-1 border-b pr-1.5 pl-3">
        <h2 className="flex-1 text-sm font-medium">Runs</h2>
        <IconButton size="sm" icon={Plus} label="Play dialogues…" keys="t p" onClick={actions.play} />
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label="More for this run" disabled={run === null} />}
          entries={run === null ? [] : entriesOf(run, dialogueId, actions)}
        />
      </div>
      <VirtualList
        label="Runs of dialogues"
        count={runs.length}
        rowHeight={44}
        selected={run === null ? -1 : runs.indexOf(run)}
        onSelect={(index) => {
          const next = runs[index];
          if (next !== undefined) onRun(next.runId);
        }}
        renderRow={(index) => <RunLine run={runs[index]} />}
      />
    </section>
  );
}

function entriesOf(
  { runId, state, done, total, plan }: StoredRun,
  dialogueId: number | null,
  { resume, remove, save }: RunActions,
): MenuEntry[] {
  const isWhole = state === "done" && done === total;
  return [
    {
      title: isWhole ? "Play infrastructure failures again" : "Go on with this run",
      icon: isWhole ? RotateCcw : Play,
      disabled: state === "wanted",
      run: () => resume(runId),
    },
    "line",
    {
      title: "Export as JSONL",
      icon: Download,
      disabled: done === 0,
      run: save && (() => save(runId, null, "jsonl")),
    },
    {
      title: "Export as a page (HTML)",
      icon: FileText,
      disabled: done === 0,
      run: save && (() => save(runId, null, "html")),
    },
    {
      title: "Export the dialogue on screen (HTML)",
      icon: FileText,
      disabled: dialogueId === null,
      run: save && (() => save(runId, dialogueId, "html")),
    },
    ...(plan.modelSystems.length === 0 && plan.modelSimulator === null
      ? []
      : [
          {
            title: "Export the calls to language models",
            icon: Download,
            run: save && (() => save(runId, null, "recording")),
          },
        ]),
    "line",
    { title: "Delete this run", icon: Trash2, run: remove && (() => remove(runId)) },
  ];
}

function RunLine({ run }: { run: StoredRun | undefined }) {
  if (run === undefined) return null;
  const { number, plan, startedAt, state } = run;
  return (
    <div className="flex h-full flex-col justify-center border-b px-3">
      <div className="flex gap-2">
        <span className="shrink-0 font-medium">Run {number}</span>
        <span className="min-w-0 flex-1 truncate text-muted">{plan.systems.join(", ")}</span>
        <span className={state === "stopped" ? "shrink-0 text-warning" : "shrink-0"}>{runOutcome(run)}</span>
      </div>
      <div className="flex gap-2 text-sm text-muted">
        <span className="min-w-0 flex-1 truncate">{settingsText(plan.settings, plan.sweep)}</span>
        <span className="shrink-0">
          <TimeAgo at={startedAt} />
        </span>
      </div>
    </div>
  );
}
