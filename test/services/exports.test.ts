import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { createExportsService } from "../../electron/services/exports.ts";
import { asFault } from "../../electron/services/fault.ts";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { appendConsensusEvent } from "../../electron/store/consensus.ts";
import { saveEvaluation } from "../../electron/store/evaluations.ts";
import { importPredictions } from "../../electron/store/import-predictions.ts";
import { renamePerson } from "../../electron/store/people.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { Evaluation } from "../../shared/domain/evaluation.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { readPredictions } from "../../shared/formats/predictions.ts";
import { ExportFormat } from "../../shared/formats/verdict-export/export-formats.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { sharedData } from "../support/shared-data.ts";
import { importOf, prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const no: Judgement = { ...emptyJudgement, label: "no", note: "counts twice", diagnoses: ["GoldX"] };
const yes: Judgement = { ...emptyJudgement, label: "yes" };

async function importFile(workspace: Workspace, file: string, project: string, reviewer: string) {
  const request = {
    ...importOf(file, reviewer),
    projectName: project,
    databasesDir: "/",
    account: "a",
    at: "",
  };
  return (await importPredictions(workspace, request, () => undefined)).projectId;
}

async function setUp(predictions: Record<string, unknown>[], reviewer: string | null = null) {
  const test = await testWorkspace(predictions, reviewer);
  const { workspace, projectId, itemIds, folder } = test;
  const exports = createExportsService({ workspace, holdsFile: true });
  const verdicts = createVerdictsService({
    workspace,
    now: () => new Date("2026-03-01T12:00:00Z"),
    publish: () => undefined,
  });
  const judge = (index: number, judgement: Judgement, actor = "anna", baseRevision = 0) =>
    verdicts.save({ itemId: itemIds[index] ?? 0, baseRevision, saveId: randomUUID(), judgement }, { actor });
  return { workspace, exports, judge, projectId, itemIds, folder };
}

const real: [file: string, format: "rose-vec" | "annotator"][] = [
  ["rose-vec/rose-vec-bird.json", "rose-vec"],
  ["rose-vec/rose-vec-spider.json", "rose-vec"],
  ...["bird_1", "bird_2", "bird_3", "spider_1", "spider_2", "spider_3"].map((name): [string, "annotator"] => [
    `rose-vec/annotators/${name}.json`,
    "annotator",
  ]),
];

describe.each(real)("the real file %s", (file, format) => {
  const source = sharedData(file);
  const skipped = source === null ? " (skipped: ../shared/data is absent)" : "";

  it.skipIf(source === null)(`goes out as it came in, byte for byte (SPEC P6)${skipped}`, async () => {
    const { workspace, exports } = await setUp([prediction(0)]);
    const projectId = await importFile(workspace, source ?? "", "real", "expert");
    const { text } = await exports.toText({ projectId, format, reviewer: "expert" }, anna);
    expect(text).toBe(readFileSync(source ?? "", "utf8"));
  });

  it.skipIf(source === null)(`comes back whole from the JSONL form (SPEC P6)${skipped}`, async () => {
    const { workspace, exports, folder } = await setUp([prediction(0)]);
    const projectId = await importFile(workspace, source ?? "", "real", "expert");
    const { text } = await exports.toText({ projectId, format: "jsonl", reviewer: null }, anna);
    const again = path.join(folder, "again.jsonl");
    writeFileSync(again, text);
    const copyId = await importFile(workspace, again, "copy", "expert");
    const copy = await exports.toText({ projectId: copyId, format, reviewer: "expert" }, anna);
    const known = (item: Record<string, unknown>) => ({ ...item, querent: undefined });
    expect((JSON.parse(copy.text) as Record<string, unknown>[]).map(known)).toEqual(
      (JSON.parse(readFileSync(source ?? "", "utf8")) as Record<string, unknown>[]).map(known),
    );
  });
});

describe("ROSE's consensus form", () => {
  it("changes the label and the notes of what was judged anew, and no other byte (SPEC P6)", async () => {
    const items = [
      prediction(0, { label: true, reason_1: "", reason_2: "", ex: 1 }),
      prediction(1, { label: true, reason_1: "fine", reason_2: "" }),
    ];
    const { exports, judge, projectId } = await setUp(items, "anna");
    await judge(0, no, "anna", 1);
    const { text, fileName } = await exports.toText(
      { projectId, format: "rose-vec", reviewer: "anna" },
      anna,
    );
    const changed = { ...items[0], label: false, reason_1: "GOLD FALSE: counts twice", reason_2: "" };
    expect(text).toBe(JSON.stringify([changed, items[1]]));
    expect(fileName).toBe("review-anna-rose-vec.json");
  });

  it("holds the items on which everybody agrees, with everybody's notes", async () => {
    const { exports, judge, projectId } = await setUp([0, 1, 2].map((n) => prediction(n)));
    await judge(0, no);
    await judge(0, { ...no, note: "too many" }, "bert");
    await judge(1, yes);
    await judge(1, no, "bert");
    const what = { projectId, format: "rose-vec" as const, reviewer: null };
    expect(JSON.parse((await exports.toText(what, anna)).text)).toMatchObject([
      {
        question_id: 0,
        label: false,
        reason_1: "GOLD FALSE: counts twice",
        reason_2: "GOLD FALSE: too many",
      },
    ]);
    expect(await exports.preview(what, anna)).toEqual({
      items: 1,
      leftOut: 2,
      losses: [
        "Lost (2×): the diagnoses as fields: they are written as a prefix of the note.",
        "Lost (1×): the whole item, because its reviewers disagree.",
        "Lost (1×): the whole item, because it has no label.",
        "Lost: the names of the reviewers.",
        "Lost: EX and what differs.",
        "Lost: earlier revisions, and drafts.",
      ],
    });
  });

  it("gives ROSE's names to the fields of other benchmarks, and says so beforehand (SPEC P7)", async () => {
    const fields = {
      db: "harbour",
      query: "How many?",
      gold: "SELECT 1",
      pred_sql: "SELECT 2",
      hardness: "easy",
    };
    const { exports, judge, projectId } = await setUp([fields]);
    await judge(0, yes);
    const what = { projectId, format: "rose-vec" as const, reviewer: "anna" };
    expect(JSON.parse((await exports.toText(what, anna)).text)).toEqual([
      {
        db_id: "harbour",
        question: "How many?",
        gold_sql: "SELECT 1",
        predicted_sql: "SELECT 2",
        hardness: "easy",
        question_id: 0,
        label: true,
        reason_1: "",
        reason_2: "",
      },
    ]);
    expect((await exports.preview(what, anna)).losses).toContain(
      "Lost (1×): the field name gold: it is written as gold_sql.",
    );
  });

  it("is an empty list where nothing is labelled", async () => {
    const { exports, projectId } = await setUp([prediction(0)]);
    const { text } = await exports.toText({ projectId, format: "rose-vec", reviewer: null }, anna);
    expect(JSON.parse(text)).toEqual([]);
  });
});

describe("one reviewer's annotation file", () => {
  it("holds that reviewer's labels alone, in a file that imports as the same verdicts (SPEC P6)", async () => {
    const { exports, judge, projectId } = await setUp([0, 1].map((n) => prediction(n)));
    await judge(0, { ...no, diagnoses: ["GoldX", "AmbSchema"] });
    await judge(1, yes, "bert");
    const what = { projectId, format: "annotator" as const, reviewer: "anna" };
    const { text } = await exports.toText(what, anna);
    const { items } = readPredictions(text, "anna.json");
    expect(items.map(({ judgement }) => judgement)).toMatchObject([
      { label: "no", diagnoses: ["GoldX", "AmbSchema"], note: expect.stringMatching(/counts twice$/) },
    ]);
  });

  it("needs to know whose it is", async () => {
    const { exports, projectId } = await setUp([prediction(0)]);
    const what = { projectId, format: "annotator" as const, reviewer: null };
    await expect(exports.toText(what, anna)).rejects.toMatchObject({
      code: "BAD_INPUT",
      data: { problems: [{ field: "reviewer" }] },
    });
  });
});

const evaluation: Evaluation = {
  predicted: { status: "ok", columns: [], rowCount: 1, truncated: false, elapsedMs: 1, error: null },
  gold: { status: "ok", columns: [], rowCount: 1, truncated: false, elapsedMs: 1, error: null },
  ex: { set: false, multiset: false, ordered: null, first200: false },
  difference: { kind: "different", detail: {} },
};

describe("the JSONL form", () => {
  it("holds every field, everybody's verdicts and the evaluation, and imports as the same verdicts (SPEC P6)", async () => {
    const { exports, judge, projectId, workspace, itemIds } = await setUp([
      prediction(0, { big: 1 }),
      prediction(1),
    ]);
    await judge(0, { ...no, flagged: true });
    await judge(0, { ...emptyJudgement, skipped: true, correctedSql: "SELECT 1" }, "bert");
    await workspace.write((db) => saveEvaluation(db, projectId, itemIds[0] ?? 0, evaluation, ""));
    const { text } = await exports.toText({ projectId, format: "jsonl", reviewer: null }, anna);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ ...prediction(0), big: 1, querent: { index: 0, evaluation } });
    expect(lines[1].querent).toEqual({ index: 1, verdicts: [], evaluation: null });
    expect(readPredictions(text, "out.jsonl").items[0]?.verdicts).toEqual([
      { reviewer: "anna", judgement: { ...no, flagged: true } },
      { reviewer: "bert", judgement: { ...emptyJudgement, skipped: true, correctedSql: "SELECT 1" } },
    ]);
    // What is empty is left out: files of before there was a corrected SQL are these still.
    expect(Object.keys(lines[0].querent.verdicts[0].judgement)).toEqual([
      ...["label", "note", "diagnoses", "skipped", "flagged"],
    ]);
    const csv = await exports.preview({ projectId, format: "csv", reviewer: null }, anna);
    expect(csv.losses).toContain("Lost (1×): the corrected SQL.");
  });
});

describe("the CSV form", () => {
  it("holds one row a verdict with exact texts, and counts what a spreadsheet would take for a formula", async () => {
    const sql = '-- all, "quoted"\r\nSELECT 1';
    const { exports, judge, projectId } = await setUp([prediction(0, { predicted_sql: sql }), prediction(1)]);
    await judge(0, no);
    await judge(0, yes, "bert");
    const what = { projectId, format: "csv" as const, reviewer: null };
    const { text } = await exports.toText(what, anna);
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(data.map((row) => [row.index, row.reviewer, row.label, row.diagnoses, row.predicted_sql])).toEqual(
      [
        ["0", "anna", "no", "GoldX", sql],
        ["0", "bert", "yes", "", sql],
        ["1", "", "", "", "SELECT count(*) + 1 FROM ship"],
      ],
    );
    expect((await exports.preview(what, anna)).losses[0]).toMatch(/^Lost \(2×\): that a cell is text/);
  });
});

describe("an export to a file", () => {
  it("replaces an existing file once the new one is whole", async () => {
    const { exports, projectId, folder } = await setUp([prediction(0)]);
    const target = path.join(folder, "out.jsonl");
    writeFileSync(target, "old");
    const what = { projectId, format: "jsonl" as const, reviewer: null, path: target };
    expect(await exports.toFile(what, anna)).toEqual({ path: target, items: 1 });
    expect(JSON.parse(readFileSync(target, "utf8"))).toMatchObject({ question_id: 0 });
  });

  it("that is cancelled leaves the old file and no other", async () => {
    const { exports, projectId, folder } = await setUp([prediction(0)]);
    const target = path.join(folder, "out.jsonl");
    writeFileSync(target, "old");
    const before = readdirSync(folder).sort();
    const what = { projectId, format: "jsonl" as const, reviewer: null, path: target };
    const signal = AbortSignal.abort(new Error("changed my mind"));
    await expect(exports.toFile(what, { ...anna, signal })).rejects.toThrow("changed my mind");
    expect(readFileSync(target, "utf8")).toBe("old");
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it("into a folder that is not there says so", async () => {
    const { exports, projectId, folder } = await setUp([prediction(0)]);
    const target = path.join(folder, "none", "out.jsonl");
    const what = { projectId, format: "jsonl" as const, reviewer: null, path: target };
    await expect(exports.toFile(what, anna)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(existsSync(path.dirname(target))).toBe(false);
  });

  it("over a workspace, this one or another, is refused", async () => {
    const { exports, projectId, workspace } = await setUp([prediction(0)]);
    const what = { projectId, format: "jsonl" as const, reviewer: null, path: workspace.path };
    await expect(exports.toFile(what, anna)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining("is a database or a workspace, which nothing replaces"),
    });
  });

  it.skipIf(noSmallDisk !== null)(
    `onto a full disk says so and leaves the old file and no other (SPEC W5)${noSmallDisk ? ` (skipped: ${noSmallDisk})` : ""}`,
    async () => {
      const { exports, projectId } = await setUp(Array.from({ length: 1_000 }, (_, n) => prediction(n)));
      const disk = smallDisk("64k");
      const target = path.join(disk, "out.jsonl");
      writeFileSync(target, "old");
      const what = { projectId, format: "jsonl" as const, reviewer: null, path: target };
      const failure = await exports.toFile(what, anna).catch((error: unknown) => error);
      expect(asFault(failure)).toMatchObject({
        code: "STORAGE",
        data: { reason: "disk-full", path: target },
      });
      expect(readdirSync(disk)).toEqual(["out.jsonl"]);
      expect(readFileSync(target, "utf8")).toBe("old");
    },
  );
});

describe("an export with pseudonyms", () => {
  const names = ["anna", "Bert Olsson", "carla"];

  it("has nobody's name in any format, and the same pseudonym for the same person in all of them", async () => {
    const { exports, judge, projectId, workspace, itemIds } = await setUp([
      prediction(0, {
        annotator: "anna",
        remarks: ["seen by Bert Olsson", 1],
        label: "yes",
        reason: "anna: fine",
      }),
      prediction(1, { question: "Which ships did anna christen?" }),
    ]);
    await workspace.write((db) => renamePerson(db, "account-7", "carla"));
    await judge(0, { ...no, note: "as ANNA said, and Bert Olsson's note; annals stay" });
    await judge(0, { ...no, note: "@carla, look" }, "Bert Olsson");
    await workspace.write((db) =>
      appendConsensusEvent(db, {
        ...{
          saveId: null,
          projectId,
          itemId: itemIds[0] ?? 0,
          actor: "carla",
          at: "2026-03-01T13:00:00.000Z",
        },
        ...{ action: "settle", reverts: null },
        consensus: {
          rule: "adjudicated",
          label: "no",
          diagnoses: [],
          notes: ["anna is right"],
          settledBy: "carla",
        },
      }),
    );
    const people = new Set<string>();
    for (const format of ExportFormat.options)
      for (const reviewer of [null, "anna"]) {
        const what = { projectId, format, reviewer, pseudonyms: true };
        if (format === "annotator" && reviewer === null) continue;
        const { text, fileName } = await exports.toText(what, anna);
        const told = `${fileName}\n${text}`.replaceAll("Which ships did anna christen?", "");
        for (const name of names)
          expect(told.toLowerCase(), `${format} ${name}`).not.toContain(`"${name.toLowerCase()}"`);
        expect(told, format).not.toMatch(/(?<![\p{L}])(anna|bert olsson|carla)(?![\p{L}])/iu);
        for (const [found] of text.matchAll(/person-[0-9a-f]{10}/g)) people.add(found);
        expect((await exports.toText(what, anna)).text).toBe(text);
      }
    expect(people.size).toBe(3);
    const { text } = await exports.toText(
      { projectId, format: "jsonl", reviewer: null, pseudonyms: true },
      anna,
    );
    expect(text).toContain("annals stay");
    expect(text).toContain("Which ships did anna christen?");
    const { losses } = await exports.preview(
      { projectId, format: "csv", reviewer: null, pseudonyms: true },
      anna,
    );
    expect(losses.at(-1)).toMatch(/^Lost: people's names/);
  });

  it("differs from workspace to workspace, so that no list of names gives the people away", async () => {
    const people = async () => {
      const { exports, judge, projectId } = await setUp([prediction(0)]);
      await judge(0, no);
      const { text } = await exports.toText(
        { projectId, format: "jsonl", reviewer: null, pseudonyms: true },
        anna,
      );
      return /person-[0-9a-f]{10}/.exec(text)?.[0];
    };
    expect(await people()).not.toBe(await people());
  });
});
