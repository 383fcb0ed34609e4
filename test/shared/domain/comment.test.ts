import { expect, it } from "vitest";
import { mentionsIn } from "../../../shared/domain/comment.ts";

it("mentions the longest name that fits, in any case, and nobody inside a word or an address (SPEC CO4)", () => {
  const people = ["Anna", "Anna Berg", "bert"];
  expect(mentionsIn("@anna berg and @BERT: see @Anna, and @Anna again", people)).toEqual([
    "Anna Berg",
    "bert",
    "Anna",
  ]);
  expect(mentionsIn("mail x@bert.example, @bertram, @@bert", people)).toEqual([]);
});
