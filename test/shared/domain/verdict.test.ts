import { describe, expect, it } from "vitest";
import { foreignParts, missingPart } from "#shared/domain/judgement-defects.ts";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import { roseForm, type VerdictForm } from "#shared/domain/verdict-form.ts";

const form: VerdictForm = {
  labels: [
    ...roseForm.labels,
    { id: "partly", name: "partly right", definition: "", key: "z", needsNote: false, counts: null },
  ],
  diagnoses: [],
  fields: [
    {
      ...{ kind: "scale", id: "effort", name: "Effort", definition: "", key: null, required: true },
      ...{ from: 1, to: 5 },
    },
    {
      ...{ kind: "choice", id: "cause", name: "Cause", definition: "", key: null, required: false },
      options: ["join", "filter"],
    },
  ],
};

describe("a judgement", () => {
  it("V1: a label is one of the form's, or not given", () => {
    for (const label of ["yes", "no", null])
      expect(foreignParts(roseForm, { ...emptyJudgement, label })).toEqual([]);
    for (const label of ["partly", "Yes", "true"])
      expect(foreignParts(roseForm, { ...emptyJudgement, label })).toMatchObject([
        { field: "label", value: label, fix: expect.stringContaining("yes, no") },
      ]);
    expect(foreignParts(form, { ...emptyJudgement, label: "partly" })).toEqual([]);
  });

  it("says nothing that the form does not ask: other diagnoses, fields, answers", () => {
    const fields = ({ ...said }: object) =>
      foreignParts(form, { ...emptyJudgement, ...said }).map(({ field }) => field);
    expect(fields({ diagnoses: ["GoldX"] })).toEqual(["diagnoses"]);
    expect(fields({ rubric: { effort: 3, cause: "join" } })).toEqual([]);
    expect(fields({ rubric: { effort: 6, cause: "luck", mood: "good" } })).toEqual([
      "rubric.effort",
      "rubric.cause",
      "rubric.mood",
    ]);
    expect(fields({ rubric: { effort: "3" } })).toEqual(["rubric.effort"]);
  });

  it("V2: a label that needs a note needs one that is not blank; others and nothing need none", () => {
    const missing = (change: object) => missingPart(roseForm, { ...emptyJudgement, ...change });
    expect(missing({ label: "no", note: " \n" })).toMatchObject({
      field: "note",
      reason: expect.stringMatching(/needs a note/),
    });
    expect(missing({ label: "no", note: "counts calls" })).toBeNull();
    expect(missing({ label: "yes" })).toBeNull();
    expect(missing({})).toBeNull();
  });

  it("V2: a labelled item answers every required field", () => {
    const missing = (change: object) => missingPart(form, { ...emptyJudgement, ...change });
    expect(missing({ label: "yes" })).toMatchObject({
      field: "rubric.effort",
      fix: expect.stringContaining("1 to 5"),
    });
    expect(missing({ label: "yes", rubric: { effort: 1 } })).toBeNull();
    expect(missing({})).toBeNull();
  });
});
