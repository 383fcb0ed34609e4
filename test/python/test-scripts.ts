import path from "node:path";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createTestRunner } from "../../electron/python/create-test-runner.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { testPaths } from "../support/program-paths.ts";

/** A runner of Python test scripts that keeps what it makes in the folder; ready once Python is prepared, which takes its time. */
export async function openTestScripts(folder: string, warm = 1): Promise<TestRunner> {
  const tests = createTestRunner({
    start: forkProcess,
    ...testPaths.python,
    codeFolders: testPaths.codeFolders,
    cacheDir: path.join(folder, "python"),
    warm,
  });
  await tests.compile("pass");
  return tests;
}
