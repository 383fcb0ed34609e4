import { type RefObject, useRef, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useIfMay } from "../../data/members.ts";
import { useReadingCallsText } from "../../data/model-readings.ts";
import { usePersonSettings } from "../../data/settings.ts";
import { useViewStateParts } from "../../data/view-state.ts";
import { abilities } from "../../host/abilities.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { Pane, PaneHandle, Panes } from "../../ui/panes.tsx";
import { focusSearchOf } from "../../ui/search-field.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { notify } from "../../ui/toasts.tsx";
import { MatrixView } from "./certificates/matrix-view.tsx";
import { type Certificates, useCertificates } from "./certificates/use-certificates.tsx";
import { EmptyTasks } from "./empty-tasks.tsx";
import { ExercisesBanner } from "./exercises-banner.tsx";
import { TaskListPane } from "./list/task-list-pane.tsx";
import { useNewTasks } from "./new/use-new-tasks.tsx";
import { EvaluateDialog } from "./predictions/evaluate-dialog.tsx";
import { PredictionsView } from "./predictions/predictions-view.tsx";
import { StatisticsView } from "./statistics/statistics-view.tsx";
import { TaskView } from "./task/index.ts";
import { TaskJobOutcome, TaskJobProgress } from "./task-job.tsx";
import { type TaskWorkActions, TaskWorkButtons } from "./task-work.tsx";
import { TasksHeader } from "./tasks-header.tsx";
import { type TasksView, tasksViewState } from "./tasks-view.ts";
import { type TaskList, useTaskList } from "./use-task-list.ts";
import { type ProjectWorkState, useTaskWork } from "./use-task-work.ts";
import { useTasksCommands } from "./use-tasks-commands.ts";

export interface TasksScreenProps {
  project: Project;
  /** The task that the address names, or null. */
  itemId: number | null;
  onItem(taskId: number): void;
  onImportTasks(): void;
  onExportTasks(): void;
  onOpenSettings(): void;
  onOpenProject(projectId: number): void;
  onPlay(tasks: { open: number | null; listed: readonly number[] | null }): void;
}

/** The tasks of a project: the list, one task whole beside it, their certificates, what files of predictions gave on them, their statistics. */
export function TasksScreen(props: TasksScreenProps) {
  if (props.project.taskCount === 0)
    return (
      <EmptyTasks
        projectId={props.project.id}
        onImport={props.onImportTasks}
        onSample={props.onOpenProject}
        onTask={props.onItem}
      />
    );
  return <FilledScreen {...props} />;
}

const views = [
  { value: "tasks", title: "Tasks" },
  { value: "certificates", title: "Certificates" },
  { value: "predictions", title: "Predictions" },
  { value: "statistics", title: "Statistics" },
] as const satisfies readonly { value: TasksView["show"]; title: string }[];

function FilledScreen(props: TasksScreenProps) {
  const { project } = props;
  const [view, onView] = useViewStateParts(tasksViewState);
  const list = useTaskList(project.id, props.itemId, props.onItem);
  const work = useTaskWork(project);
  const [evaluating, setEvaluating] = useState(false);
  const certificates = useCertificates(project, list, view);
  const { search, positionField, finding } = useFinding(view, onView);
  const ifMay = useIfMay(project.id);
  const actions: TaskWorkActions = {
    running: new Set(work.running.map(({ kind }) => kind)),
    start: ifMay("taskRuns", "startAll", work.start),
    evaluatePredictions: ifMay("taskRuns", "evaluatePredictions", () => setEvaluating(true)),
    certify: certificates.certify,
    playDialogues: () => props.onPlay({ open: list.taskId, listed: list.ids }),
    importTasks: ifMay("tasks", "import", props.onImportTasks),
    exportTasks: ifMay("tasks", "exportToText", props.onExportTasks),
    openSettings: ifMay("settings", "setOfProject", props.onOpenSettings),
  };
  const clearFilters = view.show === "certificates" ? certificates.clearFilter : () => list.setFilter({});
  useTasksCommands({ list, view, onView, actions, clearFilters, ...finding });
  const openTask = (taskId: number): void => {
    onView({ show: "tasks" });
    list.open(taskId);
  };
  const newTasks = useNewTasks(project, list, openTask);
  const readingCalls = useReadingCallsEntry(project.id);
  const tools = (
    <>
      <TaskJobProgress jobs={work.running} />
      <TaskWorkButtons actions={actions} more={newTasks.entries} exports={readingCalls} />
    </>
  );
  const shown = { project, list, view, onView, search, openTask, onEvaluate: actions.evaluatePredictions };
  return (
    <>
      <TasksHeader {...{ projectId: project.id, list, view, onView, positionField }} />
      <Tabs
        label="View of the project"
        tabs={views}
        value={view.show}
        onChange={(show) => onView({ show })}
        tools={tools}
      >
        <WorkTrouble work={work} onSettings={actions.openSettings} />
        {view.show === "tasks" && <ExercisesBanner projectId={project.id} list={list} />}
        <ShownView {...shown} certificates={certificates} />
      </Tabs>
      {newTasks.dialog}
      {certificates.dialog}
      {evaluating && (
        <EvaluateDialog
          project={project}
          onClose={() => setEvaluating(false)}
          onStarted={() => onView({ show: "predictions" })}
        />
      )}
    </>
  );
}

type OnView = (change: Partial<TasksView>) => void;

/** The search and the filters above the list and the statistics. */
interface Search {
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

/** The fields and filters by which a task is found, and how commands lead to them. */
function useFinding(view: TasksView, onView: OnView) {
  const [filtersOpen, onFiltersOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const positionField = useRef<HTMLInputElement>(null);
  const search: Search = { searchField, filtersOpen, onFiltersOpen };
  const finding = {
    focusSearch: () =>
      focusSearchOf(searchField, () => {
        if (view.show === "tasks") onView({ list: true });
      }),
    focusPosition: () => positionField.current?.focus(),
    toggleFilters: () => onFiltersOpen((open) => !open),
  };
  return { search, positionField, finding };
}

interface ShownViewProps {
  project: Project;
  list: TaskList;
  view: TasksView;
  onView: OnView;
  search: Search;
  certificates: Certificates;
  openTask(taskId: number): void;
  onEvaluate: TaskWorkActions["evaluatePredictions"];
}

function ShownView(props: ShownViewProps) {
  const { project, list, view, onView, search, certificates, openTask, onEvaluate } = props;
  switch (view.show) {
    case "tasks":
      return (
        <ListAndTask
          {...{ projectId: project.id, list, withList: view.list, ...search }}
          {...{ asked: certificates.asked, onAsked: certificates.onAsked }}
        />
      );
    case "certificates":
      return (
        <MatrixView
          {...{
            projectId: project.id,
            projectName: project.name,
            state: certificates.state,
            onState: certificates.onState,
            ...search,
          }}
          onCertify={certificates.certify}
          exceptions={certificates.exceptions}
          onOpen={(taskId, property) => {
            certificates.ask({ taskId, property });
            openTask(taskId);
          }}
        />
      );
    case "predictions":
      return <PredictionsView project={project} onTask={openTask} onEvaluate={onEvaluate} />;
    case "statistics":
      return (
        <StatisticsView
          project={project}
          filter={list.filter}
          onFilter={list.setFilter}
          onTasks={(filter) => {
            list.setFilter(filter);
            onView({ list: true, show: "tasks" });
          }}
          {...search}
        />
      );
  }
}

interface ListAndTaskProps extends Search, Pick<Certificates, "asked" | "onAsked"> {
  projectId: number;
  list: TaskList;
  withList: boolean;
}

function ListAndTask({ withList, asked, onAsked, ...pane }: ListAndTaskProps) {
  const { taskId } = pane.list;
  return (
    <Panes id="tasks.main">
      {withList && (
        <Pane id="list" label="The list of tasks" size={340} min={240} max="45%">
          <TaskListPane {...pane} />
        </Pane>
      )}
      {withList && <PaneHandle label="Width of the list" />}
      <Pane id="task" label="The task" min={480}>
        {taskId !== null && <TaskView {...{ taskId, asked, onAsked }} />}
      </Pane>
    </Panes>
  );
}

/** Why a work on all tasks could not begin, or did not end well. */
function WorkTrouble({ work, onSettings }: { work: ProjectWorkState; onSettings: (() => void) | null }) {
  if (work.error)
    return (
      <InlineError
        className="m-2"
        title={errorText(work.error)}
        details={errorDetails(work.error)}
        actions={
          <>
            {onSettings !== null && (
              <Button size="sm" onClick={onSettings}>
                Engine, evaluator, server…
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={work.close}>
              Close
            </Button>
          </>
        }
      />
    );
  if (work.ended === null) return null;
  return <TaskJobOutcome job={work.ended} onClose={work.close} onSettings={onSettings} />;
}

/** The menu entry that saves a project's calls to language models for readings; none for who has no language model. */
function useReadingCallsEntry(projectId: number): MenuEntry[] {
  const text = useReadingCallsText();
  const { "models.endpoints": endpoints } = usePersonSettings();
  const save = async (): Promise<void> => {
    try {
      const file = await text.mutateAsync(projectId);
      const saved = await abilities.saveText(file.fileName, file.text);
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The calls were not exported", description: errorText(error) });
    }
  };
  if (endpoints.length === 0) return [];
  return [{ title: "Export the calls for readings", run: () => void save() }];
}
