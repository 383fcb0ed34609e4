import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { defaultChoices } from "../../shared/domain/import-report.ts";
import { sharedData } from "../support/shared-data.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const carla = { actor: "carla" };
const folder = sharedData("rose-vec");
const skipped = folder === null ? " (skipped: ../shared/data is absent)" : "";

// Counted apart from Querent, from the files alone.
const expected = {
  bird: { differing: 18, unanimous: 135, published: 132 },
  spider: { differing: 11, unanimous: 64, published: 64 },
};

type Published = { question_id: number; predicted_sql: string; gold_sql: string; label: unknown };
const keyOf = (item: Published) =>
  JSON.stringify([item.question_id, item.predicted_sql.trim(), item.gold_sql.trim()]);
const labelsOf = (items: Published[]) =>
  new Map(items.map((item) => [keyOf(item), String(item.label).toLowerCase()]));

describe("ROSE's process on its real files", () => {
  it.each(["bird", "spider"] as const)(
    `leads from what three annotators of %s said to labels that are those of the published set${skipped}`,
    { skip: folder === null },
    async (name) => {
      const { workspace } = await testWorkspace([prediction(0)]);
      const { projects, settings, disagreements, exports, change } = testServices(workspace);
      const files = [1, 2, 3].map((n) => ({
        path: path.join(folder ?? "", "annotators", `${name}_${n}.json`),
        labels: { as: "opinions" as const, reviewer: `annotator ${n}` },
      }));
      let projectId = 0;
      const source = { files, choices: defaultChoices, databasesDir: path.join(folder ?? "", "databases") };
      for await (const event of projects.import({ ...source, projectName: name }, carla))
        if (event.type === "done") projectId = event.project.id;
      await settings.setOfProject({ projectId, values: { "review.adjudicators": ["carla"] } }, carla);
      const { differing, unanimous, published } = expected[name];
      const filter = { state: "open" as const, about: "people" as const };
      const open = await disagreements.ids({ projectId, filter }, carla);
      expect(open).toHaveLength(differing);
      const rule = { projectId, rule: "unanimous" as const, atLeast: 2, saveId: crypto.randomUUID() };
      expect(await disagreements.previewRule(rule, carla)).toMatchObject({
        items: unanimous,
        stay: differing,
      });
      const ended = change((said) => said.type === "job" && said.job.state === "done");
      await disagreements.settleByRule(rule, carla);
      expect(await ended).toMatchObject({ job: { kind: "settle", done: unanimous } });
      for (const itemId of open) {
        const { opinions, revision } = await disagreements.item({ itemId }, carla);
        const on = { opinion: opinions[0]?.key ?? "" };
        await disagreements.settle({ itemId, revision, saveId: crypto.randomUUID(), on }, carla);
      }
      expect(await disagreements.ids({ projectId, filter }, carla)).toEqual([]);
      const { text } = await exports.toText({ projectId, format: "rose-vec", reviewer: null }, carla);
      const ours = labelsOf(JSON.parse(text) as Published[]);
      const file = path.join(folder ?? "", `rose-vec-${name}.json`);
      const theirs = labelsOf(JSON.parse(readFileSync(file, "utf8")) as Published[]);
      const settled = [...theirs].filter(([key]) => ours.has(key));
      expect(settled.filter(([key, label]) => ours.get(key) !== label)).toEqual([]);
      expect(settled.length).toBeGreaterThanOrEqual(published);
    },
  );
});
