import { memo, useLayoutEffect, useState } from "react";
import type { DatabaseKnowledge, TaskDetails } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { useProjects } from "../../../data/projects.ts";
import { useTaskDraft } from "../../../data/task-draft.ts";
import { useTaskRun, useTaskRuns } from "../../../data/task-runs.ts";
import { useViewStateParts } from "../../../data/view-state.ts";
import { classes } from "../../../ui/classes.ts";
import { CommandsWait } from "../../../ui/commands.ts";
import { Pane, PaneHandle, Panes } from "../../../ui/panes.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { AmbiguitiesPane } from "./ambiguities/ambiguities-pane.tsx";
import { type AskedCertificate, AskedProperty } from "./certificate/asked-property.tsx";
import { CertificatePane } from "./certificate/certificate-pane.tsx";
import { CertificateSign } from "./certificate/certificate-sign.tsx";
import { useCertificateCommands } from "./certificate/use-certificate-commands.ts";
import { DialoguePreviewPane } from "./dialogue/dialogue-preview-pane.tsx";
import { ConflictDialog } from "./draft/conflict-dialog.tsx";
import { HistoryDialog } from "./draft/history-dialog.tsx";
import { useDraftCommands } from "./draft/use-draft-commands.ts";
import { useQuickFixCommand } from "./findings/use-quick-fix.ts";
import { SentBackNotice } from "./header/sent-back-notice.tsx";
import { TaskHeader } from "./header/task-header.tsx";
import { useStatusNotice } from "./header/use-status-notice.ts";
import { KnowledgePane } from "./knowledge/knowledge-pane.tsx";
import { useProvenanceCommands } from "./provenance/use-provenance-map.ts";
import { QuestionPane } from "./question/question-pane.tsx";
import { useRunWhileTyping } from "./run/use-run-while-typing.ts";
import { TaskEditorContext, useTaskEditor } from "./store/task-editor-context.ts";
import { TaskEditorFeeds } from "./store/task-editor-feeds.tsx";
import type { TaskEditorInputs } from "./store/task-editor-state.ts";
import { createTaskEditorStore } from "./store/task-editor-store.ts";
import { TaskCode } from "./task-code.tsx";
import { TaskPanel } from "./task-panel.tsx";
import { type TaskViewState, taskEditorViewState } from "./task-view-state.ts";
import { useTestsCommands } from "./tests/use-tests-commands.ts";
import { useAuthoringCommands } from "./use-authoring-commands.ts";
import { useTaskCommands } from "./use-task-commands.ts";

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
      <CommandsWait value={isStale}>
        <TaskEditorCommands />
        <TaskRegion isStale={isStale} />
      </CommandsWait>
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

/** What can be done with the task by keys and palette, and what is done by itself: notices, and runs while one types. */
function TaskEditorCommands() {
  useTaskCommands();
  useDraftCommands();
  useAuthoringCommands();
  useProvenanceCommands();
  useTestsCommands();
  useCertificateCommands();
  useQuickFixCommand();
  useStatusNotice(useTaskEditor(({ view }) => view));
  const follows = useTaskEditor((state) => ({
    isOn: state.viewState.runWhileTyping && state.task.goldSql.length > 0,
    taskId: state.taskId,
    revision: state.view.revision.revision,
    isSaved: state.draft.saveState === "saved",
    ...{ rerun: state.rerun, cancelRun: state.cancelRun },
    ...{ recertify: state.recertify, cancelCertificate: state.certificate.cancel },
  }));
  useRunWhileTyping({ ...follows, start: follows.rerun, cancel: follows.cancelRun });
  useRunWhileTyping({ ...follows, start: follows.recertify, cancel: follows.cancelCertificate });
  return null;
}

/** Beside the code: the ambiguities, the knowledge that the task has to do with, or what a dialogue about it comes to. */
function TaskSide() {
  const { task, side, setViewState } = useTaskEditor(({ task, viewState: { side }, setViewState }) => ({
    ...{ task, side, setViewState },
  }));
  const count = (length: number) => <span className="text-faint">{length}</span>;
  return (
    <Tabs<TaskViewState["side"]>
      label="Ambiguities, knowledge, dialogue, certificate"
      fits
      tabs={[
        { value: "ambiguities", title: "Ambiguities", badge: count(task.ambiguities.length) },
        { value: "knowledge", title: "Knowledge", badge: count(usedNodes(task)) },
        { value: "dialogue", title: "Dialogue" },
        { value: "certificate", title: "Certificate", badge: <CertificateSign /> },
      ]}
      value={side}
      onChange={(chosen) => setViewState({ side: chosen })}
    >
      {side === "ambiguities" && <AmbiguitiesPane />}
      {side === "knowledge" && <KnowledgePane />}
      {side === "dialogue" && <DialoguePreviewPane />}
      {side === "certificate" && <CertificatePane />}
    </Tabs>
  );
}

const usedNodes = ({ knowledgeIds, followUp }: Task): number =>
  new Set([...knowledgeIds, ...(followUp?.knowledgeIds ?? [])]).size;
