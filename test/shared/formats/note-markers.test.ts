import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roseForm } from "../../../shared/domain/verdict-form.ts";
import { diagnosesIn, noteWithMarkers } from "../../../shared/formats/note-markers.ts";

describe("diagnoses in a note (SPEC P5)", () => {
  it.each([
    ["GOLD FALSE: the join is wrong", ["GoldX"]],
    ["GOLD FALSE. The gold SQL checks TR000", ["GoldX"]],
    ["Gold False, need students", ["GoldX"]],
    ["GOLD FASLE. It should be", ["GoldX"]],
    ["GOLD FLASE", ["GoldX"]],
    ["Missing filter\nGOLD FALSE: incomplete", ["GoldX"]],
    ["SQLite is case sensitive. GOLD FALSE", ["GoldX"]],
    ["AMBIGUOUS QUESTION (Output: ID or name.)", ["AmbQ"]],
    ["one category of event (Ambiguous question)", ["AmbQ"]],
    ["Ambiguous Question. Ambiguous Schema. Either date", ["AmbQ", "AmbSchema"]],
    ["Wrong filter.\nAMBIGUOUS SCHEMA", ["AmbSchema"]],
    ["GOLD FALSE: a\nEVIDENCE FALSE: b", ["GoldX", "EvidenceX"]],
    ["DATABASE ISSUE: trans has no rows", ["DatabaseX"]],
    ["Predicted SQL FALSE", []],
    ["The predicted SQL treats the gold false positives well", []],
    ["this is not an ambiguous question", []],
    ["", []],
  ])("are found in %j", (note, expected) => {
    expect(diagnosesIn(note, roseForm)).toEqual(expected);
  });

  it("are found again after they were written in front of any note, which is kept whole", () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray(roseForm.diagnoses.map(({ id }) => id)), (note, ticked) => {
        const written = noteWithMarkers(note, ticked, roseForm);
        expect(diagnosesIn(written, roseForm)).toEqual(expect.arrayContaining(ticked));
        expect(written.endsWith(note)).toBe(true);
        expect(noteWithMarkers(written, ticked, roseForm)).toBe(written);
      }),
    );
  });
});
