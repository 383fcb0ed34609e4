import { describe, expect, it } from "vitest";
import { BadInput } from "#shared/formats/bad-input.ts";
import { readTrajectories } from "#shared/formats/trajectory.ts";

const submission = {
  tool: "submit_sql",
  args: { sql: "SELECT 1" },
  result: "Phase 1 correct! (Reward: 0.7).",
};
const sample = {
  instance_id: "harbour_1",
  has_follow_up: false,
  phase1_passed: true,
  phase2_passed: false,
  total_reward: 0.7,
  tool_trajectory: [
    { tool: "ask_user", args: { question: "Which berths?" }, result: "The busy ones." },
    submission,
  ],
  adk_events: [{ type: "user_message", message: "Berths.\n\nYou have 4 clarification turns. Ask." }],
};

const read = (value: unknown) => readTrajectories(JSON.stringify(value), "samples.json");

function problemsOf(value: unknown) {
  try {
    read(value);
  } catch (error) {
    if (error instanceof BadInput) return error.problems;
    throw error;
  }
  return [];
}

describe("reading trajectories", () => {
  it("reads actions, verdicts with their phase, the budget that was told, and who played", () => {
    const file = read({
      mode: "c-interact",
      model: "m",
      user_sim: "u",
      prompt_version: "v1",
      samples: [sample],
    });
    expect(file).toMatchObject({ system: "m", simulator: "u, prompts v1" });
    expect(file.trajectories).toMatchObject([
      {
        ...{ instanceId: "harbour_1", protocol: "c", hasFollowUp: false, budget: 4 },
        steps: [
          {
            action: { kind: "ask", question: "Which berths?" },
            observation: "The busy ones.",
            verdict: null,
          },
          { action: { kind: "submit", sql: ["SELECT 1"] }, verdict: { passed: true, phase: 1 } },
        ],
      },
    ]);
  });

  it("reads what the ADK writes (results), and a bare list; coins tell a-Interact from c-Interact", () => {
    const coins = { ...submission, cost: 3, budget_before: 7.5, budget_after: 4.5 };
    const told = [{ message: "You have a budget of 7.5 bird-coins." }];
    const acted = { ...sample, tool_trajectory: [coins], adk_events: told };
    for (const value of [{ results: [acted] }, [acted]])
      expect(read(value).trajectories[0]).toMatchObject({
        ...{ protocol: "a", budget: 7.5, recorded: { budgetsBefore: [7.5], budgetsAfter: [4.5] } },
      });
    expect(read([sample]).trajectories[0]?.protocol).toBe("c");
    expect(read([{ ...sample, adk_events: null }]).trajectories[0]?.budget).toBeNull();
  });

  it("takes a submission that could not be graded for no verdict", () => {
    const broken = { ...submission, result: "Error: the server is gone" };
    const [trajectory] = read([{ ...sample, tool_trajectory: [broken] }]).trajectories;
    expect(trajectory?.steps[0]?.verdict).toBeNull();
  });

  it.each([
    { value: 7, row: null, field: null },
    { value: { samples: {} }, row: null, field: "samples" },
    { value: { mode: "b-interact", samples: [] }, row: null, field: "mode" },
    { value: [sample, { ...sample, instance_id: 3 }], row: 2, field: "instance_id" },
    {
      value: [{ ...sample, tool_trajectory: [{ ...submission, tool: "drop" }] }],
      row: 1,
      field: "tool_trajectory.0.tool",
    },
    {
      value: [{ ...sample, tool_trajectory: [{ ...submission, args: {} }] }],
      row: 1,
      field: "tool_trajectory.0.args.sql",
    },
    {
      value: [{ ...sample, tool_trajectory: [{ ...submission, result: "Thank you" }] }],
      ...{ row: 1, field: "tool_trajectory.0.result" },
    },
  ])("refuses a file whole and says where: row $row, field $field", ({ value, row, field }) => {
    expect(problemsOf(value)[0]).toMatchObject({ file: "samples.json", row, field });
  });

  it("refuses what is not JSON", () => {
    expect(() => readTrajectories("{", "samples.json")).toThrow("samples.json: The file is not JSON.");
  });
});
