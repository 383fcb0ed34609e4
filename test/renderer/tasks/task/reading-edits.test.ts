import { describe, expect, it } from "vitest";
import { newAmbiguity } from "../../../../renderer/features/tasks/task/ambiguities/ambiguity-edits.ts";
import {
  listedReadings,
  ownReading,
  withReading,
} from "../../../../renderer/features/tasks/task/ambiguities/reading-edits.ts";
import type { Reading } from "../../../../shared/domain/reading.ts";

const proposal = (sql: string): Reading => ({
  ...{ sql, meaning: `means ${sql}`, source: "operator", operator: "wider", status: "proposed" },
  reason: null,
});
const kept = (sql: string): Reading => ({ ...proposal(sql), status: "kept" });

describe("the readings that are listed", () => {
  it("stay where the run had them when one is kept", () => {
    const ran = ["a", "b", "c"].map(proposal);
    expect(listedReadings([kept("b")], ran)).toEqual([proposal("a"), kept("b"), proposal("c")]);
  });

  it("are the stored ones where nothing has run, and those stored since come last", () => {
    const own = ownReading("d", "by hand");
    expect(listedReadings([kept("b"), own], null)).toEqual([kept("b"), own]);
    expect(listedReadings([kept("b"), own], [proposal("b")])).toEqual([kept("b"), own]);
  });

  it("are proposals again where keeping them was undone; what a person or a model wrote is gone then", () => {
    const ofModel: Reading = { ...kept("e"), source: "model", operator: "qwen3-32b" };
    const ran = [kept("a"), ownReading("d", "by hand"), ofModel];
    expect(listedReadings([], ran)).toEqual([proposal("a")]);
  });
});

describe("a reading that is stored", () => {
  it("replaces the one of its SQL, else comes behind the others", () => {
    const one = withReading(newAmbiguity("words", "x"), kept("a"));
    const rejected: Reading = { ...kept("a"), status: "rejected", reason: "no" };
    expect(withReading(withReading(one, kept("b")), rejected).readings).toEqual([rejected, kept("b")]);
  });
});
