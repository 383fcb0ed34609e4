import { useCommands } from "../../../../ui/commands.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Makes everything that can be done with test scripts a command with its keys. */
export function useTestsCommands(): void {
  const { tests, goldRuns } = useTaskEditor(({ tests, running }) => ({ tests, goldRuns: running }));
  const { part, index, script, answer, run } = tests;
  const has = script !== undefined;
  const isReady = answer.sql !== null;
  useCommands("Task", [
    {
      id: "task.run-tests",
      title: "Run the test scripts on the answer",
      keys: ["shift+t"],
      enabled: isReady,
      run: () => tests.start(null),
    },
    {
      id: "task.run-test",
      title: "Run this test script alone",
      keys: ["alt+shift+t"],
      enabled: isReady && has,
      run: () => tests.start([index]),
    },
    {
      id: "task.cancel-tests",
      title: "Cancel the test scripts",
      keys: ["mod+."],
      inInputs: true,
      // While the gold runs, too, the keys are for that.
      enabled: run?.state === "running" && !goldRuns,
      run: tests.cancel,
    },
    { id: "task.new-test", title: "New test script in Python", keys: ["alt+e"], run: tests.addPython },
    {
      id: "task.remove-test",
      title: "Remove the test script",
      keys: ["alt+shift+x"],
      enabled: has,
      run: tests.remove,
    },
    {
      id: "task.test-before",
      title: "Move the test script up",
      keys: ["alt+shift+up"],
      enabled: has && index > 0,
      run: () => tests.move(-1),
    },
    {
      id: "task.test-behind",
      title: "Move the test script down",
      keys: ["alt+shift+down"],
      enabled: has && index < part.tests.length - 1,
      run: () => tests.move(1),
    },
  ]);
}
