import { describe, expect, it } from "vitest";
import { phasePlans } from "#shared/domain/phase-plan.ts";
import type { Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

/** A task of the given kind; `own` gives both phases a test of their own. */
function taskOf(category: "Query" | "Management", { own = false, id = "harbour_1" } = {}): Task {
  const tests = own ? ["def test_case(pred_sqls, sol_sqls, db_name, conn): pass"] : [];
  const { followUp } = harbourTask;
  return {
    ...harbourTask,
    instanceId: id,
    category,
    tests,
    followUp: followUp && { ...followUp, category, tests },
  };
}

function second(task: Task, profile: EvaluatorProfile) {
  return phasePlans(task, profile)[1];
}

describe("the plan of a phase", () => {
  it.each([
    ["conv", "Query", "gold"],
    ["conv", "Management", "gold"],
    ["agent", "Query", "template"],
    ["agent", "Management", "predicted"],
    ["adk", "Query", "snapshot"],
    ["adk", "Management", "snapshot"],
  ] as const)("J1: phase 2 of %s after a %s begins on: %s", (profile, category, start) => {
    expect(phasePlans(taskOf(category), profile)[0]?.start).toBe("template");
    expect(second(taskOf(category), profile)?.start).toBe(start);
  });

  it("J2: adk prepares nothing, agent nothing before a phase 2 on the template", () => {
    const prepared = (profile: EvaluatorProfile, category: "Query" | "Management") =>
      phasePlans(taskOf(category), profile).map(({ preparation }) => preparation);
    expect(prepared("conv", "Query")).toEqual([true, true]);
    expect(prepared("agent", "Query")).toEqual([true, false]);
    expect(prepared("agent", "Management")).toEqual([true, true]);
    expect(prepared("adk", "Management")).toEqual([false, false]);
  });

  it("J3: conv takes the conditions of phase 1 for both phases, the others those of the phase", () => {
    const order = (profile: EvaluatorProfile) =>
      phasePlans(harbourTask, profile).map(({ conditions }) => conditions.order);
    expect([order("conv"), order("agent"), order("adk")]).toEqual([
      [true, true],
      [true, false],
      [true, false],
    ]);
  });

  it.each([
    ["conv", taskOf("Management", { own: true }), "default", "own"],
    ["conv", taskOf("Management", { own: true, id: "harbour_M_1" }), "own", "own"],
    ["conv", taskOf("Management", { id: "harbour_M_1" }), "none", "default"],
    ["agent", taskOf("Management"), "none", "default"],
    ["agent", taskOf("Query", { own: true }), "default", "default"],
    ["adk", taskOf("Management"), "default", "default"],
  ] as const)(
    "J5: under %s a task is tested as shipped and fixed (%#)",
    (profile, task, choice, fixedChoice) => {
      expect(phasePlans(task, profile)[0]).toMatchObject({ choice, fixedChoice });
    },
  );

  it("is one for a task without a follow-up", () => {
    expect(phasePlans({ ...harbourTask, followUp: null }, "conv")).toHaveLength(1);
  });
});
