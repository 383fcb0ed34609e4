import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settleOpinions } from "#shared/metrics/agreement/consensus.ts";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const item = (id: number, label: unknown, reason = "") => ({
  ...{ question_id: id, db_id: "d", question: "q", predicted_sql: "SELECT 1", gold_sql: "SELECT 1" },
  ...{ difficulty: "hard", label, reason },
});
function file(name: string, items: unknown[]): string {
  const at = path.join(folder, `${name}.json`);
  writeFileSync(at, JSON.stringify(items));
  return at;
}

async function consensus(rule: string, ...inputs: string[]) {
  const [out, report] = [path.join(folder, "out.json"), path.join(folder, "report.json")];
  const ran = await runQuerent(
    "consensus",
    "--input",
    ...inputs,
    "--rule",
    rule,
    "--out",
    out,
    "--report",
    report,
  );
  const read = (at: string) => JSON.parse(readFileSync(at, "utf8"));
  return { ...ran, settled: ran.code === 0 ? read(out) : null, report: ran.code === 0 ? read(report) : null };
}

describe("consensus", () => {
  const anna = file("anna", [item(1, true, "fine"), item(2, false, "no join"), item(3, true), item(4, null)]);
  const ben = file("ben", [item(1, true), item(2, true, "ok"), item(5, false, "wrong year")]);
  const carl = file("carl", [item(1, true), item(2, false, "rows twice"), item(3, false, "ties")]);

  it("settles what more than half say, and reports a tie with its opinions", async () => {
    const { settled, report, results } = await consensus("majority", anna, ben, carl);
    expect(
      settled.map((one: { question_id: number; label: string }) => [one.question_id, one.label]),
    ).toEqual([
      [1, "True"],
      [2, "False"],
      [5, "False"],
    ]);
    expect(settled[1]).toMatchObject({
      difficulty: "hard",
      reason_1: "no join",
      reason_2: "ok",
      reason_3: "rows twice",
    });
    expect(settled[1]).not.toHaveProperty("reason");
    expect(report).toMatchObject({ n_items: 5, n_resolved: 3, n_by_one_opinion: 1 });
    expect(report.unresolved).toMatchObject([
      { question_id: 3, because: "tie", opinions: { anna: "yes", carl: "no" } },
      { question_id: 4, because: "no-opinion", opinions: {} },
    ]);
    await expectAsDocumented("consensus-report", [report]);
    await expectAsDocumented("consensus", results);
  });

  it("leaves open what not all say where all have to", async () => {
    const { report } = await consensus("unanimous", anna, ben, carl);
    expect(
      report.unresolved.map((one: { question_id: number; because: string }) => [
        one.question_id,
        one.because,
      ]),
    ).toEqual([
      [2, "disagreement"],
      [3, "disagreement"],
      [4, "no-opinion"],
    ]);
  });

  it("reads again as a consensus file, which agreement refuses", async () => {
    await consensus("majority", anna, ben, carl);
    const { code, notes } = await runQuerent(
      ...[
        "agreement",
        "--input",
        path.join(folder, "out.json"),
        anna,
        "--out",
        path.join(folder, "agreement.json"),
      ],
    );
    expect([code, notes]).toEqual([2, expect.stringContaining("consensus labels")]);
  });

  it("never settles as many against as for, whatever the order of opinions", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("yes", "no"), { maxLength: 9 }), (labels) => {
        const yes = labels.filter((label) => label === "yes").length;
        const { label } = settleOpinions(labels, "majority");
        expect(label).toBe(yes * 2 === labels.length ? null : yes * 2 > labels.length ? "yes" : "no");
        expect(settleOpinions(labels.toReversed(), "majority").label).toBe(label);
      }),
    );
  });

  const rose = sharedData("rose-vec/annotators");
  it.skipIf(rose === null)(
    "settles ROSE's real files but for their 18 disagreements (else skipped: no ../shared/data)",
    async () => {
      const files = [1, 2, 3].map((n) => path.join(rose ?? "", `bird_${n}.json`));
      const { report } = await consensus("unanimous", ...files);
      expect(report).toMatchObject({ n_items: 314, n_resolved: 296, n_by_one_opinion: 161 });
      expect(report.unresolved).toHaveLength(18);
    },
  );
});
