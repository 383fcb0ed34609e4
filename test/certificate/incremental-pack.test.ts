import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { openPackDialogues, type PackDialogues } from "../dialogues/pack-dialogues.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { columnMeaningsText, knowledgeBase, packTasks } from "../tasks/river-watch-pack.ts";
import { subjectEdits } from "./edited-subjects.ts";
import { certifyFrom, differenceAfter } from "./incremental-certificates.ts";

let pack: PackDialogues;
beforeAll(async () => {
  pack = await openPackDialogues({ folder: temporaryFolder() });
});
afterAll(() => pack.close());

/** The task that takes least; `npm run corpus pack-certificates` edits all of them. */
const quickest = "river_watch_4";

it("a certificate of a task of our pack that goes on from what is known equals one from nothing after edits", async () => {
  const task = packTasks().find(({ instanceId }) => instanceId === quickest);
  if (task === undefined) throw new Error(`The pack has no ${quickest}.`);
  const { meanings: columnMeanings } = readColumnMeanings(columnMeaningsText(), "river_watch");
  const subject = { task, nodes: knowledgeBase().nodes, columnMeanings };
  const { outcomes } = await certifyFrom({}, subject, pack, 2);
  const [edits = []] = fc.sample(fc.array(subjectEdits("any"), { minLength: 3, maxLength: 3 }), {
    ...{ numRuns: 1, seed: 12 },
  });
  expect(await differenceAfter(edits, { subject, outcomes }, pack, 2)).toBeNull();
});
