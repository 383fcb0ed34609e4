import path from "node:path";
import { forkProcess } from "../../electron/runners/fork-process.ts";
import { createTestRunner } from "../../electron/runners/python/create-test-runner.ts";
import { sourcePython } from "../../electron/runners/python/source-python.ts";
import type { TestRunner } from "../../electron/runners/python/test-runner.ts";

/** A runner of Python test scripts that keeps what it makes in the folder; ready once Python is prepared, which takes its time. */
export async function openTestScripts(folder: string): Promise<TestRunner> {
  const tests = createTestRunner({
    start: forkProcess,
    ...sourcePython,
    cacheDir: path.join(folder, "python"),
    warm: 1,
  });
  await tests.compile("pass");
  return tests;
}
