import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seeds } from "../corpus/certificate/certificate-corpus.ts";
import { judgeDefects, judgeMeanings } from "../corpus/certificate/judge-variants.ts";
import { sameMeanings } from "../corpus/certificate/same-meaning.ts";
import { defectsByHand, taskObjects } from "../corpus/certificate/variant.ts";
import { openPackDialogues, type PackDialogues } from "../support/pack-dialogues.ts";

// The whole of it is `npm run corpus defects`.
const folder = mkdtempSync(path.join(tmpdir(), "querent-defects-"));
const tasks = taskObjects();
let pack: PackDialogues;

beforeAll(async () => {
  pack = await openPackDialogues({ folder });
}, 120_000);
afterAll(async () => {
  await pack?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

it("finds mistakes made by hand under the property that they were recorded with", async () => {
  const ids = ["d003", "d017", "d029", "d072"];
  const judged = await judgeDefects(
    pack,
    tasks,
    defectsByHand().filter(({ id }) => ids.includes(id)),
  );
  expect(judged.filter(({ isCaught }) => !isCaught)).toEqual([]);
  expect(judged).toHaveLength(ids.length);
}, 60_000);

it("accuses no task that is only written otherwise", async () => {
  const variants = sameMeanings(tasks, seeds.tuning, 1).filter(({ instance_id }) =>
    ["river_watch_4", "river_watch_7"].includes(instance_id),
  );
  const judged = await judgeMeanings(pack, tasks, variants);
  expect(judged.filter(({ worse }) => worse.length > 0)).toEqual([]);
  expect(judged).toHaveLength(2);
}, 60_000);
