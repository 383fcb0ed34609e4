import { describe, expect, it } from "vitest";
import { verdictOf } from "../../electron/store/verdicts.ts";
import { plainSql } from "../support/plain-sql.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const labelled = [
  prediction(0, { label: true, reason: "" }),
  prediction(1, { label: false, reason: "GOLD FALSE: counts twice" }),
  prediction(2, { label: false }),
  prediction(3),
];

describe("verdict events", () => {
  it("cannot be changed or deleted, whoever asks (SPEC W2)", async () => {
    const { workspace } = await testWorkspace(labelled, "anna");
    for (const statement of ["UPDATE verdict_event SET actor = 'x'", "DELETE FROM verdict_event"])
      await expect(workspace.write((db) => db.run(plainSql(statement)))).rejects.toThrow("append-only");
  });

  it("are appended for the labels of an imported file, in the reviewer's name (SPEC P5)", async () => {
    const { workspace, itemIds, projectId } = await testWorkspace(labelled, "anna");
    const verdicts = await workspace.read((db) =>
      Array.fromAsync(itemIds, (itemId) => verdictOf(db, projectId, itemId, "anna")),
    );
    expect(verdicts).toMatchObject([
      { label: "yes", note: "", revision: 1 },
      { label: "no", note: "GOLD FALSE: counts twice", diagnoses: ["GoldX"], revision: 1 },
      { label: "no", note: "", revision: 1 },
      { label: null, revision: 0 },
    ]);
    const events = await workspace.read((db) => db.all(plainSql("SELECT action, actor FROM verdict_event")));
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ action: "import", actor: "importer" })));
  });

  it("are left out with the labels when no reviewer is named (SPEC P5)", async () => {
    const { workspace } = await testWorkspace(labelled, null);
    expect(await workspace.read((db) => db.first(plainSql("SELECT count(*) AS n FROM verdict")))).toEqual({
      n: 0,
    });
  });
});
