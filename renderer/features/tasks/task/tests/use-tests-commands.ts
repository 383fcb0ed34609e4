import { command, useCommands } from "../../../../ui/commands.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

/** Makes everything that can be done with test scripts a command with its keys. */
export function useTestsCommands(): void {
  const { tests, goldRuns } = useTaskEditor(({ tests, running }) => ({ tests, goldRuns: running }));
  const { part, index, script, answer, run } = tests;
  const has = script !== undefined;
  const isReady = answer.sql !== null;
  useCommands("Task", [
    command("task.run-tests", "Run the test scripts on the answer", ["shift+t"], () => tests.start(null), {
      enabled: isReady,
    }),
    command("task.run-test", "Run this test script alone", ["alt+shift+t"], () => tests.start([index]), {
      enabled: isReady && has,
    }),
    {
      id: "task.cancel-tests",
      title: "Cancel the test scripts",
      keys: ["mod+."],
      inInputs: true,
      // While the gold runs, too, the keys are for that.
      enabled: run?.state === "running" && !goldRuns,
      run: tests.cancel,
    },
    command("task.new-test", "New test script in Python", ["alt+e"], tests.addPython),
    command("task.remove-test", "Remove the test script", ["alt+shift+x"], tests.remove, { enabled: has }),
    command("task.test-before", "Move the test script up", ["alt+shift+up"], () => tests.move(-1), {
      enabled: has && index > 0,
    }),
    command("task.test-behind", "Move the test script down", ["alt+shift+down"], () => tests.move(1), {
      enabled: has && index < part.tests.length - 1,
    }),
  ]);
}
