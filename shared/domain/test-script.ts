import { z } from "zod";

/** Python source that defines `test_case(pred_sqls, sol_sqls, db_name, conn)`; only an exception fails it (appendix G). */
export const TestScript = z.string();
export type TestScript = z.infer<typeof TestScript>;

/** The reference evaluators, which differ in what they run: conversational batch, agent, microservice (ADK). */
export const EvaluatorProfile = z.enum(["conv", "agent", "adk"]);
export type EvaluatorProfile = z.infer<typeof EvaluatorProfile>;

/** What an evaluator is called, and which tests it runs (rule T15) in a sentence. */
export const profileLabels: Record<EvaluatorProfile, { label: string; definition: string }> = {
  conv: {
    label: "conv",
    definition:
      "The conversational batch evaluator: the task's own tests if the id contains _M_, else soft exact match.",
  },
  agent: {
    label: "agent",
    definition:
      "The agent's evaluator: soft exact match for queries; other sub-tasks use their own tests, and pass without any.",
  },
  adk: {
    label: "adk",
    definition:
      "The ADK's microservice: soft exact match for queries and for sub-tasks without their own tests.",
  },
};

/**
 * The functions that each evaluator hands to a test script. A script under agent also finds what the evaluator's module
 * happens to import, test_case_default among it; it is not counted, as nobody promised it.
 */
export const scriptHelpers: Record<EvaluatorProfile, readonly string[]> = {
  conv: ["execute_queries", "test_case_default"],
  agent: ["execute_queries"],
  adk: ["execute_queries", "ex_base", "remove_distinct", "remove_comments", "remove_round"],
};

/** Functions that only an older single-instance evaluator handed over. */
const olderHelpers = [
  "perform_query_on_postgresql_databases",
  "performance_compare_by_qep",
  "check_sql_function_usage",
  "preprocess_results",
];

/** The evaluators' functions that a script calls without defining or importing them. */
export function helpersCalled(script: TestScript): string[] {
  const known = new Set([...Object.values(scriptHelpers).flat(), ...olderHelpers]);
  return [...known].filter(
    (name) =>
      new RegExp(`\\b${name}\\s*\\(`).test(script) &&
      !new RegExp(`\\b(?:def|import|as)\\s+${name}\\b`).test(script),
  );
}

/** The evaluators under which a script finds every function that it calls (rule T21). */
export function profilesFor(script: TestScript): EvaluatorProfile[] {
  const called = helpersCalled(script);
  return EvaluatorProfile.options.filter((profile) =>
    called.every((name) => scriptHelpers[profile].includes(name)),
  );
}

/** Whether the source defines the function that evaluators call; a name given later (test_case = …) counts, too. */
export function definesTestCase(script: TestScript): boolean {
  return /^(?:async\s+)?(?:def\s+test_case\s*\(|test_case\s*=[^=])/m.test(script);
}

/** What an evaluator runs for a sub-task: its own tests, the default test (soft exact match), or nothing, which passes. */
export type TestChoice = "own" | "default" | "none";

/** What the evaluators look at to choose a test; `instanceId` and `category` are the task's and the sub-task's. */
export interface TestSubject {
  instanceId: string;
  category: string | null;
  tests: readonly TestScript[];
}

/**
 * Which test an evaluator runs (rule T15): conv goes by `_M_` in the id, agent by the category Query and lets a
 * sub-task without tests pass, adk takes the default test for a Query and wherever there is no own test.
 */
export function testChoice(subject: TestSubject, profile: EvaluatorProfile): TestChoice {
  if (profile === "conv") return hasManagementId(subject.instanceId) ? ownOrNone(subject.tests) : "default";
  if (subject.category === "Query") return "default";
  if (profile === "agent") return ownOrNone(subject.tests);
  return subject.tests.length > 0 ? "own" : "default";
}

function ownOrNone(tests: readonly TestScript[]): TestChoice {
  return tests.length > 0 ? "own" : "none";
}

/** Whether one evaluator takes the task for a management task: the substring `_M_` in its id. */
export function hasManagementId(instanceId: string): boolean {
  return instanceId.includes("_M_");
}
