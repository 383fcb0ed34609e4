import { describe, expect, it } from "vitest";
import { mutantCounts } from "#shared/certificate/mutant-score.ts";
import { certificateVerdict, judged, notApplicable, notJudged } from "#shared/certificate/verdict.ts";
import {
  type MutantResult,
  type MutantStatus,
  type PropertyName,
  type PropertyResult,
  propertyNames,
} from "#shared/domain/certificate.ts";

const sound = judged([], {});
const exception = { rule: "soft-ex", where: { kind: "task" } as const, reason: "why", name: "automatic" };

function withOne(name: PropertyName, result: PropertyResult): Record<PropertyName, PropertyResult> {
  const all = Object.fromEntries(propertyNames.map((one) => [one, sound]));
  return { ...all, [name]: result } as Record<PropertyName, PropertyResult>;
}

describe("the verdict of a certificate", () => {
  it("is certified where every property holds or has nothing to speak of", () => {
    expect(certificateVerdict(withOne("stateful", notApplicable("no follow-up")))).toBe("certified");
  });

  it.each(propertyNames)("is not certified where %s does not hold or was not judged", (name) => {
    const broken = judged([{ rule: "r", severity: "error", where: { kind: "task" }, message: "m" }], {});
    expect(certificateVerdict(withOne(name, broken))).toBe("not-certified");
    expect(certificateVerdict(withOne(name, notJudged("no gold")))).toBe("not-certified");
  });

  it("names exceptions, and does not let them hide what is broken", () => {
    const excepted = judged([], {}, [exception]);
    expect(certificateVerdict(withOne("necessary", excepted))).toBe("certified-with-exceptions");
    expect(certificateVerdict({ ...withOne("necessary", excepted), runs: notJudged("x") })).toBe(
      "not-certified",
    );
  });
});

describe("the score of mutants", () => {
  const mutant = (status: MutantStatus): MutantResult => ({
    ...{ phase: 1, statement: 0, range: { from: 0, to: 1 }, operator: "o", meaning: "m", replacement: "r" },
    ...{ status, reason: null, survivor: null },
  });

  it("is detected over detected and undetected; errors and ignored stay out", () => {
    const statuses = ["killed", "timeout", "survived", "no-coverage", "run-error", "ignored"] as const;
    expect(mutantCounts(statuses.map(mutant), 0)).toMatchObject({ total: 6, score: 0.5 });
  });

  it("is null, never 1, where nothing was to detect", () => {
    expect(mutantCounts([], 0).score).toBeNull();
    expect(mutantCounts([mutant("run-error"), mutant("ignored")], 0).score).toBeNull();
  });
});
