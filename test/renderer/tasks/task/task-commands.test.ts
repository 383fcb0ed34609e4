import { expect, test } from "vitest";
import { taskEditorViewState } from "../../../../renderer/features/tasks/task/task-view-state.ts";
import {
  type TaskHandles,
  taskCommands,
} from "../../../../renderer/features/tasks/task/use-task-commands.ts";
import { tasksViewState } from "../../../../renderer/features/tasks/tasks-view.ts";
import {
  allTasksCommands,
  type TasksCommands,
  taskListCommands,
} from "../../../../renderer/features/tasks/use-tasks-commands.ts";
import { type Command, keyConflicts } from "../../../../renderer/ui/commands.ts";

const ignore = () => undefined;
const finding = (key: string) => ({
  key,
  finding: { rule: "r", severity: "error" as const, where: { kind: "task" as const }, message: key },
  origin: "lint" as const,
  isCurrent: true,
  isNew: false,
});

function handles(change: Partial<TaskHandles> = {}): TaskHandles {
  return {
    location: { document: "gold-1", reveal: null, ambiguity: 0, finding: null },
    documents: ["gold-1", "test-1-0", "gold-2"].map((id) => ({
      id,
      title: id,
      kind: "gold",
      phase: 1,
      language: "sql",
      text: "",
      starts: [0],
    })),
    findings: [finding("one"), finding("two")],
    ambiguities: 3,
    viewState: taskEditorViewState.default,
    profile: "conv",
    running: true,
    canRun: true,
    setViewState: ignore,
    showDocument: ignore,
    toFinding: ignore,
    toAmbiguity: ignore,
    startRun: ignore,
    cancelRun: ignore,
    openPanel: ignore,
    openSide: ignore,
    ...change,
  };
}

const run = (commands: Command[], id: string) => commands.find((command) => command.id === id)?.run();

test("no command of a task claims the keys of the list, of the work on all tasks, or of the window", () => {
  const anything = new Proxy({}, { get: () => ignore });
  const list = {
    list: anything,
    view: tasksViewState.default,
    onView: ignore,
    actions: { running: new Set(), start: ignore },
  } as unknown as TasksCommands;
  const window = ["mod+k", "?", "g r", "g t", "g d", "g s", "mod+,", "mod+o", "mod+shift+e"].map((keys) => ({
    id: `window ${keys}`,
    title: keys,
    keys: [keys],
    run: ignore,
  }));
  const groups = [taskCommands(handles()), taskListCommands(list), allTasksCommands(list), window];
  expect(keyConflicts(groups.map((commands) => ({ group: "", layer: 0, commands })))).toEqual([]);
});

test("every command of a task has keys of its own", () => {
  for (const { id, keys = [] } of taskCommands(handles())) expect(keys, id).not.toEqual([]);
});

test("findings, ambiguities and code are walked through in a ring", () => {
  const seen: string[] = [];
  const told = {
    toFinding: ({ key }: { key: string }) => seen.push(key),
    toAmbiguity: (index: number | null) => seen.push(`ambiguity ${index}`),
    showDocument: (id: string) => seen.push(id),
  };
  const first = taskCommands(handles(told));
  run(first, "task.next-finding");
  run(first, "task.previous-finding");
  run(first, "task.previous-ambiguity");
  run(first, "task.previous-code");
  const last = taskCommands(
    handles({ ...told, location: { document: "gold-2", reveal: null, ambiguity: 2, finding: "two" } }),
  );
  run(last, "task.next-finding");
  run(last, "task.next-ambiguity");
  run(last, "task.next-code");
  expect(seen).toEqual(["one", "two", "ambiguity 2", "gold-2", "one", "ambiguity 0", "gold-1"]);
});

test("a task without findings and ambiguities has nothing to walk through", () => {
  const fail = () => {
    throw new Error("there is nothing to go to");
  };
  const commands = taskCommands(
    handles({
      findings: [],
      ambiguities: 0,
      toFinding: fail,
      toAmbiguity: fail,
      location: { document: "gold-1", reveal: null, ambiguity: null, finding: null },
    }),
  );
  expect(() => {
    run(commands, "task.next-finding");
    run(commands, "task.next-ambiguity");
  }).not.toThrow();
  expect(commands.find(({ id }) => id === "task.no-ambiguity")?.enabled).toBe(false);
});

test("withheld gold cannot be run, and only a run under way can be cancelled", () => {
  const commands = taskCommands(handles({ canRun: false, running: false }));
  const enabled = (id: string) => commands.find((command) => command.id === id)?.enabled;
  expect([enabled("task.run"), enabled("task.check"), enabled("task.cancel")]).toEqual([false, false, false]);
});
