import { useCommands } from "../../../../ui/commands.ts";
import type { TestsEditor } from "./use-tests-editor.ts";

/** Makes everything that can be done with test scripts a command with its keys; `goldRuns`: a run of the gold is under way. */
export function useTestsCommands(desk: TestsEditor, goldRuns: boolean): void {
  const { part, index, script, answer, run } = desk;
  const has = script !== undefined;
  const isReady = answer.sql !== null;
  useCommands("Task", [
    {
      id: "task.run-tests",
      title: "Run the test scripts on the answer",
      keys: ["shift+t"],
      enabled: isReady,
      run: () => desk.start(null),
    },
    {
      id: "task.run-test",
      title: "Run this test script alone",
      keys: ["alt+shift+t"],
      enabled: isReady && has,
      run: () => desk.start([index]),
    },
    {
      id: "task.cancel-tests",
      title: "Cancel the test scripts",
      keys: ["mod+."],
      inInputs: true,
      // While the gold runs, too, the keys are for that.
      enabled: run?.state === "running" && !goldRuns,
      run: desk.cancel,
    },
    { id: "task.new-test", title: "New test script in Python", keys: ["alt+e"], run: desk.addPython },
    {
      id: "task.remove-test",
      title: "Remove the test script",
      keys: ["alt+shift+x"],
      enabled: has,
      run: desk.remove,
    },
    {
      id: "task.test-before",
      title: "Put the test script before the one above",
      keys: ["alt+shift+up"],
      enabled: has && index > 0,
      run: () => desk.move(-1),
    },
    {
      id: "task.test-behind",
      title: "Put the test script behind the one below",
      keys: ["alt+shift+down"],
      enabled: has && index < part.tests.length - 1,
      run: () => desk.move(1),
    },
  ]);
}
