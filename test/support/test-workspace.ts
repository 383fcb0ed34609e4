import { writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { importPredictions } from "../../electron/store/import-predictions.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import { defaultChoices, type FileLabels } from "../../shared/domain/import-report.ts";
import { newWorkspace } from "./new-workspace.ts";
import { plainSql } from "./plain-sql.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A real workspace with one project of real items, closed when the test has finished. */
export interface TestWorkspace {
  folder: string;
  workspace: Workspace;
  projectId: number;
  itemIds: number[];
}

/** A prediction in ROSE's item form on the small database that `writeDatabase` makes. */
export function prediction(index: number, fields: Record<string, unknown> = {}) {
  return {
    question_id: index,
    db_id: "harbour",
    question: `How many ships (${index})?`,
    predicted_sql: `SELECT count(*) + ${index % 2} FROM ship`,
    gold_sql: "SELECT count(*) FROM ship",
    ...fields,
  };
}

/** Makes the database of `prediction` in a folder of databases. */
export function writeDatabase(folder: string): void {
  const database = new Database(path.join(folder, "harbour.sqlite"));
  database.exec(
    "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO ship (name) VALUES ('Astrid'), ('Brage')",
  );
  database.close();
}

/** Opens a new workspace in a folder of its own and imports the predictions into the project "review". */
export async function testWorkspace(
  predictions: Record<string, unknown>[],
  reviewer: string | null = null,
): Promise<TestWorkspace> {
  const folder = temporaryFolder();
  const workspace = await newWorkspace(folder);
  const projectId = await importInto(workspace, folder, predictions, reviewer);
  const itemIds = await workspace.read(async (db) =>
    (await db.all(plainSql("SELECT id FROM item ORDER BY idx"))).map((row) => (row as { id: number }).id),
  );
  return { folder, workspace, projectId, itemIds };
}

/** Imports predictions by way of a file in the folder, and answers the project's id. */
export async function importInto(
  workspace: Workspace,
  folder: string,
  predictions: Record<string, unknown>[],
  reviewer: string | null = null,
  projectName = "review",
): Promise<number> {
  const file = path.join(folder, "predictions.json");
  writeFileSync(file, JSON.stringify(predictions));
  const request = { ...importOf(file, reviewer), projectName, databasesDir: folder };
  const by = { account: "importer", at: "2026-01-01T00:00:00.000Z" };
  return (await importPredictions(workspace, { ...request, ...by }, () => undefined)).projectId;
}

/** One file to import, its labels as a reviewer's or left out, with nothing chosen where it conflicts. */
export function importOf(file: string, reviewer: string | null = null) {
  const labels: FileLabels = reviewer === null ? { as: "left-out" } : { as: "opinions", reviewer };
  return { files: [{ path: file, labels }], choices: defaultChoices };
}
