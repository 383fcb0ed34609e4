import type { Check } from "./check.ts";
import { lineRange } from "./line-range.ts";

/** test-does-not-compile: a test script that Python cannot read; every answer fails it. */
export const testCompiles: Check = {
  name: "whether the test scripts compile",
  needs: "text",
  async *run({ part, compile }) {
    for (const [index, script] of part.tests.entries()) {
      const problem = await compile(script);
      if (problem === null) continue;
      const line = problem.line === null ? "" : `, line ${problem.line}`;
      yield {
        rule: "test-does-not-compile",
        severity: "error",
        where: { kind: "test", index, range: lineRange(script, problem.line) },
        message: `Test ${index + 1} of phase ${part.phase} does not compile${line}: ${problem.message}. Every answer fails it until it is corrected.`,
        evidence: { kind: "text", text: problem.message },
      };
    }
  },
};
