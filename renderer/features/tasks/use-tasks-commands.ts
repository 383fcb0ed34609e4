import { type Command, command, commandIf, useCommands } from "../../ui/commands.ts";
import { chosenSort, sortKeys } from "./list/task-sort-menu.tsx";
import { sortNames } from "./list/task-words.ts";
import { projectWorks, type TaskWorkActions } from "./task-work.tsx";
import type { TasksView } from "./tasks-view.ts";
import type { TaskList } from "./use-task-list.ts";

/** What the commands of the screen act on. */
export interface TasksCommands {
  list: TaskList;
  view: TasksView;
  onView(change: Partial<TasksView>): void;
  actions: TaskWorkActions;
  focusSearch(): void;
  focusPosition(): void;
  toggleFilters(): void;
  /** Takes away the filter of what is looked at. */
  clearFilters(): void;
}

/** Everything that can be done with the list of tasks, by key and palette. */
export function useTasksCommands(commands: TasksCommands): void {
  useCommands("Tasks", taskListCommands(commands));
  useCommands("All tasks", allTasksCommands(commands));
}

/** The ways through the list and what it shows; they rest where it is not looked at, but its filter counts for the statistics, too. */
export function taskListCommands(commands: TasksCommands): Command[] {
  const { list, view, onView, focusPosition, focusSearch, toggleFilters, clearFilters } = commands;
  const inList = view.show === "tasks";
  const at = (id: string, title: string, keys: string[], run: () => void, enabled = inList): Command =>
    command(`tasks.${id}`, title, keys, run, { enabled });
  const filtered = view.show !== "predictions";
  return [
    at("next", "Next task", ["j", "ArrowDown"], () => list.step("next")),
    at("previous", "Previous task", ["k", "ArrowUp"], () => list.step("previous")),
    at("first", "First task", ["g g"], () => list.step("first")),
    at("last", "Last task", ["shift+g"], () => list.step("last")),
    at("go-to", "Go to position in the list", ["mod+g"], focusPosition),
    at("search", "Search the tasks", ["/"], focusSearch, filtered),
    at("filters", "Filters", ["shift+f"], toggleFilters, filtered),
    at("clear-filters", "Clear all filters", ["shift+x"], clearFilters, filtered),
    at("refresh", "Reapply filters and sorting", ["shift+l"], list.refresh),
    at("list", view.list ? "Hide the list of tasks" : "Show the list of tasks", ["b"], () =>
      onView({ list: !view.list }),
    ),
    ...sortKeys.map((by) =>
      at(`sort-${by}`, `Sort tasks by ${sortNames[by].toLowerCase()}`, [], () =>
        list.setSort(chosenSort(list.sort, by)),
      ),
    ),
  ];
}

/** The work on all tasks of the project. */
export function allTasksCommands({ view, onView, actions }: TasksCommands): Command[] {
  const { running, start } = actions;
  return [
    ...projectWorks.flatMap(({ what, title, keys }) =>
      commandIf(`tasks.${what}-all`, `${title} tasks`, [keys], start && (() => start(what, false)), {
        enabled: !running.has(what),
      }),
    ),
    ...projectWorks.flatMap(({ what, title }) =>
      commandIf(`tasks.${what}-all-again`, `${title} tasks again`, [], start && (() => start(what, true)), {
        enabled: !running.has(what),
      }),
    ),
    ...commandIf("tasks.evaluate-predictions", "Evaluate predictions…", ["t e"], actions.evaluatePredictions),
    command("tasks.play-dialogues", "Play dialogues…", ["t p"], actions.playDialogues),
    ...commandIf("tasks.certify", "Certify tasks…", ["t f"], actions.certify),
    shown("certificates", "Show certificates of all tasks", "shift+v", view, onView),
    shown("predictions", "Show evaluated predictions", "shift+p", view, onView),
    shown("statistics", "Show statistics of the tasks", "shift+s", view, onView),
    ...commandIf("tasks.settings", "Engine, evaluator, server…", [], actions.openSettings),
  ];
}

/** The way to another view of the project, and from there back to the tasks. */
function shown(
  show: Exclude<TasksView["show"], "tasks">,
  title: string,
  keys: string,
  view: TasksView,
  onView: TasksCommands["onView"],
): Command {
  const isThere = view.show === show;
  return command(`tasks.${show}`, isThere ? "Show the tasks" : title, [keys], () =>
    onView({ show: isThere ? "tasks" : show }),
  );
}
