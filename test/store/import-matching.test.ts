import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { consensusOfProject } from "../../electron/store/consensus.ts";
import { importPredictions, outlinePredictions } from "../../electron/store/import-predictions.ts";
import { itemById } from "../../electron/store/items.ts";
import { queueIds } from "../../electron/store/queue.ts";
import { eventsOfItem } from "../../electron/store/verdict-events.ts";
import { reviewersOf, verdictsOnItems } from "../../electron/store/verdicts.ts";
import { importNoticeText } from "../../shared/domain/import-notice.ts";
import { type ConflictChoices, defaultChoices, type FileLabels } from "../../shared/domain/import-report.ts";
import { newWorkspace } from "../support/new-workspace.ts";
import { plainSql } from "../support/plain-sql.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction } from "../support/test-workspace.ts";

type Items = Record<string, unknown>[];
/** A file: its name, its items, and what its labels become ("consensus", null: left out, else whose they are). */
type Given = [name: string, items: Items, labels: string | null];

async function setUp() {
  const folder = temporaryFolder();
  const workspace = await newWorkspace(folder);
  const wishOf = (files: Given[], choices: Partial<ConflictChoices>) => ({
    projectName: "review",
    choices: { ...defaultChoices, ...choices },
    files: files.map(([name, items, labels]) => {
      const file = path.join(folder, name);
      writeFileSync(file, JSON.stringify(items));
      return { path: file, labels: labelsOf(labels) };
    }),
  });
  const preview = async (files: Given[], choices: Partial<ConflictChoices> = {}) =>
    (await outlinePredictions(workspace, wishOf(files, choices), () => undefined)).report;
  /** Imports, and sees that the preview had said the same. */
  const add = async (files: Given[], choices: Partial<ConflictChoices> = {}) => {
    const foretold = await preview(files, choices);
    const request = { ...wishOf(files, choices), databasesDir: folder, account: "importer", at: "then" };
    const { report } = await importPredictions(workspace, request, () => undefined);
    expect(report).toEqual(foretold);
    return report;
  };
  const items = () =>
    workspace.read(async (db) =>
      Array.fromAsync(await queueIds(db, 1, "", {}), async (id) => (await itemById(db, id))?.questionId),
    );
  const said = (itemId: number) =>
    workspace.read(async (db) =>
      Object.fromEntries(
        (await verdictsOnItems(db, [itemId])).map(({ reviewer, label }) => [reviewer, label]),
      ),
    );
  return { workspace, folder, preview, add, items, said };
}

function labelsOf(labels: string | null): FileLabels {
  if (labels === null) return { as: "left-out" };
  return labels === "consensus" ? { as: "consensus" } : { as: "opinions", reviewer: labels };
}

const labelled = (n: number, label: boolean, reason = "because", fields = {}) =>
  prediction(n, { label, reason, ...fields });
const noticesOf = ({ notices }: { notices: Parameters<typeof importNoticeText>[0][] }) =>
  notices.map(({ kind, count, names }) => [kind, count, ...names]);

describe("an import into a project", () => {
  it("makes one item of the same prediction in several files, and keeps every opinion on it", async () => {
    const { add, items, said, workspace } = await setUp();
    const report = await add([
      ["anna.json", [labelled(0, true), labelled(1, true)], "anna"],
      [
        "bert.json",
        [
          labelled(1, false, "twice", { question: " How many ships (1)? ", system: "beta" }),
          labelled(2, true),
        ],
        "bert",
      ],
      ["settled.json", [prediction(1, { label: false, reason_1: "a", reason_2: "b" })], "consensus"],
    ]);
    expect(report).toMatchObject({ items: 3, matched: 2, opinions: 4, consensus: 1, conflicts: [] });
    expect(await items()).toEqual([0, 1, 2]);
    expect(await said(2)).toEqual({ anna: "yes", bert: "no" });
    expect(await workspace.read(async (db) => (await consensusOfProject(db, 1)).get(2))).toMatchObject({
      ...{ rule: "imported", label: "no", notes: ["a", "b"], settledBy: null },
    });
    expect(await workspace.read((db) => queueIds(db, 1, "", { system: "beta" }))).toEqual([2]);
  });

  it("keeps what the same reviewer said before, or puts the file's after it, as is chosen", async () => {
    const { add, said, workspace } = await setUp();
    await add([["one.json", [labelled(0, true), labelled(1, true)], "anna"]]);
    const second: Given[] = [["two.json", [labelled(0, false, "twice"), labelled(1, true)], "anna"]];
    expect(await add(second)).toMatchObject({
      ...{ opinions: 0, unchanged: 1, conflictCounts: { opinion: 1 } },
      conflicts: [
        {
          ...{ kind: "opinion", file: "two.json", row: 1, reviewer: "anna", questionId: 0 },
          ...{ there: "yes · because", inFile: "no · twice" },
        },
      ],
    });
    expect(await said(1)).toEqual({ anna: "yes" });
    expect(await add(second, { verdicts: "replace" })).toMatchObject({ opinions: 1 });
    expect(await said(1)).toEqual({ anna: "no" });
    const history = await workspace.read((db) => eventsOfItem(db, 1, "anna"));
    expect(history.map(({ revision, judgement }) => [revision, judgement.label])).toEqual([
      [2, "no"],
      [1, "yes"],
    ]);
  });

  it("shows where a consensus is settled otherwise", async () => {
    const { add, workspace } = await setUp();
    const settled = (label: boolean) => prediction(0, { label, reason_1: "", reason_2: "" });
    await add([["one.json", [settled(true)], "consensus"]]);
    const other: Given[] = [["two.json", [settled(false)], "consensus"]];
    expect(await add(other)).toMatchObject({ consensus: 0, conflictCounts: { consensus: 1 } });
    await add(other, { verdicts: "replace" });
    expect(await workspace.read(async (db) => (await consensusOfProject(db, 1)).get(1))).toMatchObject({
      ...{ label: "no", revision: 2 },
    });
  });

  it("shows a gold that differs; the item then stands apart, or is left out", async () => {
    const { add, items } = await setUp();
    const mended: Given[] = [["b.json", [prediction(0, { gold_sql: "SELECT 2" })], null]];
    await add([["a.json", [prediction(0)], null]]);
    expect(await add(mended, { gold: "leave-out" })).toMatchObject({ items: 0, leftOut: 1 });
    expect(await add(mended)).toMatchObject({
      ...{ items: 1, conflictCounts: { gold: 1 } },
      conflicts: [{ kind: "gold", there: "SELECT count(*) FROM ship", inFile: "SELECT 2" }],
    });
    expect(await items()).toEqual([0, 0]);
    expect(await add(mended)).toMatchObject({ items: 0, matched: 1, conflicts: [] });
  });

  it("takes evidence where there was none, and shows where it differs", async () => {
    const { add, workspace } = await setUp();
    const with_ = (evidence: string): Given[] => [
      [`${evidence || "none"}.json`, [prediction(0, { evidence })], null],
    ];
    const evidence = () => workspace.read(async (db) => (await itemById(db, 1))?.evidence);
    await add(with_(""));
    expect(await add(with_("e"))).toMatchObject({ matched: 1, conflicts: [] });
    expect(await add(with_(""))).toMatchObject({ conflicts: [] });
    expect(await evidence()).toBe("e");
    expect(await add(with_("other"))).toMatchObject({ conflictCounts: { evidence: 1 } });
    expect(await evidence()).toBe("e");
    await add(with_("other"), { evidence: "replace" });
    expect(await evidence()).toBe("other");
  });
});

describe("a file that is not what it should be", () => {
  it("is told where it is there already, letter by letter, and then brings nothing", async () => {
    const { add, workspace } = await setUp();
    const file: Given = ["a.json", [labelled(0, true), labelled(1, false)], "anna"];
    const twice = await add([file, ["copy.json", file[1], "anna"]]);
    expect(noticesOf(twice)).toEqual([["same-file", 2, "a.json"]]);
    expect(noticesOf(await add([file]))).toEqual([["same-file", 2, "a.json"]]);
    expect(await workspace.read((db) => db.values(plainSql("SELECT count(*) FROM source")))).toEqual([1]);
    // Its labels may have been left out, or be somebody else's.
    expect(await add([["a.json", file[1], "bert"]])).toMatchObject({ opinions: 2 });
  });

  it("is told where it has an item twice; what a reviewer says of it in two ways is a conflict", async () => {
    const { add, said } = await setUp();
    const report = await add([
      ["a.json", [labelled(0, true), labelled(0, true), labelled(0, false)], "anna"],
    ]);
    expect(report).toMatchObject({ items: 1, matched: 2, opinions: 1, unchanged: 1 });
    expect(report.conflictCounts.opinion).toBe(1);
    expect(noticesOf(report)).toEqual([["item-twice", 2]]);
    expect(await said(1)).toEqual({ anna: "yes" });
  });

  it("is told where an id stands for several questions", async () => {
    const { preview } = await setUp();
    const items = [prediction(0), prediction(0, { question: "Which?" }), prediction(1)];
    expect(noticesOf(await preview([["a.json", items, null]]))).toEqual([
      ["id-of-several-questions", 1, "0 (harbour)"],
    ]);
  });

  it("is told where none of its items is in the project, and where it judges other predictions", async () => {
    const { add, preview } = await setUp();
    await add([["a.json", [prediction(0), prediction(1)], null]]);
    expect(noticesOf(await preview([["b.json", [prediction(7)], null]]))).toEqual([["no-item-matches", 1]]);
    const others = [prediction(0, { predicted_sql: "SELECT 7" }), prediction(1)];
    expect(noticesOf(await preview([["b.json", others, null]]))).toEqual([["other-predictions", 1]]);
  });

  it("is told where a label has no note, and where it looks like a consensus", async () => {
    const { preview } = await setUp();
    const items = [labelled(0, false, " "), labelled(1, true, "")];
    expect(noticesOf(await preview([["a.json", items, "anna"]]))).toEqual([["missing-note", 1]]);
    const settled = prediction(0, { label: true, reason_1: "", reason_2: "" });
    expect(noticesOf(await preview([["c.json", [settled], "anna"]]))).toEqual([
      ["looks-like-consensus", 1, "anna"],
    ]);
  });

  it("is told where one person seems to have two names", async () => {
    const { add, preview } = await setUp();
    const items = [0, 1, 2, 3, 4].map((n) => labelled(n, n > 2, `note ${n}`));
    await add([["a.json", items, "Anna B"]]);
    expect(noticesOf(await preview([["b.json", [labelled(0, true)], "anna-b"]]))).toEqual([
      ["similar-names", 1, "anna-b", "Anna B"],
    ]);
    const same: Given = ["c.json", [...items].reverse(), "carla"];
    expect(noticesOf(await preview([same]))).toEqual([["same-opinions", 5, "carla", "Anna B"]]);
    expect(importNoticeText({ kind: "same-opinions", file: "", count: 5, names: ["carla", "Anna B"] })).toBe(
      "carla and Anna B said the same, note for note, of the same 5 items. Are they one person?",
    );
  });

  it("is refused whole where a label is not the project's, though a file before it is sound", async () => {
    const { add, preview } = await setUp();
    const sound: Given = ["a.json", [labelled(0, true)], "anna"];
    const files: Given[] = [sound, ["b.json", [prediction(1, { label: "maybe" })], "bert"]];
    const refusal = { problems: [{ file: "b.json", row: 1, field: "label" }] };
    await expect(preview(files)).rejects.toMatchObject(refusal);
    expect(await add([sound, ["b.json", [prediction(1, { label: "maybe" })], null]])).toMatchObject({
      ...{ items: 2, opinions: 1 },
    });
  });
});

const real = ["bird", "spider"].map((set) => ({
  set,
  files: ["annotators/SET_1", "annotators/SET_2", "annotators/SET_3", "rose-vec-SET"].map((name) =>
    sharedData(`rose-vec/${name.replace("SET", set)}.json`),
  ),
}));
const figures = {
  bird: { items: 379, matched: 410, opinions: 467, consensus: 322, people: [155, 156, 156] },
  spider: { items: 294, matched: 269, opinions: 300, consensus: 263, people: [100, 100, 100] },
};

describe.each(real)("ROSE's files of $set", ({ set, files }) => {
  const { people, ...expected } = figures[set as keyof typeof figures];
  const skipped = files.includes(null) ? " (skipped: ../shared/data is absent)" : "";
  it.skipIf(files.includes(null))(
    `are recognised, and become ${expected.items} items with every opinion${skipped}`,
    async () => {
      const { workspace } = await setUp();
      const request = {
        ...{ projectName: "rose", databasesDir: "/", account: "a", at: "then", choices: defaultChoices },
        files: files.map((file) => ({
          path: file ?? "",
          labels: { as: "recognised" as const, reviewer: path.parse(file ?? "").name },
        })),
      };
      const { report } = await importPredictions(workspace, request, () => undefined);
      expect(report).toMatchObject({ ...expected, unchanged: 0, conflicts: [] });
      expect(await workspace.read((db) => reviewersOf(db, 1))).toEqual(
        people.map((count, at) => ({ reviewer: `${set}_${at + 1}`, labelled: count })),
      );
    },
  );
});
