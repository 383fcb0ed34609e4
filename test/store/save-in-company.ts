// One of several processes that save verdicts of the same reviewer on the same items, for two-processes.test.ts. Asks
// anew after each conflict, and prints how many saves were acknowledged and how many were refused as conflicts.
import { randomUUID } from "node:crypto";
import { ServiceFault } from "../../electron/services/fault.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { verdictOf } from "../../electron/store/verdicts.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";

const [, , file = "", projectId = "", count = "", ...itemIds] = process.argv;
const workspace = openWorkspace(file);
const verdicts = createVerdictsService({ workspace, now: () => new Date(), publish: () => undefined });
let conflicts = 0;

for (let n = 0; n < Number(count); ) {
  const itemId = Number(itemIds[n % itemIds.length]);
  const { revision } = await workspace.read((db) => verdictOf(db, Number(projectId), itemId, "anna"));
  // Lets the others in between reading and saving, as a person does who thinks before saving.
  await new Promise((resolve) => setImmediate(resolve));
  const judgement = {
    ...emptyJudgement,
    label: "no",
    note: `${process.pid} ${n}`,
  };
  try {
    await verdicts.save(
      { itemId, baseRevision: revision, saveId: randomUUID(), judgement },
      { actor: "anna" },
    );
    n += 1;
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.code !== "CONFLICT") throw error;
    conflicts += 1;
  }
}
await workspace.close();
console.log(JSON.stringify({ pid: process.pid, saved: Number(count), conflicts }));
