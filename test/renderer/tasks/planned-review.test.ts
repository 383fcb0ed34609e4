import { describe, expect, it } from "vitest";
import {
  type Outcome,
  plannedReview,
  undoing,
  unjudgedReadings,
  withStored,
} from "../../../renderer/features/tasks/readings/planned-review.ts";
import type { TaskReadings } from "../../../shared/contract/task-runs.ts";
import type { Reading } from "../../../shared/domain/reading.ts";

const reading = (sql: string, more: Partial<Reading> = {}): Reading => ({
  ...{ sql, source: "operator", operator: "other-number", meaning: `${sql} instead`, status: "proposed" },
  ...{ reason: null, ...more },
});

const result = (of: Reading, outcome: Outcome) => ({ reading: of, outcome, summary: outcome });

const kept = reading("10", { status: "kept", source: "person", operator: null });
const tasks: TaskReadings[] = [
  {
    ...{ taskId: 1, instanceId: "one", revision: 4, obstacle: null },
    ambiguities: [
      { stored: [kept], results: [result(kept, "differs"), result(reading("20"), "differs")] },
      { stored: [], results: [result(reading("30"), "same"), result(reading("40"), "empty")] },
    ],
  },
  {
    ...{ taskId: 2, instanceId: "two", revision: 1, obstacle: null },
    ambiguities: [
      { stored: [], results: [result(reading("50", { operator: "join-type" }), "differs")] },
      { stored: [], results: [result(reading("60"), "fails")] },
    ],
  },
];

const apart: { outcomes: Outcome[]; maker: null } = { outcomes: ["differs", "empty"], maker: null };

describe("keeping and rejecting readings of many tasks", () => {
  it("is about proposals that ran and that nobody has judged", () => {
    expect(unjudgedReadings(tasks).map(({ reading: { sql } }) => sql)).toEqual([
      "20",
      "30",
      "40",
      "50",
      "60",
    ]);
  });

  it("keeps those that the data tells from the gold, behind what is stored, and counts them", () => {
    const { readings, ...planned } = plannedReview(tasks, apart, { status: "kept", reason: null });
    expect(
      readings.map(({ instanceId, ambiguity, reading: { sql } }) => [instanceId, ambiguity, sql]),
    ).toEqual([
      ["one", 0, "20"],
      ["one", 1, "40"],
      ["two", 0, "50"],
    ]);
    expect(planned).toEqual({
      ...{ tasks: 2, ambiguities: 3 },
      changes: [
        {
          ...{ taskId: 1, baseRevision: 4 },
          readings: [[kept, reading("20", { status: "kept" })], [reading("40", { status: "kept" })]],
        },
        {
          ...{ taskId: 2, baseRevision: 1 },
          readings: [[reading("50", { operator: "join-type", status: "kept" })], []],
        },
      ],
    });
  });

  it("rejects with a reason what one operator made", () => {
    const filter = { outcomes: ["same", "fails"] as Outcome[], maker: "other-number" };
    const judgement = { status: "rejected", reason: "Says nothing" } as const;
    const { changes, readings } = plannedReview(tasks, filter, judgement);
    expect(readings.map(({ reading: { sql } }) => sql)).toEqual(["30", "60"]);
    expect(changes[0]?.readings).toEqual([[kept], [reading("30", judgement)]]);
    expect(plannedReview(tasks, { ...filter, maker: "join-type" }, judgement).changes).toEqual([]);
  });

  it("leaves nothing to judge once it is stored, but in a task that was saved meanwhile; undoing puts all back", () => {
    const { changes } = plannedReview(tasks, apart, { status: "kept", reason: null });
    const saved = [{ taskId: 1, revision: 5 }];
    const after = withStored(tasks, changes, saved);
    expect(after[0]?.revision).toBe(5);
    expect(after[1]).toBe(tasks[1]);
    expect(plannedReview(after, apart, { status: "kept", reason: null }).readings).toHaveLength(1);
    const back = undoing(tasks, saved);
    expect(back).toEqual([{ taskId: 1, baseRevision: 5, readings: [[kept], []] }]);
    const undone = withStored(after, back, [{ taskId: 1, revision: 6 }]);
    expect(unjudgedReadings(undone)).toEqual(unjudgedReadings(tasks));
  });
});
