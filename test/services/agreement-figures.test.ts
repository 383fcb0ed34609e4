import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAgreementFigures } from "../../electron/services/agreement-figures.ts";
import { createCheckItemsService } from "../../electron/services/check-items.ts";
import { createJobBoard } from "../../electron/services/job-board.ts";
import { createVerdictFormsService } from "../../electron/services/verdict-forms.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { deleteProject } from "../../electron/store/delete-project.ts";
import { opinionCounts, uncountedItems } from "../../electron/store/opinion-counts.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { newestVerdictEvent } from "../../electron/store/verdict-events.ts";
import type { AgreementDetails } from "../../shared/contract/agreement-figures.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import { pooledAgreement } from "../shared/metrics/agreement/agreement-of-items.ts";
import { plainSql } from "../support/plain-sql.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const yes: Judgement = { ...emptyJudgement, label: "yes" };
const no: Judgement = { ...emptyJudgement, label: "no", note: "counts twice" };
const skipped: Judgement = { ...emptyJudgement, skipped: true };
const lead = { actor: "lead" };

async function setUp(items = 4) {
  const predictions = Array.from({ length: items }, (_, n) =>
    prediction(n, { difficulty: n % 2 === 0 ? "simple" : "hard" }),
  );
  const { workspace, projectId, itemIds } = await testWorkspace(predictions);
  const common = {
    ...{ workspace, publish: () => undefined, now: () => new Date(Date.UTC(2026, 1, 12)) },
    board: createJobBoard({ newId: randomUUID, publish: () => undefined }),
  };
  const verdicts = createVerdictsService(common);
  await workspace.write((db) => putSettingsOfProject(db, projectId, { "review.adjudicators": ["lead"] }));
  const judge = (who: string, at: number, judgement: Judgement, baseRevision = 0) =>
    verdicts.save(
      { itemId: itemIds[at] ?? 0, baseRevision, saveId: randomUUID(), judgement },
      { actor: who },
    );
  /** From now on this reviewer could have seen what others say. */
  const sees = (who: string, at: number) =>
    workspace.write(async (db) =>
      db.run(
        plainSql(
          "INSERT INTO opinion_seen VALUES (?, ?, ?)",
          itemIds[at],
          who,
          await newestVerdictEvent(db, projectId),
        ),
      ),
    );
  const service = createAgreementFigures(common);
  const details = async (stage: "independent" | "discussed"): Promise<AgreementDetails> => {
    await service.start({ projectId, stage }, lead);
    for (;;) {
      const found = await service.details({ projectId, stage }, lead);
      if (found?.isCurrent) return found;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    ...{ workspace, projectId, itemIds, judge, sees, details, common, service },
    figures: () => service.ofProject({ projectId }, lead),
  };
}

describe("the agreement of a project", () => {
  it("is of opinions from before their reviewers could see another, apart from what was said after", async () => {
    const { judge, sees, figures } = await setUp();
    for (const at of [0, 1]) await judge("anna", at, yes);
    await judge("bert", 0, yes);
    await judge("bert", 1, no);
    await sees("bert", 1);
    await judge("bert", 1, yes, 1);
    // Carla first says something of item 0 after she has seen the others.
    await sees("carla", 0);
    await judge("carla", 0, yes);
    const { independent, discussed } = await figures();
    expect(independent).toMatchObject({ nItems: 2, nOpinions: 4, nSeen: 1, nSkipped: 0 });
    expect(independent.figures.rawAgreement.value).toBe(0.5);
    expect(discussed).toMatchObject({ nItems: 2, nOpinions: 5, nSeen: 0 });
    expect(discussed.figures.rawAgreement.value).toBe(1);
  });

  it("counts a skipped item as missing, never as a label, and leaves out attention items and what was undone", async () => {
    const { judge, figures, common, itemIds, projectId } = await setUp();
    for (const who of ["anna", "bert"]) for (const at of [0, 1]) await judge(who, at, yes);
    await judge("anna", 2, yes);
    await judge("bert", 2, skipped);
    await judge("bert", 3, no);
    await createVerdictsService(common).undo({ projectId }, { actor: "bert" });
    const checks = createCheckItemsService(common);
    expect((await figures()).independent).toMatchObject({ nItems: 3, nOpinions: 5, nSkipped: 1 });
    await checks.set({ itemId: itemIds[1] ?? 0, kind: "attention", expected: "yes" });
    expect((await figures()).independent).toMatchObject({ nItems: 2, nOpinions: 3, figures: { double: 1 } });
    await checks.set({ itemId: itemIds[1] ?? 0, kind: null, expected: "" });
    expect((await figures()).independent).toMatchObject({ nItems: 3, nOpinions: 5, figures: { double: 2 } });
  });

  it("follows a label that the project calls otherwise, also in what was said before others could be seen", async () => {
    const { judge, sees, figures, common, projectId } = await setUp();
    await judge("anna", 0, no);
    await judge("bert", 0, no);
    await sees("bert", 0);
    await judge("bert", 0, yes, 1);
    const labels = roseForm.labels.map((label) => (label.id === "no" ? { ...label, id: "wrong" } : label));
    const renames = [{ field: "label" as const, from: "no", to: "wrong" }];
    const form = { ...roseForm, labels };
    await createVerdictFormsService(common).change({ projectId, form, renames }, lead);
    const { labels: declared, independent } = await figures();
    expect(declared).toEqual(["yes", "wrong"]);
    expect(independent.byLabel).toEqual([
      { label: "yes", opinions: 0 },
      { label: "wrong", opinions: 2 },
    ]);
  });

  it("gives from stored counts what the opinions themselves give, whatever was changed in between", async () => {
    const { judge, figures, workspace, projectId } = await setUp(12);
    const said = new Map<number, Map<string, string>>();
    for (let step = 0; step < 60; step += 1) {
      const [at, who] = [(step * 7) % 12, ["anna", "bert", "carla"][step % 3] as string];
      const own = said.get(at) ?? new Map<string, string>();
      const revision = [...Array(step).keys()].filter(
        (s) => (s * 7) % 12 === at && s % 3 === step % 3,
      ).length;
      const judgement = (step * step) % 5 < 3 ? yes : no;
      await judge(who, at, judgement, revision);
      said.set(at, own.set(who, judgement.label ?? ""));
      if (step % 17 === 0) await figures();
    }
    const items = [...said.values()]
      .filter(({ size }) => size > 1)
      .map((opinions) => ({ dbId: "harbour", opinions }));
    const expected = pooledAgreement(items, ["yes", "no"], 0);
    expect((await figures()).independent.figures).toEqual(expected);
    const counts = await workspace.read((db) => opinionCounts(db, projectId, "discussed"));
    expect(counts.reduce((sum, count) => sum + count.items, 0)).toBe(said.size);
  });

  it("forgets the counts of a project that is deleted", async () => {
    const { judge, figures, workspace, projectId } = await setUp();
    for (const who of ["anna", "bert"]) await judge(who, 0, yes);
    await figures();
    await workspace.write((db) => deleteProject(db, projectId));
    const left = await workspace.read(async (db) => [
      await opinionCounts(db, projectId, "independent"),
      await opinionCounts(db, projectId, "discussed"),
      await uncountedItems(db, projectId),
    ]);
    expect(left).toEqual([[], [], 0]);
  });

  it("is for those who may see every opinion", async () => {
    const { service, projectId } = await setUp();
    const anna = { actor: "anna" };
    for (const ask of [
      () => service.ofProject({ projectId }, anna),
      () => service.start({ projectId, stage: "independent" }, anna),
      () => service.details({ projectId, stage: "independent" }, anna),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});

describe("pairs and groups", () => {
  it("are worked out by a job, and stand until somebody says something else", async () => {
    const { judge, details, service, projectId } = await setUp();
    expect(await service.details({ projectId, stage: "independent" }, lead)).toBeNull();
    for (const at of [0, 1, 2, 3]) await judge("anna", at, yes);
    for (const at of [0, 1, 2]) await judge("bert", at, at === 0 ? no : yes);
    await judge("carla", 3, no);
    const { pairs, groups } = await details("independent");
    expect(
      pairs.map(({ people, items, rawAgreement }) => [people.join(), items, rawAgreement.value]),
    ).toEqual([
      ["anna,bert", 3, 2 / 3],
      ["anna,carla", 1, 0],
    ]);
    const of = (by: string) =>
      groups.filter((group) => group.by === by).map(({ group, nItems }) => [group, nItems]);
    expect(of("database")).toEqual([["harbour", 4]]);
    expect(of("difficulty")).toEqual([
      ["hard", 2],
      ["simple", 2],
    ]);
    expect(of("ex")).toEqual([["EX undecided", 4]]);
    expect(of("person")).toEqual([
      ["anna", 4],
      ["bert", 3],
      ["carla", 1],
    ]);
    expect(of("week")).toEqual([["2026-W07", 4]]);
    await judge("bert", 3, yes);
    expect(await service.details({ projectId, stage: "independent" }, lead)).toMatchObject({
      isCurrent: false,
    });
  });
});
