import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { allProjects, setEvaluating } from "../../../electron/store/projects.ts";
import { openWorkspace } from "../../../electron/store/workspace.ts";
import { emptyJudgement } from "../../../shared/domain/verdict.ts";
import { workspaceIn } from "../../support/prepared-workspace.ts";
import { runQuerent } from "../../support/run-querent.ts";

const items = 24;

/** Puts a project of 24 items of two databases into the workspace of a folder; `said` gives each person's label of an item. */
export async function importOpinions(
  folder: string,
  project: string,
  said: (id: number) => Record<string, "yes" | "no">,
): Promise<void> {
  const predictions = Array.from({ length: items }, (_, id) => ({
    ...{ question_id: id, db_id: id % 2 === 0 ? "harbour" : "library", question: `How many of ${id}?` },
    ...{
      predicted_sql: `SELECT ${id}`,
      gold_sql: `SELECT ${id}`,
      difficulty: id % 4 < 2 ? "simple" : "hard",
    },
    querent: {
      verdicts: Object.entries(said(id)).map(([reviewer, label]) => ({
        reviewer,
        judgement: { ...emptyJudgement, label, note: label === "no" ? "counts twice" : "" },
      })),
    },
  }));
  const file = path.join(folder, `${project}.json`);
  writeFileSync(file, JSON.stringify(predictions));
  const what = ["--input", file, "--databases", folder, "--workspace", workspaceIn(folder)];
  const imported = await runQuerent(
    "predictions",
    "import",
    ...what,
    "--project",
    project,
    "--reviewer",
    "Ada",
  );
  expect(imported).toMatchObject({ code: 0 });
  // Nothing is left to go on with: the window that opens need not ask whether it may.
  const workspace = openWorkspace(workspaceIn(folder));
  await workspace.write(async (db) => {
    for (const { id } of await allProjects(db)) await setEvaluating(db, id, null);
  });
  await workspace.close();
}
