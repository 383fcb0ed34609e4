import { expect, test } from "vitest";
import type { TasksView } from "../../../renderer/features/tasks/tasks-view.ts";
import {
  allTasksCommands,
  type TasksCommands,
  taskListCommands,
} from "../../../renderer/features/tasks/use-tasks-commands.ts";
import { keyConflicts } from "../../../renderer/ui/commands.ts";
import { keyChord } from "../../../renderer/ui/keys.ts";

const ignore = () => undefined;

const commands = (show: TasksView["show"], done: string[] = []): TasksCommands => ({
  list: {
    ids: [1, 2],
    index: 0,
    taskId: 1,
    loading: false,
    error: null,
    filter: {},
    setFilter: ignore,
    sort: { by: "file", descending: false },
    setSort: ({ by, descending }) => done.push(`sort ${by} ${descending}`),
    refresh: ignore,
    step: (step) => done.push(step) > 0,
    goToIndex: ignore,
    open: ignore,
  },
  view: { list: true, show },
  onView: (change) => done.push(JSON.stringify(change)),
  actions: {
    running: new Set(["lint"]),
    start: (what, again) => done.push(`${what} ${again}`),
    evaluatePredictions: () => done.push("evaluate"),
    certify: ignore,
    playDialogues: () => done.push("play"),
    importTasks: ignore,
    exportTasks: ignore,
    openSettings: ignore,
  },
  focusSearch: ignore,
  focusPosition: ignore,
  toggleFilters: ignore,
  clearFilters: ignore,
});

test("no two commands of the list claim the same keys", () => {
  const all = commands("tasks");
  const sets = [taskListCommands(all), allTasksCommands(all)].map((of) => ({
    group: "Tasks",
    layer: 0,
    commands: of,
  }));
  expect(keyConflicts(sets)).toEqual([]);
});

test("keys walk the list, sort it, and begin the work on all tasks but what is under way", () => {
  const done: string[] = [];
  const all = commands("tasks", done);
  const found = [...taskListCommands(all), ...allTasksCommands(all)];
  const press = (keys: string): void => {
    const command = found.find(
      ({ keys: own = [], enabled }) => own.map(keyChord).includes(keys) && enabled !== false,
    );
    command?.run();
  };
  for (const keys of ["j", "k", "g g", "shift+g", "t l", "t c", "t r", "t e", "shift+p", "shift+s", "b"])
    press(keys);
  found.find(({ id }) => id === "tasks.sort-findings")?.run();
  expect(done).toEqual([
    "next",
    "previous",
    "first",
    "last",
    "check false",
    "run false",
    "evaluate",
    '{"show":"predictions"}',
    '{"show":"statistics"}',
    '{"list":false}',
    "sort findings true",
  ]);
});

test("what a person may not do with all tasks is no command of theirs", () => {
  const all = commands("tasks");
  const nothing = {
    ...{ start: null, evaluatePredictions: null, certify: null },
    ...{ importTasks: null, exportTasks: null, openSettings: null },
  };
  const ids = allTasksCommands({ ...all, actions: { ...all.actions, ...nothing } }).map(({ id }) => id);
  expect(ids).toEqual(
    ["play-dialogues", "certificates", "predictions", "statistics"].map((id) => `tasks.${id}`),
  );
});

test("while predictions are looked at, the ways through the list rest", () => {
  expect(taskListCommands(commands("predictions")).every(({ enabled }) => enabled === false)).toBe(true);
});

test("while statistics are looked at, the filter of the list is at hand", () => {
  const enabled = taskListCommands(commands("statistics")).filter((one) => one.enabled !== false);
  expect(enabled.map(({ id }) => id)).toEqual(["tasks.search", "tasks.filters", "tasks.clear-filters"]);
});

test("the keys that lead to another view lead back to the tasks, too", () => {
  const done: string[] = [];
  const back = allTasksCommands(commands("statistics", done)).find(({ id }) => id === "tasks.statistics");
  expect(back?.title).toBe("Show the tasks");
  back?.run();
  expect(done).toEqual(['{"show":"tasks"}']);
});
