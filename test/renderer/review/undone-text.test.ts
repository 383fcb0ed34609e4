import { expect, test } from "vitest";
import { undoneText } from "../../../renderer/features/review/verdict/use-verdict-actions.ts";
import { emptyJudgement } from "../../../shared/domain/verdict.ts";
import { roseForm } from "../../../shared/domain/verdict-form.ts";

const blank = emptyJudgement;

test.each([
  ["a flag", { ...blank, flagged: true }, blank, "No longer flagged."],
  ["a flag that was taken away", blank, { ...blank, flagged: true }, "Flagged again."],
  ["a skip", { ...blank, skipped: true }, blank, "No longer skipped."],
  ["a skip that is put on again", blank, { ...blank, skipped: true }, "Skipped again."],
  ["a label", { ...blank, label: "no" }, blank, "The item has no label now."],
  ["another label", { ...blank, label: "no" }, { ...blank, label: "yes" }, "The item's label is yes now."],
])("undo of %s says what became of the item", (_, before, now, said) => {
  expect(undoneText(before, now, roseForm)).toBe(said);
});
