import { describe, expect, it } from "vitest";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const carla = { actor: "carla" };

/** Four items; each letter of a person is what they say of one: y, n, or - for nothing. */
async function setUp(said: Record<string, string>) {
  const { workspace, projectId, itemIds } = await testWorkspace([0, 1, 2, 3].map((n) => prediction(n)));
  const services = testServices(workspace);
  for (const [actor, letters] of Object.entries(said))
    for (const [at, letter] of [...letters].entries())
      if (letter !== "-")
        await services.verdicts.save(
          {
            itemId: itemIds[at] ?? 0,
            baseRevision: 0,
            saveId: crypto.randomUUID(),
            judgement: { ...emptyJudgement, label: letter === "y" ? "yes" : "no", note: `${actor} says` },
          },
          { actor },
        );
  await services.settings.setOfProject(
    { projectId, values: { "review.adjudicators": ["carla"] } },
    { actor: "anna" },
  );
  return { ...services, workspace, projectId, itemIds };
}

describe("the inbox of disagreements", () => {
  it("has the items on which labels differ, those with known answers left out", async () => {
    const { disagreements, checkItems, projectId, itemIds } = await setUp({ anna: "yyn-", bert: "ynyn" });
    const open = { projectId, filter: { state: "open" as const } };
    expect(await disagreements.ids(open, carla)).toEqual([itemIds[1], itemIds[2]]);
    await checkItems.set({ itemId: itemIds[2] ?? 0, kind: "attention", expected: "yes" });
    expect(await disagreements.ids(open, carla)).toEqual([itemIds[1]]);
    expect(await disagreements.rows({ projectId, itemIds: [itemIds[1] ?? 0] }, carla)).toMatchObject([
      { index: 1, dbId: "harbour", opinions: { yes: 1, no: 1 }, settledAs: null },
    ]);
  });

  it("opens to adjudicators alone", async () => {
    const { disagreements, projectId } = await setUp({ anna: "yy", bert: "yn" });
    expect(await disagreements.mine({ projectId }, carla)).toEqual({ seesAll: true, settles: true });
    const anna = { actor: "anna" };
    expect(await disagreements.mine({ projectId }, anna)).toEqual({ seesAll: false, settles: false });
    await expect(disagreements.ids({ projectId, filter: { state: "open" } }, anna)).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });
});
