import { randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ReadHandle } from "../../electron/store/handles.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { sharedData } from "../support/shared-data.ts";
import { testServices } from "../support/test-services.ts";
import { importOf, prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const files = ["predictions-gpt-4.json", "predictions-gpt-3.5-react.json"];
const folder = sharedData("spider-dev");
const skipped = folder === null ? " (skipped: ../shared/data is absent)" : "";

describe("the 2,028 real predictions of spider-dev", () => {
  it.skipIf(folder === null)(
    `are imported, run on all their databases, judged and exported${skipped}`,
    async () => {
      const { workspace } = await testWorkspace([prediction(0)]);
      const services = testServices(workspace);
      const evaluated = (async () => {
        do await services.change((change) => change.type === "evaluations");
        while (!(await workspace.read(finished)));
      })();
      for (const file of files) {
        const source = {
          ...importOf(path.join(folder ?? "", file)),
          databasesDir: path.join(folder ?? "", "databases"),
        };
        const events = services.projects.import({ ...source, projectName: "spider" }, anna);
        for await (const event of events) expect(["progress", "done"]).toContain(event.type);
      }
      const [project] = (await services.projects.list()).filter(({ name }) => name === "spider");
      const projectId = project?.id ?? 0;
      await evaluated;
      expect(await services.queue.counts({ projectId }, anna)).toMatchObject({
        total: 1_814,
        evaluated: 1_814,
      });
      const given = async (system: string) =>
        (await services.queue.ids({ projectId, filter: { system } }, anna)).length;
      expect([await given("gpt-4"), await given("gpt-3.5-react")]).toEqual([1_034, 994]);
      const missing = { projectId, filter: { difference: "missing-database" as const } };
      expect(await services.queue.ids(missing, anna)).toEqual([]);
      const differing = {
        projectId,
        filter: { ex: { kind: "set" as const, equal: false }, system: "gpt-4" },
      };
      const [itemId = 0] = await services.queue.ids(differing, anna);
      const judgement = { ...emptyJudgement, label: "no" as const, note: "another column" };
      await services.verdicts.save({ itemId, baseRevision: 0, saveId: randomUUID(), judgement }, anna);
      const what = { projectId, format: "annotator" as const, reviewer: "anna" };
      const { text } = await services.exports.toText(what, anna);
      expect(JSON.parse(text)).toMatchObject([{ system: "gpt-4", label: false, reason: "another column" }]);
    },
    600_000,
  );
});

async function finished(db: ReadHandle): Promise<boolean> {
  return (
    ((await db.first(plainSql("SELECT count(*) AS n FROM evaluation WHERE stale = 0"))) as { n: number })
      .n === 1_814
  );
}
