import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** What a run of suites came to, written as JSON for build/test.ts. */
export interface Outcome {
  passed: number;
  skipped: number;
  failures: Failure[];
}

/** A test that failed, or an error outside every test: of a hook, of a file that does not load, or one that nothing caught. */
interface Failure {
  file: string;
  /** The name of the test or suite; empty for an error of the whole file. */
  name: string;
  message: string;
}

/** A vitest reporter that writes the outcome to the file that QUERENT_TEST_OUTCOME names. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]) {
    const { QUERENT_TEST_OUTCOME: file } = process.env;
    if (file === undefined) throw new Error("QUERENT_TEST_OUTCOME must name the file for the outcome.");
    const outcome: Outcome = { passed: 0, skipped: 0, failures: uncaught.map(failureOfUncaught) };
    for (const module of modules) {
      const fail = (name: string, errors: readonly { message: string }[]) =>
        outcome.failures.push({ file: module.moduleId, name, message: errors[0]?.message ?? "" });
      for (const suite of [module, ...module.children.allSuites()])
        if (suite.errors().length > 0) fail(suite.type === "module" ? "" : suite.fullName, suite.errors());
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") outcome.passed += 1;
        else if (state === "failed") fail(test.fullName, errors);
        else outcome.skipped += 1;
      }
    }
    writeFileSync(file, JSON.stringify(outcome));
  }
}

const failureOfUncaught = ({
  VITEST_TEST_PATH,
  VITEST_TEST_NAME,
  stack,
  message,
}: SerializedError): Failure => ({
  ...{ file: String(VITEST_TEST_PATH ?? ""), name: String(VITEST_TEST_NAME ?? "") },
  message: stack ?? message,
});
