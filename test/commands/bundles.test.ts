import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createVerdictsService } from "../../electron/services/verdicts.ts";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { projectByName } from "../../electron/store/projects.ts";
import { queueIds } from "../../electron/store/queue.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { prediction, writeDatabase } from "../support/test-workspace.ts";

/** The account under which `runQuerent` works. */
const tester = { actor: "tester" };

async function hostOf(labels: Record<string, unknown>[], name = "host.querent", reviewer?: string) {
  const folder = temporaryFolder();
  writeDatabase(folder);
  const [input, workspace] = [path.join(folder, "predictions.json"), path.join(folder, name)];
  writeFileSync(input, JSON.stringify(labels.map((label, index) => prediction(index, label))));
  const where = ["--workspace", workspace, "--project", "BIRD"];
  const own = reviewer === undefined ? [] : ["--reviewer", reviewer];
  await runQuerent("predictions", "import", ...where, "--input", input, "--databases", folder, ...own);
  return { folder, workspace, where, out: path.join(folder, "out.json") };
}

/** Says yes to the first item of a workspace's project. */
async function judgeFirst(file: string): Promise<void> {
  const workspace = await openWorkspaceAt(file);
  const verdicts = createVerdictsService({ workspace, now: () => new Date(), publish: () => undefined });
  const [itemId = 0] = await workspace.read(async (db) =>
    queueIds(db, (await projectByName(db, "BIRD"))?.id ?? 0, "tester", {}),
  );
  const judgement = { ...emptyJudgement, label: "yes", note: "as asked" };
  await verdicts.save({ itemId, baseRevision: 0, saveId: crypto.randomUUID(), judgement }, tester);
  await workspace.close();
}

describe("bundles export and bundles import", () => {
  it("take a person's items to another workspace and bring the work back, once", async () => {
    const host = await hostOf([{}, {}]);
    const exported = await runQuerent(
      "bundles",
      "export",
      ...host.where,
      "--reviewer",
      "Ann",
      "--out",
      host.out,
    );
    expect(exported).toMatchObject({ code: 0, results: [{ kind: "bundle", items: 2, judged: 0 }] });
    await expectAsDocumented("bundles-export", exported.results);
    const [own, work] = [path.join(host.folder, "own.querent"), path.join(host.folder, "work.json")];
    const bundle = ["bundles", "import", "--workspace", own, "--input", host.out];
    const without = await runQuerent(...bundle);
    expect(without).toMatchObject({ code: 2, notes: expect.stringContaining("--databases") });
    const opened = await runQuerent(...bundle, "--databases", host.folder);
    expect(opened).toMatchObject({ code: 0, results: [{ is_done: true, project: "BIRD" }] });
    await expectAsDocumented("bundles-import", opened.results);
    await judgeFirst(own);
    await runQuerent("bundles", "export", "--workspace", own, "--project", "BIRD", "--out", work);
    const back = ["bundles", "import", "--workspace", host.workspace, "--input", work];
    const foretold = await runQuerent(...back, "--dry-run");
    expect(foretold.results).toMatchObject([{ is_done: false, report: { reviewer: "Ann", items: 1 } }]);
    const first = await runQuerent(...back);
    expect(first.results).toMatchObject([
      { is_done: true, report: { is_signed: true, items: 1, changes: 1 } },
    ]);
    await expectAsDocumented("bundles-import", first.results);
    const again = await runQuerent(...back);
    expect(again).toMatchObject({ code: 0, results: [{ report: { items: 0, unchanged: 1 } }] });
    expect(again.notes).toContain("Nothing of it was new");
    const saved = await runQuerent(
      ...["verdicts", "export", ...host.where, "--format", "jsonl", "--reviewer", "Ann", "--out", "-"],
    );
    expect(saved.out).toContain("as asked");
  });

  it("merge what people judged in workspaces of their own, each attributed to its file's reviewer", async () => {
    const host = await hostOf([{}, {}]);
    for (const [name, labels] of [
      ["Ann", [{ label: "yes" }, { label: "no", reason: "late" }]],
      ["Bert", [{ label: "no", reason: "wrong" }, {}]],
    ] as const) {
      const own = await hostOf([...labels], "own.querent", name);
      await runQuerent("bundles", "export", ...own.where, "--work", "--reviewer", name, "--out", own.out);
      const back = ["bundles", "import", "--workspace", host.workspace, "--input", own.out];
      expect(await runQuerent(...back)).toMatchObject({
        ...{ code: 2, notes: expect.stringContaining("Nobody signed this work") },
      });
      const merged = await runQuerent(...back, "--project", "BIRD");
      expect(merged.results).toMatchObject([
        { report: { reviewer: name, is_signed: false, items: name === "Ann" ? 2 : 1 } },
      ]);
    }
    const files = await runQuerent("projects", "files", ...host.where);
    expect(files.results.map(({ reviewer, opinions }) => [reviewer, opinions])).toEqual([
      [null, 0],
      ["Ann", 2],
      ["Bert", 1],
    ]);
  });

  it("answer 1 where something conflicts, and 2 for a file that was altered", async () => {
    const host = await hostOf([{}]);
    await runQuerent("bundles", "export", ...host.where, "--reviewer", "tester", "--out", host.out);
    const own = path.join(host.folder, "own.querent");
    const work = path.join(host.folder, "work.json");
    await runQuerent(
      ...["bundles", "import", "--workspace", own, "--input", host.out, "--databases", host.folder],
    );
    await judgeFirst(own);
    await runQuerent("bundles", "export", "--workspace", own, "--project", "BIRD", "--out", work);
    const altered = path.join(host.folder, "altered.json");
    writeFileSync(altered, readFileSync(work, "utf8").replace("as asked", "as given"));
    const refused = await runQuerent("bundles", "import", "--workspace", host.workspace, "--input", altered);
    expect(refused).toMatchObject({ code: 2, results: [], notes: expect.stringContaining("altered") });
    const labelled = path.join(host.folder, "labelled.json");
    writeFileSync(labelled, JSON.stringify([prediction(0, { label: "no", reason: "no" })]));
    const label = [...host.where, "--databases", host.folder, "--reviewer", "tester", "--input", labelled];
    await runQuerent("predictions", "import", ...label);
    const conflicting = await runQuerent("bundles", "import", "--workspace", host.workspace, "--input", work);
    expect(conflicting).toMatchObject({
      ...{ code: 1, results: [{ report: { items: 0, conflict_count: 1 } }] },
    });
  });
});
