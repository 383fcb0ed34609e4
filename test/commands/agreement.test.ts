import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { emptyJudgement } from "#shared/domain/verdict.ts";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const item = (id: number, label: unknown, predicted = "SELECT 1") => ({
  ...{ question_id: id, db_id: "d", question: "q", predicted_sql: predicted, gold_sql: "SELECT 1" },
  ...{ label, reason: "r" },
});
function file(name: string, items: unknown[]): string {
  const at = path.join(folder, `${name}.json`);
  writeFileSync(at, JSON.stringify(items));
  return at;
}
async function agreement(...inputs: string[]) {
  const out = path.join(folder, "out.json");
  const { code, notes, results } = await runQuerent("agreement", "--input", ...inputs, "--out", out);
  return { code, notes, results, figures: code === 0 ? JSON.parse(readFileSync(out, "utf8")) : null };
}

describe("agreement", () => {
  it("matches items by prediction, counts the missing, and writes what its schema says", async () => {
    const one = file("anna", [item(1, true), item(2, false), item(3, null)]);
    const other = file("ben", [item(1, true), item(2, true, "SELECT 2"), item(3, true)]);
    const { code, figures, results, notes } = await agreement(one, other);
    expect(code).toBe(0);
    expect(figures).toMatchObject({ n_items: 4, n_double: 1, n_missing: 1, q: 2, people: ["anna", "ben"] });
    expect(figures.cohen_kappa[0]).toMatchObject({ n: 1, value: null });
    expect(notes).toContain("1 questions have several predictions");
    await expectAsDocumented("agreement", [figures]);
    await expectAsDocumented("agreement-summary", results);
  });

  it("refuses a reviewer or file that is given twice, consensus labels, and labels that are none", async () => {
    const one = file("carl", [item(1, true)]);
    expect(await agreement(one, one)).toMatchObject({
      code: 2,
      notes: expect.stringContaining("carl is given twice"),
    });
    expect(await agreement(`a=${one}`, `b=${one}`)).toMatchObject({
      code: 2,
      notes: expect.stringContaining("file"),
    });
    expect((await agreement(one, file("odd", [item(1, "maybe")]))).notes).toContain("is not a label");
    const { reason, ...rest } = item(1, true);
    const consensus = file("both", [{ ...rest, reason_1: reason, reason_2: "" }]);
    expect((await agreement(one, consensus)).notes).toContain("consensus labels");
  });

  it("warns of one person under two names, of one who contradicts themselves, and of files without a shared item", async () => {
    const same = Array.from({ length: 6 }, (_, id) => item(id, id % 2 === 0));
    expect((await agreement(file("dora", same), file("dora2", same))).notes).toContain(
      "are they one person?",
    );
    const twice = file("emil", [item(1, true), item(1, false), item(2, true), item(2, true)]);
    const { notes, figures } = await agreement(twice, file("fay", [item(9, true)]));
    expect(notes).toContain("neither counts");
    expect(notes).toContain("it counts once");
    expect(notes).toContain("files of one project?");
    expect(figures.fleiss_kappa).toMatchObject({
      value: null,
      undefined_because: "No item has two opinions.",
    });
  });
});

const rose = sharedData("rose-vec/annotators");
describe("agreement on ROSE's real files", () => {
  it.skipIf(rose === null)(`gives the known figures (else skipped: ../shared/data is absent)`, async () => {
    const { figures } = await agreement(...[1, 2, 3].map((n) => path.join(rose ?? "", `bird_${n}.json`)));
    expect(figures).toMatchObject({ n_items: 314, n_double: 153 });
    expect(figures.gwet_ac1.value).toBeCloseTo(0.783439, 6);
    expect(figures.gwet_ac1.standard_error).toBeCloseTo(0.049843, 6);
    expect(figures.fleiss_kappa.value).toBeCloseTo(0.742424, 6);
    expect(figures.fleiss_kappa.standard_error).toBeCloseTo(0.057029, 6);
    expect(figures.krippendorff_alpha.value).toBeCloseTo(0.743266, 6);
    expect(figures.brennan_prediger.value).toBeCloseTo(0.764706, 6);
    const [first, second, third] = figures.cohen_kappa;
    expect(first).toMatchObject({
      n: 75,
      table: [
        [47, 5],
        [0, 23],
      ],
    });
    expect(first.value).toBeCloseTo(0.852188, 6);
    expect(first.standard_error).toBeCloseTo(0.063161, 6);
    // 2,000 resamples settle about a hundredth.
    for (const [drawn, from, to] of [
      ["by_item", 0.722, 0.97],
      ["by_database", 0.684, 0.971],
    ] as const) {
      expect(Math.abs(first[drawn].interval.from - from)).toBeLessThan(0.02);
      expect(Math.abs(first[drawn].interval.to - to)).toBeLessThan(0.02);
    }
    expect(second).toMatchObject({ n: 4, value: null, undefined_because: expect.stringContaining("0 / 0") });
    expect(third.value).toBeCloseTo(0.634776, 6);
    expect(third.standard_error).toBeCloseTo(0.088827, 6);
    const spider = await agreement(...[1, 2, 3].map((n) => path.join(rose ?? "", `spider_${n}.json`)));
    expect(spider.figures).toMatchObject({ n_items: 225, n_double: 75 });
    expect(spider.figures.gwet_ac1.value).toBeCloseTo(0.729907, 6);
    expect(spider.figures.gwet_ac1.standard_error).toBeCloseTo(0.079176, 6);
    expect(spider.figures.fleiss_kappa.value).toBeCloseTo(0.679051, 6);
    expect(spider.figures.fleiss_kappa.standard_error).toBeCloseTo(0.089526, 6);
    expect(spider.figures.krippendorff_alpha.value).toBeCloseTo(0.68119, 6);
    const pairs = spider.figures.cohen_kappa as { n: number; value: number }[];
    expect(pairs.map(({ n, value }) => [n, Number(value.toFixed(6))])).toEqual([
      [25, 0.681529],
      [25, 0.503311],
      [25, 0.864865],
    ]);
  });
});

describe("agreement of a workspace", () => {
  it("is what the files give that were imported into it, by each group, too", async () => {
    const workspace = path.join(folder, "work.querent");
    const items = [1, 2, 3, 4, 5].map((id) => ({
      ...item(id, id % 2 === 0),
      difficulty: id < 3 ? "simple" : "hard",
    }));
    const files = [
      file("gina", items),
      file(
        "hans",
        items.map((one, at) => ({ ...one, label: at < 3 })),
      ),
    ];
    const verdictsOn = (at: number) =>
      ["gina", "hans"].map((reviewer, who) => {
        const judgement = {
          ...emptyJudgement,
          label: (who === 0 ? items[at]?.label : at < 3) ? "yes" : "no",
          note: "r",
        };
        return { reviewer, judgement };
      });
    const both = items.map(({ label, reason, ...rest }, at) => ({
      ...rest,
      querent: { verdicts: verdictsOn(at) },
    }));
    const input = ["--input", file("both-of-them", both), "--databases", folder, "--reviewer", "gina"];
    const imported = await runQuerent(
      "predictions",
      "import",
      ...input,
      "--workspace",
      workspace,
      "--project",
      "review",
    );
    expect(imported).toMatchObject({ code: 0 });
    const out = path.join(folder, "of-workspace.json");
    const ran = await runQuerent("agreement", "--workspace", workspace, "--by", "difficulty", "--out", out);
    expect(ran.code).toBe(0);
    const figures = JSON.parse(readFileSync(out, "utf8"));
    const ofFiles = (await agreement(...files)).figures;
    for (const name of [
      "n_items",
      "n_double",
      "raw_agreement",
      "gwet_ac1",
      "krippendorff_alpha",
      "cohen_kappa",
    ])
      expect(figures[name]).toEqual(ofFiles[name]);
    expect(figures.after_discussion.gwet_ac1).toEqual(figures.gwet_ac1);
    expect(figures.groups.map(({ group, n_items }: Record<string, unknown>) => [group, n_items])).toEqual([
      ["hard", 3],
      ["simple", 2],
    ]);
    await expectAsDocumented("agreement", [figures]);
  });

  it.skipIf(rose === null)(
    "gives of ROSE's real files what the files give, the undefined pair included (else skipped: no ../shared/data)",
    { timeout: 60_000 },
    async () => {
      const workspace = path.join(folder, "rose.querent");
      const files = [1, 2, 3].map((n) => path.join(rose ?? "", `bird_${n}.json`));
      for (const [at, input] of files.entries()) {
        const where = [
          "--databases",
          folder,
          "--workspace",
          workspace,
          "--project",
          "rose",
          "--reviewer",
          `bird_${at + 1}`,
        ];
        expect(await runQuerent("predictions", "import", "--input", input, ...where)).toMatchObject({
          code: 0,
        });
      }
      const out = path.join(folder, "rose.json");
      await runQuerent("agreement", "--workspace", workspace, "--out", out);
      const figures = JSON.parse(readFileSync(out, "utf8"));
      const ofFiles = (await agreement(...files)).figures;
      // The draws of the intervals are made in the order in which each has its databases.
      for (const name of ["raw_agreement", "fleiss_kappa", "krippendorff_alpha", "gwet_ac1"]) {
        expect(figures[name].value, name).toBeCloseTo(ofFiles[name].value, 12);
        expect(figures[name].standard_error, name).toBeCloseTo(ofFiles[name].standard_error, 12);
      }
      const tables = ({ cohen_kappa }: typeof figures) =>
        cohen_kappa.map(({ people, n, table, value }: Record<string, unknown>) => [people, n, table, value]);
      expect(tables(figures)).toEqual(tables(ofFiles));
      expect(figures.cohen_kappa[1]).toMatchObject({ people: ["bird_1", "bird_3"], n: 4, value: null });
    },
  );

  it("is given by week and by EX of files that say them, as our own export does", async () => {
    const ex = (set: boolean | null) => ({ ex: { set, multiset: set, ordered: null, first200: set } });
    const said = (reviewer: string, label: string, savedAt: string) => ({
      ...{ reviewer, revision: 1, savedAt, judgement: { ...emptyJudgement, label, note: "r" } },
    });
    const exported = [true, false, null].map((set, at) => {
      const { label: _, reason: __, ...rest } = item(at, true) as Record<string, unknown>;
      const [first, second] = [`2026-03-${10 + at * 7}T09:00:00.000Z`, "2026-03-02T09:00:00.000Z"];
      const verdicts = [said("ida", "yes", first), said("jan", at === 0 ? "no" : "yes", second)];
      return { ...rest, querent: { index: at, verdicts, evaluation: ex(set) } };
    });
    const input = file("exported", exported);
    const groups = async (by: string) =>
      (await agreement(input, "--by", by)).figures.groups.map(
        ({ group, raw_agreement }: { group: string; raw_agreement: { value: number } }) => [
          group,
          raw_agreement.value,
        ],
      );
    expect(await groups("ex")).toEqual([
      ["EX no", 1],
      ["EX undecided", 1],
      ["EX yes", 0],
    ]);
    expect(await groups("week")).toEqual([
      ["2026-W11", 0],
      ["2026-W12", 1],
      ["2026-W13", 1],
    ]);
  });

  it("is asked for instead of files, never beside them", async () => {
    const out = path.join(folder, "none.json");
    const one = file("ida", [item(1, true)]);
    const both = ["--input", one, "--workspace", path.join(folder, "work.querent")];
    for (const asked of [[], both])
      expect(await runQuerent("agreement", ...asked, "--out", out)).toMatchObject({
        code: 2,
        notes: expect.stringContaining("Give either files"),
      });
    for (const [by, what] of [
      ["week", "when each label was given"],
      ["ex", "whether EX holds"],
    ] as const)
      expect(await runQuerent("agreement", "--input", one, "--by", by, "--out", out)).toMatchObject({
        code: 2,
        notes: expect.stringContaining(`--by ${by}: these files do not say ${what}.`),
      });
  });
});
