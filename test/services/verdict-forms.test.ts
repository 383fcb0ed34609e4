import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createExportsService } from "../../electron/services/exports.ts";
import { createQueueService } from "../../electron/services/queue.ts";
import { createVerdictFormsService } from "../../electron/services/verdict-forms.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import {
  appendConsensusEvent,
  consensusEventsOfItem,
  consensusOfProject,
  consensusOnItems,
} from "../../electron/store/consensus.ts";
import { importPredictions } from "../../electron/store/import-predictions.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm, type VerdictForm } from "../../shared/domain/verdict-form.ts";
import { importOf, prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };

const three: VerdictForm = {
  ...roseForm,
  labels: [
    ...roseForm.labels,
    { id: "partly", name: "partly right", definition: "", key: "z", needsNote: false, counts: null },
  ],
  fields: [
    {
      ...{ kind: "scale", id: "effort", name: "Effort", definition: "", key: "9", required: true },
      ...{ from: 1, to: 5 },
    },
  ],
};
const partly: Judgement = { ...emptyJudgement, label: "partly", rubric: { effort: 4 } };
const yes: Judgement = { ...emptyJudgement, label: "yes", rubric: { effort: 1 } };

async function setUp() {
  const { workspace, projectId, itemIds, folder } = await testWorkspace([prediction(0), prediction(1)]);
  const common = { workspace, now: () => new Date("2026-03-01T12:00:00Z"), publish: () => undefined };
  const forms = createVerdictFormsService(common);
  const verdicts = createVerdictsService(common);
  await workspace.write((db) =>
    putSettingsOfProject(db, projectId, { "review.adjudicators": ["anna", "bert"] }),
  );
  const [itemId = 0, otherId = 0] = itemIds;
  const save = (judgement: Judgement, baseRevision = 0, on = itemId, who = anna) =>
    verdicts.save({ itemId: on, baseRevision, saveId: randomUUID(), judgement }, who);
  const change = (form: VerdictForm, renames: Parameters<typeof forms.change>[0]["renames"] = []) =>
    forms.change({ projectId, form, renames }, bert);
  const exported = (format: "jsonl" | "csv" | "rose-vec") =>
    createExportsService({ workspace }).toText({ projectId, format, reviewer: null }, anna);
  return { workspace, projectId, folder, itemId, otherId, forms, verdicts, save, change, exported };
}

const field = (name: string) => ({
  code: "BAD_INPUT",
  data: { problems: [expect.objectContaining({ field: name })] },
});

describe("the form of a project", () => {
  it("is what every save and draft is held against (SPEC V1, V2)", async () => {
    const { save, change, verdicts, itemId } = await setUp();
    await expect(save(partly)).rejects.toMatchObject({ code: "BAD_INPUT" });
    await change(three);
    await expect(save({ ...partly, rubric: {} })).rejects.toMatchObject(field("rubric.effort"));
    await expect(save({ ...partly, rubric: { effort: 9 } })).rejects.toMatchObject(field("rubric.effort"));
    expect(await save(partly)).toMatchObject({ label: "partly", rubric: { effort: 4 }, revision: 1 });
    const draft = { ...partly, itemId, baseRevision: 1, diagnoses: ["Unknown"] };
    await expect(verdicts.saveDraft(draft, anna)).rejects.toMatchObject(field("diagnoses"));
    expect((await verdicts.history({ itemId }, anna)).map(({ judgement }) => judgement)).toEqual([partly]);
  });

  it("is not changed while something is wrong with it, or a verdict would be left with a word that it lacks", async () => {
    const { save, change, forms, projectId } = await setUp();
    await expect(change({ ...three, labels: [] })).rejects.toMatchObject({ code: "BAD_INPUT" });
    await change(three);
    await save(partly);
    await save(partly, 0, undefined, bert);
    expect(await forms.orphans({ projectId, form: roseForm }, bert)).toEqual([
      { field: "label", value: "partly", verdicts: 2 },
      { field: "rubric.effort", value: "4", verdicts: 2 },
    ]);
    await expect(change(roseForm)).rejects.toMatchObject({ code: "BAD_INPUT" });
    await save(partly, 1);
  });

  it("renames a label in all verdicts and drafts, as changes that nobody's undo takes back", async () => {
    const { workspace, projectId, itemId, otherId, save, change, verdicts } = await setUp();
    await change(three);
    await save(partly);
    await save(yes, 0, otherId);
    await verdicts.saveDraft({ ...partly, itemId, baseRevision: 1, note: "half a sent" }, anna);
    const labels = [
      ...roseForm.labels,
      { id: "half", name: "half", definition: "", key: null, needsNote: false, counts: null },
    ];
    const renames = [{ field: "label" as const, from: "partly", to: "half" }];
    expect(await change({ ...three, labels }, renames)).toMatchObject({ renamed: 1 });
    const [latest, first] = await verdicts.history({ itemId }, anna);
    expect(latest).toMatchObject({
      action: "rename",
      actor: "bert",
      revision: 2,
      judgement: { label: "half" },
    });
    expect(first).toMatchObject({ action: "save", judgement: { label: "partly" } });
    expect(await verdicts.draft({ itemId }, anna)).toMatchObject({
      ...{ label: "half", note: "half a sent", baseRevision: 2 },
    });
    expect(await verdicts.undo({ projectId }, anna)).toMatchObject({ itemId: otherId });
    expect(await verdicts.undo({ projectId }, anna)).toBeNull();
    const counts = await createQueueService({ workspace, now: () => new Date() }).counts({ projectId }, anna);
    expect(counts.byLabel).toEqual({ half: 1 });
  });

  it("covers what items are settled as, in the check and in a rename", async () => {
    const { workspace, projectId, itemId, forms, change } = await setUp();
    await change({ ...three, fields: [] });
    const settled = {
      ...{ rule: "adjudicated" as const, label: "partly", diagnoses: ["GoldX"], notes: ["why"] },
      settledBy: "anna",
    };
    const event = { saveId: null, projectId, itemId, actor: "anna", at: "then", reverts: null };
    await workspace.write(async (db) => {
      await appendConsensusEvent(db, { ...event, action: "settle", consensus: { ...settled, label: "no" } });
      await appendConsensusEvent(db, { ...event, action: "reopen", consensus: null });
    });
    expect(await workspace.read(async (db) => (await consensusOfProject(db, projectId)).size)).toBe(0);
    await workspace.write((db) =>
      appendConsensusEvent(db, { ...event, action: "settle", consensus: settled }),
    );
    expect(await forms.orphans({ projectId, form: roseForm }, bert)).toEqual([
      { field: "label", value: "partly", verdicts: 1 },
    ]);
    await expect(change(roseForm)).rejects.toMatchObject(field("label"));
    const renames = [{ field: "label" as const, from: "partly", to: "no" }];
    expect(await change(roseForm, renames)).toMatchObject({ renamed: 1 });
    expect(await workspace.read(async (db) => (await consensusOnItems(db, [itemId])).get(itemId))).toEqual({
      ...{ ...settled, itemId, revision: 4, label: "no", at: "2026-03-01T12:00:00.000Z" },
    });
    expect(
      await workspace.read(async (db) =>
        (await consensusEventsOfItem(db, itemId)).map(({ action }) => action),
      ),
    ).toEqual([...["rename", "settle", "reopen", "settle"]]);
  });

  it("that has lost a label since lets no undo bring it back", async () => {
    const { save, change, verdicts, projectId } = await setUp();
    await change(three);
    await save(partly);
    await save(yes, 1);
    await change({ ...three, labels: roseForm.labels });
    await expect(verdicts.undo({ projectId }, anna)).rejects.toMatchObject(field("label"));
  });
});

describe("files of a project with its own form", () => {
  it("go out and come in with its labels and answers, and say what ROSE's format cannot hold", async () => {
    const { workspace, folder, projectId, otherId, save, change, exported } = await setUp();
    await change(three);
    await save(partly);
    await save(yes, 0, otherId);
    const { text } = await exported("jsonl");
    const [line] = text.split("\n").map((one) => (one === "" ? null : JSON.parse(one)));
    expect(line.querent.verdicts[0].judgement).toMatchObject({ label: "partly", rubric: { effort: 4 } });
    const [header, row] = (await exported("csv")).text.split("\r\n");
    expect(header?.endsWith("difference,rubric_effort")).toBe(true);
    expect(row?.endsWith(",4")).toBe(true);
    expect(JSON.parse((await exported("rose-vec")).text)).toHaveLength(1);
    const { losses } = await createExportsService({ workspace }).preview(
      { projectId, format: "rose-vec", reviewer: null },
      anna,
    );
    expect(losses).toContain(
      "Lost (1×): the whole item, because partly right counts as neither right nor wrong.",
    );
    expect(losses).toContain("Lost (1×): the answers to the rubric.");

    writeFileSync(path.join(folder, "back.jsonl"), text);
    const importInto = (projectName: string, reviewer: string | null) => {
      const request = { projectName, databasesDir: folder, account: "a", at: "" };
      const file = path.join(folder, "back.jsonl");
      return importPredictions(workspace, { ...request, ...importOf(file, reviewer) }, () => undefined);
    };
    await expect(importInto("another", "carla")).rejects.toMatchObject({
      problems: [
        expect.objectContaining({ row: 1, field: "querent.verdicts[0].label" }),
        expect.objectContaining({ row: 1, field: "querent.verdicts[0].rubric.effort" }),
        expect.objectContaining({ row: 2, field: "querent.verdicts[0].rubric.effort" }),
      ],
    });
    expect(await importInto("another", null)).toMatchObject({ report: { opinions: 0 } });
  });

  it("name a label by its id, its name, or as true and false", async () => {
    const { workspace, folder, projectId, change } = await setUp();
    await change({ ...three, fields: [] });
    const file = path.join(folder, "labels.json");
    const labels = ["Partly right", "partly", true, "no", null];
    writeFileSync(file, JSON.stringify(labels.map((label, n) => prediction(10 + n, { label }))));
    const request = { ...importOf(file, "carla"), projectName: "review", databasesDir: folder };
    await importPredictions(workspace, { ...request, account: "a", at: "" }, () => undefined);
    const counts = await createQueueService({ workspace, now: () => new Date() }).counts(
      { projectId },
      { actor: "carla" },
    );
    expect(counts.byLabel).toEqual({ no: 1, partly: 2, yes: 1 });
  });
});
