import { describe, expect, it } from "vitest";
import { formDefects } from "#shared/domain/form-defects.ts";
import { roseForm, VerdictForm } from "#shared/domain/verdict-form.ts";

const [yes, no] = roseForm.labels;
const scale = {
  kind: "scale",
  id: "effort",
  name: "Effort",
  definition: "",
  key: null,
  required: false,
} as const;

function textsOf(change: Partial<VerdictForm>): string[] {
  return formDefects(VerdictForm.parse({ ...roseForm, ...change })).map(
    ({ part, at, text }) => `${part} ${at}: ${text}`,
  );
}

describe("a verdict form", () => {
  it("of ROSE has nothing wrong with it", () => {
    expect(VerdictForm.parse(roseForm)).toEqual(roseForm);
    expect(formDefects(roseForm)).toEqual([]);
  });

  it("has two labels at least, each with an id and a name of its own, and none that the queue uses", () => {
    expect(textsOf({ labels: [] })).toEqual(["labels null: A form needs two labels at least."]);
    const labels = [yes, no, { ...yes, key: null, name: "fully" }, { ...no, id: "skipped", key: null }];
    expect(textsOf({ labels: labels as VerdictForm["labels"] })).toEqual([
      "labels 3: The queue uses the word skipped: choose another id.",
      "labels 2: The id yes is there twice.",
      "labels 3: The name no is there twice.",
    ]);
  });

  it("gives each key once over all of its parts, and none of the review screen's", () => {
    const [goldX, ...others] = roseForm.diagnoses;
    const fields = [{ ...scale, key: "2", from: 1, to: 5 }];
    expect(
      textsOf({ diagnoses: [{ ...goldX, key: "y" }, ...others] as VerdictForm["diagnoses"], fields }),
    ).toEqual([
      "diagnoses 0: The key y belongs to yes: choose another.",
      "fields 0: The key 2 belongs to ambiguous question: choose another.",
    ]);
    expect(textsOf({ fields: [{ ...scale, key: "shift+c", from: 1, to: 5 }] })).toEqual([
      "fields 0: The key shift+c belongs to the review screen: choose another.",
    ]);
  });

  it("leads each marker to one diagnosis", () => {
    const [goldX, ambQ] = roseForm.diagnoses;
    const diagnoses = [goldX, { ...ambQ, markers: ["Gold  false", "(?)"] }];
    expect(textsOf({ diagnoses: diagnoses as VerdictForm["diagnoses"] })).toEqual([
      "diagnoses 1: The marker Gold  false is there twice.",
      "diagnoses 1: The marker (?) has to begin and end with a letter or digit.",
    ]);
  });

  it("has scales that rise, and choices with answers that differ", () => {
    const choice = { ...scale, kind: "choice" as const };
    expect(textsOf({ fields: [{ ...scale, from: 5, to: 5 }] })).toHaveLength(1);
    expect(textsOf({ fields: [{ ...scale, from: 0, to: 20 }] })).toHaveLength(1);
    expect(textsOf({ fields: [{ ...choice, options: ["join"] }] })).toHaveLength(1);
    expect(textsOf({ fields: [{ ...choice, options: ["join", "join"] }] })).toHaveLength(1);
    expect(textsOf({ fields: [{ ...choice, options: ["join", "filter"] }] })).toEqual([]);
  });
});
