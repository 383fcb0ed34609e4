import { describe, expect, it } from "vitest";
import { pairObstacle, submissionAt } from "../../../shared/dialogue/submission.ts";
import type { DialogueSettings, DialogueTurn } from "../../../shared/domain/dialogue.ts";
import type { Task } from "../../../shared/domain/task.ts";
import { followUp, queryTask } from "../../tasks/harbour-tasks.ts";

const settings: DialogueSettings = { protocol: "c", profile: "agent", behaviour: "fixed", patience: 3 };
const gold = "SELECT name FROM ship";

function submits(turn: number, phase: 1 | 2, sql: string[], passed: boolean): DialogueTurn {
  return {
    ...{ turn, phase, passed, action: { kind: "submit", sql }, refused: false, observation: "" },
    ...{ answer: null, cost: 0, budgetBefore: 1, budgetAfter: 1, reward: 0 },
  };
}

const obstacleOf = (task: Task, turns: DialogueTurn[], profile = settings.profile) => {
  const submission = submissionAt(task, turns, turns.length);
  return submission && pairObstacle(task, submission, { ...settings, profile }, "postgresql");
};

describe("a submission", () => {
  const task = queryTask(gold, { followUp: followUp("SELECT count(*) FROM ship") });

  it("stands beside the gold of its phase, and behind what passed phase 1", () => {
    const turns = [
      submits(1, 1, ["SELECT 1"], false),
      submits(2, 1, ["SELECT name FROM ship s"], true),
      submits(3, 2, ["SELECT 4"], false),
    ];
    expect(submissionAt(task, turns, 1)).toMatchObject({ gold: [gold], previous: [], passed: false });
    expect(submissionAt(task, turns, 3)).toMatchObject({
      ...{ phase: 2, submitted: ["SELECT 4"], gold: ["SELECT count(*) FROM ship"] },
      previous: ["SELECT name FROM ship s"],
    });
    expect(submissionAt(task, turns, 4)).toBeNull();
  });

  it("is laid beside the gold where both only read", () => {
    expect(obstacleOf(task, [submits(1, 1, ["SELECT 1"], false)])).toBeNull();
  });

  it("is not where it writes, where the gold does, or where it says nothing", () => {
    expect(obstacleOf(task, [submits(1, 1, ["DELETE FROM ship"], false)])).toMatch(/changes the database/);
    const managing = queryTask("UPDATE ship SET name = 'x'");
    expect(obstacleOf(managing, [submits(1, 1, ["SELECT 1"], false)])).toMatch(/changes the database/);
    expect(obstacleOf(task, [submits(1, 1, [], false)])).toMatch(/no SQL/);
  });

  it("is not where the phase starts on what was changed before it, as its evaluator has it", () => {
    const prepared = queryTask(gold, { preprocessSql: ["CREATE TABLE extra (id integer)"] });
    const reads = [submits(1, 1, ["SELECT 1"], false)];
    expect(obstacleOf(prepared, reads)).toMatch(/changed before/);
    expect(obstacleOf(prepared, reads, "adk")).toBeNull();
    const managing = queryTask("UPDATE ship SET name = 'x'", {
      ...{ category: "Management", followUp: followUp("SELECT count(*) FROM ship") },
    });
    const second = [submits(1, 1, ["UPDATE ship SET name = 'y'"], true), submits(2, 2, ["SELECT 4"], false)];
    expect(obstacleOf(managing, second)).toMatch(/changed before/);
  });
});
