import type { PhaseResult, RunStep, StatementPreview, TestOutcome } from "#shared/domain/task-run.ts";

type Verdicts = Pick<PhaseResult, "passed" | "passedFixed" | "tests" | "fixedTests" | "choice" | "steps">;

/** Why a phase did not pass, or why its two verdicts differ, in a sentence or two; null where there is nothing to say. */
export function phaseReason(run: Verdicts): string | null {
  const { passed, passedFixed, tests, fixedTests, steps } = run;
  if (passed && passedFixed) return null;
  const answer = steps.find(({ step }) => step === "answer");
  const failed = answer?.statements.find(({ status }) => status !== "ok");
  if (failed) return `The answer fails: ${failureOf(failed)}.${preparationFailure(steps)}`;
  if (answer?.statements.length === 0) return "There is no answer.";
  const fixed = failureIn(fixedTests.length > 0 ? fixedTests : tests);
  if (passed) return `Passes as shipped${run.choice === "none" ? ", where nothing is tested" : ""}: ${fixed}`;
  if (passedFixed) return `Fails only as shipped: ${failureIn(tests)}`;
  return `${failureIn(tests)}${preparationFailure(steps)}`;
}

function failureOf({ status, error }: StatementPreview): string {
  return error?.message ?? (status === "timeout" ? "it reached the time limit" : status);
}

function failureIn(tests: readonly TestOutcome[]): string {
  const failed = tests.find(({ status }) => status !== "passed");
  if (failed === undefined) return "";
  const said = shortened(failed.message === null || failed.message === "" ? failed.status : failed.message);
  if (failed.index === null) return said;
  return `Test ${failed.index + 1} ${endings[failed.status]}: ${said}`;
}

/** An assertion may hold whole results; the outcome keeps all of it. */
const mostCharacters = 300;

function shortened(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)} …`;
}

const endings: Record<TestOutcome["status"], string> = {
  passed: "passes",
  failed: "fails",
  error: "raises",
  timeout: "reaches its time limit",
  memory: "reaches its memory limit",
  "does-not-compile": "does not compile",
};

const preparations: RunStep[] = ["preprocess", "previous", "previous-clean-up"];

/** What went wrong before the answer ran, which may be why it failed. */
function preparationFailure(steps: PhaseResult["steps"]): string {
  for (const { step, statements } of steps) {
    const failed = preparations.includes(step) && statements.find(({ status }) => status !== "ok");
    if (failed) return ` Before it, ${step.replace("-", " ")} failed: ${failureOf(failed)}.`;
  }
  return "";
}
