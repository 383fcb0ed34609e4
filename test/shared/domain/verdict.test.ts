import { describe, expect, it } from "vitest";
import { emptyJudgement, Judgement, judgementProblem } from "#shared/domain/verdict.ts";

describe("a judgement", () => {
  it("V1: a label is yes, no, or not given", () => {
    for (const label of ["yes", "no", null])
      expect(Judgement.safeParse({ ...emptyJudgement, label }).success).toBe(true);
    for (const label of ["maybe", "", true, undefined])
      expect(Judgement.safeParse({ ...emptyJudgement, label }).success).toBe(false);
  });

  it("V2: a no needs a note that is not blank; yes and nothing need none", () => {
    expect(judgementProblem({ ...emptyJudgement, label: "no", note: " \n" })).toMatch(/needs a note/);
    expect(judgementProblem({ ...emptyJudgement, label: "no", note: "counts calls" })).toBeNull();
    expect(judgementProblem({ ...emptyJudgement, label: "yes" })).toBeNull();
    expect(judgementProblem(emptyJudgement)).toBeNull();
  });
});
