// A reviewer in full flow, for durability.test.ts: saves and undoes verdicts without a pause and prints each
// acknowledgement, a JSON line each, until it is killed.
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";

const [, , file = "", projectId = "", ...itemIds] = process.argv;
const workspace = openWorkspace(file);
const verdicts = createVerdictsService({ workspace, now: () => new Date(), publish: () => undefined });
const anna = { actor: "anna" };

const acknowledge = (event: unknown) => writeSync(1, `${JSON.stringify(event)}\n`);

for (let n = 0; ; n += 1) {
  const itemId = Number(itemIds[n % itemIds.length]);
  const { revision: baseRevision } = await workspace.read(
    async (db) =>
      ((await db.first(
        plainSql(
          "SELECT coalesce(max(revision), 0) AS revision FROM verdict_event WHERE item_id = ?",
          itemId,
        ),
      )) as { revision: number }) ?? { revision: 0 },
  );
  const judgement = {
    ...emptyJudgement,
    label: "no",
    note: `note ${n} `.repeat(1 + (n % 50)),
    flagged: n % 3 === 0,
  };
  const draft = { itemId, baseRevision, ...judgement, note: `typing ${n}` };
  await verdicts.saveDraft(draft, anna);
  acknowledge({ type: "draft", itemId, note: draft.note });
  const saveId = randomUUID();
  const saved = await verdicts.save({ itemId, baseRevision, saveId, judgement }, anna);
  acknowledge({ type: "verdict", itemId, revision: saved.revision, note: saved.note, saveId });
  if (n % 7 !== 6) continue;
  const undone = await verdicts.undo({ projectId: Number(projectId) }, anna);
  if (undone)
    acknowledge({ type: "verdict", itemId, revision: undone.revision, note: undone.note, saveId: null });
}
