import { describe, expect, it } from "vitest";
import { contract } from "../../../shared/contract/index.ts";
import { callsSentOnce, isRepeatable } from "../../../shared/contract/repeatable.ts";

describe("a call whose answer was lost", () => {
  it("may be sent again where it reads, sets a value or carries a save's id", () => {
    expect(isRepeatable(["queue", "rows"])).toBe(true);
    expect(isRepeatable(["verdicts", "save"])).toBe(true);
    expect(isRepeatable(["verdicts", "saveDraft"])).toBe(true);
  });

  it("may not be sent again where it would act twice", () => {
    expect(isRepeatable(["verdicts", "undo"])).toBe(false);
    expect(isRepeatable(["projects", "import"])).toBe(false);
  });

  it.each([...callsSentOnce])("%s is a call of the contract", (path) => {
    const [area = "", name = ""] = path.split(".");
    expect((contract as unknown as Record<string, Record<string, unknown>>)[area]?.[name]).toBeDefined();
  });
});
