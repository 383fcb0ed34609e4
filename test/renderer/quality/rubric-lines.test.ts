import { expect, it } from "vitest";
import { rubricLines } from "../../../renderer/features/quality/disagreements/item/opinion-card.tsx";
import { emptyJudgement } from "../../../shared/domain/verdict.ts";
import { roseForm } from "../../../shared/domain/verdict-form.ts";

it("lays every rubric field side by side that anybody answered, and marks those that differ or that somebody left out", () => {
  const field = { key: null, required: false, definition: "" };
  const form = {
    ...roseForm,
    fields: [
      { ...field, id: "effort", name: "Effort", kind: "scale" as const, from: 1, to: 5 },
      { ...field, id: "style", name: "Style", kind: "text" as const },
      { ...field, id: "kind", name: "Kind", kind: "text" as const },
      { ...field, id: "nobody", name: "Nobody", kind: "text" as const },
    ],
  };
  const opinion = (rubric: Record<string, number | string>) => ({
    ...{ key: "", reviewer: null, questions: [], judgement: { ...emptyJudgement, rubric } },
  });
  expect(
    rubricLines(form, [
      opinion({ effort: 2, style: "plain", kind: "count", gone: "x" }),
      opinion({ effort: 3, kind: "count" }),
    ]),
  ).toEqual([
    { id: "effort", name: "Effort", differs: true },
    { id: "style", name: "Style", differs: true },
    { id: "kind", name: "Kind", differs: false },
    { id: "gone", name: "gone", differs: true },
  ]);
});
