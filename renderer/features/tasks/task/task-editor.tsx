import { memo, useLayoutEffect, useState } from "react";
import type { DatabaseKnowledge, TaskDetails } from "#shared/contract/tasks.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { useProjects } from "../../../data/projects.ts";
import { useTaskDraft } from "../../../data/task-draft.ts";
import { useTaskRun, useTaskRuns } from "../../../data/task-runs.ts";
import { useViewStateParts } from "../../../data/view-state.ts";
import { classes } from "../../../ui/classes.ts";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { type AskedCertificate, AskedProperty } from "./certificate/asked-property.tsx";
import { ConflictDialog } from "./draft/conflict-dialog.tsx";
import { HistoryDialog } from "./draft/history-dialog.tsx";
import { SentBackNotice } from "./header/sent-back-notice.tsx";
import { TaskHeader } from "./header/task-header.tsx";
import { QuestionPane } from "./question/question-pane.tsx";
import { TaskEditorContext, useTaskEditor } from "./store/task-editor-context.ts";
import { TaskEditorFeeds } from "./store/task-editor-feeds.tsx";
import type { TaskEditorInputs } from "./store/task-editor-state.ts";
import { createTaskEditorStore } from "./store/task-editor-store.ts";
import { TaskCode } from "./task-code.tsx";
import { TaskEditorCommands } from "./task-editor-commands.ts";
import { TaskPanel } from "./task-panel.tsx";
import { TaskSide } from "./task-side.tsx";
import { taskEditorViewState } from "./task-view-state.ts";

export interface TaskEditorProps {
  view: TaskDetails;
  /** It is the task before the one that is on its way. */
  isStale: boolean;
  knowledge: DatabaseKnowledge | undefined;
  knowledgeError: unknown;
  /** What of the certificate is to be shown now. */
  asked: AskedCertificate | null;
  onAsked(): void;
}

/** A task laid out: questions, code and ambiguities above; findings, runs and scratch SQL below. */
export function TaskEditor({ isStale, asked, onAsked, ...props }: TaskEditorProps) {
  const inputs = useInputs(props);
  const [store] = useState(() => createTaskEditorStore(inputs));
  useLayoutEffect(() => store.getState().publish(inputs));
  return (
    <TaskEditorContext value={store}>
      <Parts isStale={isStale} />
      {asked !== null && <AskedProperty asked={asked} onShown={onAsked} />}
    </TaskEditorContext>
  );
}

function useInputs({
  view,
  knowledge,
  knowledgeError,
}: Pick<TaskEditorProps, "view" | "knowledge" | "knowledgeError">): TaskEditorInputs {
  const draft = useTaskDraft(view);
  const settings = useProjects().find(({ id }) => id === view.projectId)?.taskSettings;
  // The key is as it was written on people's disks first.
  const [viewState, setViewState] = useViewStateParts(taskEditorViewState);
  return {
    draft,
    knowledge,
    knowledgeError,
    dialect: dialectOf(settings?.engine ?? "pglite"),
    profile: viewState.profile ?? settings?.profile ?? "conv",
    viewState,
    setViewState,
    runs: useTaskRuns(),
    live: useTaskRun(view.taskId),
  };
}

/** Drawn once: each part follows what it needs of the store. */
const Parts = memo(function Parts({ isStale }: { isStale: boolean }) {
  return (
    <TaskEditorFeeds>
      <TaskEditorCommands />
      <TaskRegion isStale={isStale} />
      <ConflictDialog />
      <HistoryDialog />
    </TaskEditorFeeds>
  );
});

function TaskRegion({ isStale }: { isStale: boolean }) {
  const { instanceId, flush, region } = useTaskEditor(({ task, draft, region }) => ({
    instanceId: task.instanceId,
    flush: draft.flush,
    region,
  }));
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`Task ${instanceId}`}
      aria-busy={isStale}
      onBlur={() => void flush()}
      className={classes("flex min-h-0 min-w-0 flex-1 flex-col outline-none", isStale && "opacity-60")}
    >
      <TaskHeader />
      <SentBackNotice />
      <Panes id="tasks.desk" direction="vertical">
        <Pane id="parts" min={160} label="The parts of the task">
          <Panes id="tasks.parts">
            <Pane id="questions" size="25%" min={180} label="The questions">
              <QuestionPane />
            </Pane>
            <PaneHandle label="Width of the questions" />
            <Pane id="code" min={240} label="The code">
              <TaskCode />
            </Pane>
            <PaneHandle label="Width of the ambiguities" />
            <Pane id="side" size="30%" min={200} label="The ambiguities and the knowledge">
              <TaskSide />
            </Pane>
          </Panes>
        </Pane>
        <PaneHandle label="Height of findings and runs" />
        <Pane id="panel" size="36%" min={110} label="Findings and runs">
          <TaskPanel />
        </Pane>
      </Panes>
    </section>
  );
}
