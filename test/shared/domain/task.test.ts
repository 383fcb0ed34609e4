import { describe, expect, test } from "vitest";
import { Ambiguity, inKindOrder, isKnownType, ofKind } from "#shared/domain/ambiguity.ts";
import {
  actionBudget,
  clarificationTurns,
  isClear,
  isManagement,
  subTasks,
  Task,
} from "#shared/domain/task.ts";
import {
  definesTestCase,
  type EvaluatorProfile,
  profilesFor,
  testChoice,
} from "#shared/domain/test-script.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

describe("a task", () => {
  test("T11: is a management task by its category, not by its id", () => {
    expect(isManagement({ ...harbourTask, category: "Management" })).toBe(true);
    expect(isManagement({ ...harbourTask, instanceId: "harbour_M_1" })).toBe(false);
  });

  test("T12: without an ambiguous question is a clear task", () => {
    expect(isClear(harbourTask)).toBe(false);
    expect(isClear({ ...harbourTask, ambiguousQuestion: null })).toBe(true);
  });

  test("U3: has the sub-tasks of both phases, each with its own gold and conditions", () => {
    const [first, second, ...more] = subTasks(harbourTask);
    expect(first).toMatchObject({
      phase: 1,
      question: harbourTask.clearQuestion,
      conditions: { order: true },
    });
    expect(second).toMatchObject({ phase: 2, goldSql: harbourTask.followUp?.goldSql });
    expect(more).toEqual([]);
  });

  test("T16: absent conditions are those of sets without rounding", () => {
    expect(subTasks(harbourTask)[1]?.conditions).toEqual({ decimals: null, distinct: false, order: false });
  });

  test("U1: without a follow-up has one sub-task", () => {
    expect(subTasks({ ...harbourTask, followUp: null }).map(({ phase }) => phase)).toEqual([1]);
  });

  test("is what its schema accepts, and a fractional knowledge id is not", () => {
    expect(Task.parse(harbourTask)).toEqual(harbourTask);
    expect(Task.safeParse({ ...harbourTask, knowledgeIds: [1.5] }).success).toBe(false);
  });
});

describe("the budget", () => {
  test("A5: c-Interact grants critical plus knowledge ambiguities plus patience", () => {
    expect(clarificationTurns(harbourTask)).toBe(5);
    expect([0, 3, 5, 7].map((patience) => clarificationTurns(harbourTask, patience))).toEqual([2, 5, 7, 9]);
  });

  test("A6: a-Interact grants 6, 2 for each of them and 2 for each unit of patience", () => {
    expect(actionBudget(harbourTask)).toBe(16);
    expect(actionBudget({ ...harbourTask, ambiguities: [] }, 0)).toBe(6);
  });

  test("A5: non-critical and environmental ambiguities grant nothing", () => {
    const rest = harbourTask.ambiguities.filter(({ kind }) => kind === "non-critical");
    expect(clarificationTurns({ ...harbourTask, ambiguities: rest }, 0)).toBe(0);
  });
});

describe("ambiguities", () => {
  test("A1: are in the order of their kinds, and within a kind as they were", () => {
    const [critical, nonCritical, knowledge] = harbourTask.ambiguities as [Ambiguity, Ambiguity, Ambiguity];
    const second = { ...critical, term: "berths" };
    expect(inKindOrder([knowledge, critical, nonCritical, second])).toEqual([
      critical,
      second,
      nonCritical,
      knowledge,
    ]);
    expect(ofKind(harbourTask.ambiguities, "knowledge").map((each) => each.deletedKnowledge)).toEqual([2]);
  });

  test("A4: a type of another kind or of nobody is outside the taxonomy", () => {
    const [critical] = harbourTask.ambiguities as [Ambiguity];
    expect(isKnownType(critical)).toBe(true);
    expect(isKnownType({ ...critical, type: "sort_ambiguity" })).toBe(false);
    expect(isKnownType({ ...critical, type: "vibe_ambiguity" })).toBe(false);
    expect(Ambiguity.safeParse({ ...critical, type: "vibe_ambiguity" }).success).toBe(true);
  });
});

describe("T15: the test that an evaluator runs", () => {
  const own = ["def test_case(p, s, d, c):\n    return 1\n"];
  const choices = (instanceId: string, category: string, tests: string[]) =>
    (["conv", "agent", "adk"] as EvaluatorProfile[]).map((profile) =>
      testChoice({ instanceId, category, tests }, profile),
    );

  test("is the default one for a query everywhere, own tests or not", () => {
    expect(choices("harbour_1", "Query", own)).toEqual(["default", "default", "default"]);
  });

  test("is the task's own for a management task", () => {
    expect(choices("harbour_M_1", "Management", own)).toEqual(["own", "own", "own"]);
  });

  test("is none, so that anything passes, for a management task without tests, save under adk", () => {
    expect(choices("harbour_M_1", "Management", [])).toEqual(["none", "none", "default"]);
  });

  test("goes by the id in conv where id and category disagree", () => {
    expect(choices("harbour_1", "Management", own)).toEqual(["default", "own", "own"]);
    expect(choices("harbour_M_1", "Query", own)).toEqual(["own", "default", "default"]);
  });
});

describe("T21: a test script", () => {
  test.each([
    ["execute_queries(sqls, db, conn)", ["conv", "agent", "adk"]],
    ["test_case_default(p, s, d, c)", ["conv"]],
    ["remove_round(p); ex_base(p, s, d, c)", ["adk"]],
    ["test_case_default(p); ex_base(p)", []],
    ["def ex_base(p):\n    return 1\nex_base(p)", ["conv", "agent", "adk"]],
    ["# ex_base is not called", ["conv", "agent", "adk"]],
  ])("%j finds its functions under %j", (script, expected) => {
    expect(profilesFor(script)).toEqual(expected);
  });
});

describe("T17: a test script", () => {
  test.each([
    ["def test_case(pred_sqls, sol_sqls, db_name, conn):\n    pass", true],
    ["import json\n\ndef test_case (a, b, c, d):\n  pass", true],
    ["def check(a, b, c, d):\n    pass\ntest_case = check", true],
    ["    def test_case(a, b, c, d):\n        pass", false],
    ["def test_cases(a, b, c, d):\n    pass", false],
    ["# def test_case(a):", false],
    ["", false],
  ])("%j defines test_case at the left margin: %s", (script, expected) => {
    expect(definesTestCase(script)).toBe(expected);
  });
});
