import { lineRange } from "../../text/line-range.ts";
import { checkFamily, defineRules } from "../rule.ts";

const rules = defineRules({
  "test-does-not-compile": {
    severity: "error",
    meaning: "Python cannot compile the script, so every answer fails it.",
    fix: "Correct the line.",
  },
});

/** Whether Python can read the test scripts. */
export const testCompiles = checkFamily({
  topic: "tests",
  needs: "run",
  about: "whether the test scripts compile",
  evenIfGoldFails: true,
  rules,
  async *check({ part, compile }) {
    for (const [index, script] of part.tests.entries()) {
      const problem = await compile(script);
      if (problem === null) continue;
      const line = problem.line === null ? "" : `, line ${problem.line}`;
      yield {
        rule: "test-does-not-compile",
        where: { kind: "test", index, range: lineRange(script, problem.line) },
        message: `Test ${index + 1} of phase ${part.phase} does not compile${line}: ${problem.message}. Every answer fails it until it is corrected.`,
        evidence: { kind: "text", text: problem.message },
      };
    }
  },
});
