import { useCallback, useRef, useState } from "react";
import type { DatabaseKnowledge, TaskDetails } from "#shared/contract/tasks.ts";
import { useTaskDraft } from "../../../data/task-draft.ts";
import { classes } from "../../../ui/classes.ts";
import type { CodeInputHandle } from "../../../ui/code-editor/index.ts";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { useChains } from "./ambiguities/use-chains.ts";
import { ConflictDialog } from "./draft/conflict-dialog.tsx";
import { DraftTools } from "./draft/draft-tools.tsx";
import { HistoryDialog } from "./draft/history-dialog.tsx";
import { useConflictDialog } from "./draft/use-conflict-dialog.ts";
import { useDraftCommands } from "./draft/use-draft-commands.ts";
import { useHistoryDialog } from "./draft/use-history-dialog.ts";
import { TaskHeader } from "./header/task-header.tsx";
import { useStatusNotice } from "./header/use-status-notice.ts";
import { useProvenanceMap } from "./provenance/use-provenance-map.ts";
import { QuestionPane } from "./question/question-pane.tsx";
import { useRunWhileTyping } from "./run/use-run-while-typing.ts";
import { TaskCode } from "./task-code.tsx";
import { TaskPanel } from "./task-panel.tsx";
import { TaskSide } from "./task-side.tsx";
import type { TaskViewState } from "./task-view-state.ts";
import { useAuthoring } from "./use-authoring.ts";
import { useFocusOn } from "./use-focus-on.ts";
import { useFromBeginning } from "./use-from-beginning.ts";
import { useTaskCommands } from "./use-task-commands.ts";
import { useTaskEditor } from "./use-task-editor.ts";

const noNodes: [] = [];

export interface TaskEditorProps {
  view: TaskDetails;
  /** It is the task before the one that is on its way. */
  isStale: boolean;
  knowledge: DatabaseKnowledge | undefined;
  knowledgeError: unknown;
}

/** A task laid out: questions, code and ambiguities above; findings, runs and scratch SQL below. */
export function TaskEditor({ view: saved, isStale, knowledge, knowledgeError }: TaskEditorProps) {
  const draft = useTaskDraft(saved);
  const { task, view, flush } = draft;
  const asking = useConflictDialog(draft);
  const desk = useTaskEditor(view, asking.edit, flush);
  const { onLook, place, byPlace, jumps } = desk;
  const authoring = useAuthoring(view, task, desk);
  const chains = useChains(view.taskId, task, desk.dialect, knowledge);
  const region = useRef<HTMLElement>(null);
  const questions = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const side = useRef<HTMLElement>(null);
  const editor = useRef<CodeInputHandle>(null);
  const focusOn = useFocusOn(desk.look, { panel, side });
  useFromBeginning(view.taskId, [questions, side, panel]);
  // Opened on this task: on the next one the keys go on to be commands.
  const [scratchTask, setScratchTask] = useState<number | null>(null);
  if (scratchTask !== null && scratchTask !== view.taskId) setScratchTask(null);
  const history = useHistoryDialog(draft, desk.edit);
  useStatusNotice(view);
  useDraftCommands(draft, history.open);
  const openPanel = (name: TaskViewState["panel"]) => {
    onLook({ panel: name });
    setScratchTask(name === "scratch" ? view.taskId : null);
    // The scratch editor takes the focus itself.
    if (name !== "scratch") focusOn("panel", name);
  };
  const provenance = useProvenanceMap({ taskId: view.taskId, task, desk, knowledge, openPanel });
  useTaskCommands({
    ...desk,
    ...jumps,
    ambiguities: task.ambiguities.length,
    canRun: task.goldSql.length > 0,
    openPanel,
    openSide: (name) => {
      onLook({ side: name });
      focusOn("side", name);
    },
  });
  useRunWhileTyping({
    isOn: desk.look.runWhileTyping && task.goldSql.length > 0,
    taskId: view.taskId,
    revision: view.revision.revision,
    isSaved: draft.saveState === "saved",
    start: desk.rerun,
    cancel: desk.cancelRun,
  });
  const leave = useCallback(() => region.current?.focus(), []);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`Task ${task.instanceId}`}
      aria-busy={isStale}
      onBlur={() => void flush()}
      className={classes("flex min-h-0 min-w-0 flex-1 flex-col outline-none", isStale && "opacity-60")}
    >
      <TaskHeader
        view={view}
        phases={desk.run?.phases ?? []}
        profile={desk.profile}
        onProfile={(profile) => onLook({ profile })}
        running={desk.running}
        hasRun={desk.run !== null}
        onRun={desk.startRun}
        onCancel={desk.cancelRun}
        edit={desk.edit}
        isAsking={asking.dialog.open}
        tools={<DraftTools draft={draft} onConflict={asking.open} onHistory={history.open} />}
      />
      <Panes id="tasks.desk" direction="vertical">
        <Pane id="parts" min={160} label="The parts of the task">
          <Panes id="tasks.parts">
            <Pane id="questions" size="27%" min={180} label="The questions">
              <QuestionPane
                task={task}
                nodes={knowledge?.nodes ?? noNodes}
                active={place.ambiguity}
                onAmbiguity={jumps.toAmbiguity}
                findingsOf={byPlace.onQuestion}
                edit={desk.edit}
                authoring={authoring}
                region={questions}
              />
            </Pane>
            <PaneHandle label="Width of the questions" />
            <Pane id="code" min={240} label="The code">
              <TaskCode
                task={task}
                desk={desk}
                authoring={authoring}
                provenance={provenance}
                onLeave={leave}
                editor={editor}
              />
            </Pane>
            <PaneHandle label="Width of the ambiguities" />
            <Pane id="side" size="27%" min={200} label="The ambiguities and the knowledge">
              <TaskSide
                task={task}
                desk={desk}
                chains={chains}
                authoring={authoring}
                knowledge={knowledge}
                knowledgeError={knowledgeError}
                region={side}
              />
            </Pane>
          </Panes>
        </Pane>
        <PaneHandle label="Height of findings and runs" />
        <Pane id="panel" size="36%" min={110} label="Findings and runs">
          <TaskPanel
            view={view}
            desk={desk}
            provenance={provenance}
            scratchOpened={scratchTask === view.taskId}
            onOpenScratch={() => openPanel("scratch")}
            editor={editor}
            onLeave={leave}
            region={panel}
          />
        </Pane>
      </Panes>
      <ConflictDialog {...asking.dialog} />
      <HistoryDialog {...history.dialog} />
    </section>
  );
}
