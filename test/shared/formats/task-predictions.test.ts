import { describe, expect, it } from "vitest";
import { readTaskPredictions } from "#shared/formats/task-predictions.ts";

const read = (...rows: unknown[]) =>
  readTaskPredictions(
    rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"),
    "p",
  );

describe("predictions for tasks", () => {
  it.each([
    [
      "a row a phase",
      [
        { instance_id: "a", phase: 1, pred_sqls: ["x"] },
        { instance_id: "a", phase: 2, pred_sqls: ["y", "z"] },
      ],
    ],
    [
      "phases as words",
      [
        { instance_id: "a", phase: "phase1", pred_sqls: ["x"] },
        { instance_id: "a", phase: "2", pred_sqls: ["y", "z"] },
      ],
    ],
    ["both phases by name", [{ instance_id: "a", phase1_pred_sqls: ["x"], phase2_pred_sqls: ["y", "z"] }]],
    [
      "both phases as objects",
      [{ instance_id: "a", phase1: { pred_sqls: "x" }, phase2: { pred_sqls: ["y", "z"] } }],
    ],
    [
      "the follow-up inside the task's own row",
      [{ instance_id: "a", pred_sqls: ["x"], follow_up: { pred_sqls: ["y", "z"] } }],
    ],
    ["a bare text for a list of one", [{ instance_id: "a", pred_sqls: "x", phase2: ["y", "z"] }]],
  ])("are read from %s", (_, rows) => {
    expect(read(...rows)).toEqual({
      predictions: [{ instanceId: "a", phase1: ["x"], phase2: ["y", "z"] }],
      problems: [],
      replaced: 0,
    });
  });

  it("leave a phase that nobody answered open, and an empty answer empty", () => {
    expect(read({ instance_id: "a", pred_sqls: [] }).predictions).toEqual([
      { instanceId: "a", phase1: [], phase2: null },
    ]);
  });

  it("count the last answer to a phase, and say how many it replaced", () => {
    const { predictions, replaced } = read(
      { instance_id: "a", pred_sqls: ["x"] },
      { instance_id: "a", pred_sqls: ["y"] },
    );
    expect([predictions[0]?.phase1, replaced]).toEqual([["y"], 1]);
  });

  it.each([
    ["no JSON", "{oops", null],
    ["no task", { phase: 1, pred_sqls: ["x"] }, "instance_id"],
    ["no SQL", { instance_id: "a", phase: 1 }, "pred_sqls"],
    ["SQL that is no text", { instance_id: "a", pred_sqls: [1] }, "pred_sqls"],
    ["a third phase", { instance_id: "a", phase: 3, pred_sqls: ["x"] }, "phase"],
  ])("name the row and the field where a row has %s, and read the rest", (_, row, field) => {
    const { predictions, problems } = read({ instance_id: "b", pred_sqls: ["x"] }, row);
    expect(predictions.map(({ instanceId }) => instanceId)).toEqual(["b"]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: "p", row: 2, field });
  });
});
