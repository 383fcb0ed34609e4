import { type RefObject, useRef, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useViewStateParts } from "../../data/view-state.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { Pane, PaneHandle, Panes } from "../../ui/panes.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { EmptyTasks } from "./empty-tasks.tsx";
import { TaskListPane } from "./list/task-list-pane.tsx";
import { useNewTasks } from "./new/use-new-tasks.tsx";
import { EvaluateDialog } from "./predictions/evaluate-dialog.tsx";
import { PredictionsView } from "./predictions/predictions-view.tsx";
import { StatisticsView } from "./statistics/statistics-view.tsx";
import { TaskView } from "./task/index.ts";
import { TaskJobOutcome, TaskJobProgress } from "./task-job.tsx";
import { TaskWorkButtons } from "./task-work.tsx";
import { TasksHeader } from "./tasks-header.tsx";
import { tasksViewState } from "./tasks-view.ts";
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
}

/** The tasks of a project: the list, one task whole beside it, what files of predictions gave on them, their statistics. */
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

// Longer than a function should be: one state of the screen, which its header, tabs, commands and dialog share.
function FilledScreen(props: TasksScreenProps) {
  const { project, itemId: asked, onItem, onOpenSettings } = props;
  const [view, onView] = useViewStateParts(tasksViewState);
  const list = useTaskList(project.id, asked, onItem);
  const work = useTaskWork(project);
  const [evaluating, setEvaluating] = useState(false);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const positionField = useRef<HTMLInputElement>(null);
  const actions = {
    running: new Set(work.running.map(({ kind }) => kind)),
    start: work.start,
    evaluatePredictions: () => setEvaluating(true),
    importTasks: props.onImportTasks,
    exportTasks: props.onExportTasks,
    openSettings: onOpenSettings,
  };
  useTasksCommands({
    list,
    view,
    onView,
    actions,
    focusSearch: () => {
      if (view.show === "tasks") onView({ list: true });
      // A list that was hidden is there only after the next paint.
      requestAnimationFrame(() => searchField.current?.focus());
    },
    focusPlace: () => positionField.current?.focus(),
    toggleFilters: () => setFiltersOpen((open) => !open),
  });
  const openTask = (taskId: number): void => {
    onView({ show: "tasks" });
    list.open(taskId);
  };
  const newTasks = useNewTasks(project.id, list, openTask);
  return (
    <>
      <TasksHeader
        projectId={project.id}
        list={list}
        view={view}
        onView={onView}
        positionField={positionField}
      />
      <Tabs
        label="View of the project"
        tabs={[
          { value: "tasks", title: "Tasks" },
          { value: "predictions", title: "Predictions" },
          { value: "statistics", title: "Statistics" },
        ]}
        value={view.show}
        onChange={(show) => onView({ show })}
        tools={
          <>
            <TaskJobProgress jobs={work.running} />
            <TaskWorkButtons actions={actions} more={newTasks.entries} />
          </>
        }
      >
        <WorkTrouble work={work} onSettings={onOpenSettings} />
        {view.show === "tasks" ? (
          <ListAndTask
            projectId={project.id}
            list={list}
            withList={view.list}
            searchField={searchField}
            filtersOpen={filtersOpen}
            onFiltersOpen={setFiltersOpen}
          />
        ) : view.show === "predictions" ? (
          <PredictionsView project={project} onTask={openTask} onEvaluate={actions.evaluatePredictions} />
        ) : (
          <StatisticsView
            project={project}
            filter={list.filter}
            onFilter={list.setFilter}
            onTasks={(filter) => {
              list.setFilter(filter);
              onView({ list: true, show: "tasks" });
            }}
            searchField={searchField}
            filtersOpen={filtersOpen}
            onFiltersOpen={setFiltersOpen}
          />
        )}
      </Tabs>
      {newTasks.dialog}
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

interface ListAndTaskProps {
  projectId: number;
  list: TaskList;
  withList: boolean;
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

function ListAndTask({ withList, ...pane }: ListAndTaskProps) {
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
        {taskId !== null && <TaskView taskId={taskId} />}
      </Pane>
    </Panes>
  );
}

/** Why a work on all tasks could not begin, or did not end well. */
function WorkTrouble({ work, onSettings }: { work: ProjectWorkState; onSettings(): void }) {
  if (work.error)
    return (
      <InlineError
        className="m-2"
        title={errorText(work.error)}
        details={errorDetails(work.error)}
        actions={
          <>
            <Button size="sm" onClick={onSettings}>
              Engine, evaluator, server…
            </Button>
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
