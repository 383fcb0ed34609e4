import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createGuidelinesService } from "../../electron/services/guidelines.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };

async function setUp() {
  const { workspace, projectId, itemIds } = await testWorkspace([prediction(0)]);
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 2, 1, 12, minute++));
  const common = { workspace, now, publish: () => undefined };
  const guidelines = createGuidelinesService(common);
  const save = (text: string, baseVersion: number, who = anna) =>
    guidelines.save({ projectId, baseVersion, text }, who);
  return {
    workspace,
    projectId,
    itemId: itemIds[0] ?? 0,
    guidelines,
    save,
    verdicts: createVerdictsService(common),
  };
}

describe("the guidelines of a project", () => {
  it("stay version by version, with who wrote each and when", async () => {
    const { guidelines, projectId, save } = await setUp();
    expect(await guidelines.versions({ projectId })).toEqual([]);
    await save("Count *vessels*.", 0);
    await save("Count vessels once.", 1, bert);
    expect(await guidelines.versions({ projectId })).toEqual([
      { version: 2, text: "Count vessels once.", by: "bert", at: "2026-03-01T12:01:00.000Z" },
      { version: 1, text: "Count *vessels*.", by: "anna", at: "2026-03-01T12:00:00.000Z" },
    ]);
  });

  it("are not written over a version that somebody saved meanwhile", async () => {
    const { guidelines, projectId, save } = await setUp();
    await save("one", 0);
    await expect(save("two", 0, bert)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining("anna saved version 1"),
    });
    expect(await guidelines.versions({ projectId })).toHaveLength(1);
  });

  it("that were in force stand beside every change of a verdict", async () => {
    const { itemId, save, verdicts } = await setUp();
    const judge = (baseRevision: number) =>
      verdicts.save(
        { itemId, baseRevision, saveId: randomUUID(), judgement: { ...emptyJudgement, label: "yes" } },
        anna,
      );
    await judge(0);
    await save("one", 0);
    await judge(1);
    await save("two", 1);
    await judge(2);
    const history = await verdicts.history({ itemId }, anna);
    expect(history.map(({ revision, guidelines }) => [revision, guidelines])).toEqual([
      [3, 2],
      [2, 1],
      [1, null],
    ]);
  });

  it("are never changed or deleted in the workspace", async () => {
    const { workspace, save } = await setUp();
    await save("one", 0);
    for (const sql of ["UPDATE guidelines_version SET text = ''", "DELETE FROM guidelines_version"])
      await expect(workspace.write((db) => db.run(plainSql(sql)))).rejects.toThrow("append-only");
  });
});
