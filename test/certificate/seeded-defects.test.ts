import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVariantJudge, type VariantJudge } from "../corpus/certificate/judge-variants.ts";
import { sameMeanings } from "../corpus/certificate/same-meaning.ts";
import { defectsByHand, taskObjects } from "../corpus/certificate/variant.ts";
import { openPackDialogues, type PackDialogues } from "../dialogues/pack-dialogues.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A few of each property that cost little; `npm run corpus defects` judges all. */
const sample = ["d014", "d029", "d031", "d038", "d063", "d073", "d078", "d080", "d092"];

describe("a sample of the seeded mistakes", () => {
  const tasks = taskObjects();
  let pack: PackDialogues;
  let judge: VariantJudge;
  beforeAll(async () => {
    pack = await openPackDialogues({ folder: temporaryFolder() });
    judge = createVariantJudge(pack, tasks);
  });
  afterAll(() => pack.close());

  it.each(defectsByHand("tuning").filter(({ id }) => sample.includes(id)))(
    "$id is caught: $what",
    async (defect) => {
      expect(await judge.defect(defect)).toMatchObject({ isRight: true });
    },
  );

  it("does not accuse tasks that are only written otherwise", async () => {
    const own = new Map([...tasks].filter(([id]) => id === "river_watch_4"));
    for (const variant of sameMeanings(own, 7, 2))
      expect(await judge.sameMeaning(variant, { until: null, mutants: 0 })).toMatchObject({
        id: variant.id,
        worse: [],
      });
  });
});
