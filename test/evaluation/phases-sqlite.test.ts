import { describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import { goldAnswer } from "../../electron/evaluation/phases.ts";
import { harbourRunner } from "../tasks/harbour-runner.ts";
import { followUp, managementTask, queryTask, script } from "../tasks/harbour-tasks.ts";

const harbour = harbourRunner("sqlite");

async function verdictOf(task: Task, phase1?: string) {
  const answer = phase1 === undefined ? goldAnswer(task) : { phase1: [phase1], phase2: null };
  const run = await harbour.runner.run({
    task,
    template: harbour.template,
    profile: "agent",
    answer,
    whose: "predicted",
  });
  return run.phases.map(({ passed, passedFixed }) => [passed, passedFixed]);
}

describe("tasks on SQLite", () => {
  it("pass with their gold in both phases, and fail with another answer", async () => {
    const tests = [
      script("assert execute_queries(['SELECT count(*) FROM ship'], db_name, conn)[0] == [(2,)]"),
    ];
    const task = managementTask("DELETE FROM ship WHERE id = 1", {
      tests,
      followUp: followUp("SELECT name FROM ship ORDER BY id", { category: "Query" }),
    });
    expect(await verdictOf(task)).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(await verdictOf(task, "DELETE FROM ship")).toEqual([[false, false]]);
  });

  it("E3: get values as they are stored, whatever their column is declared as", async () => {
    const task = queryTask("SELECT built FROM ship WHERE id = 1");
    expect(await verdictOf(task)).toEqual([[true, true]]);
    expect(await verdictOf(task, "SELECT date(built) FROM ship WHERE id = 1")).toEqual([[false, false]]);
  });
});
