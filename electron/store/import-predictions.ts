import path from "node:path";
import type Database from "better-sqlite3";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import { roseForm, type VerdictForm } from "#shared/domain/verdict-form.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";
import { eachPrediction, type PredictionSummary } from "#shared/formats/predictions.ts";
import { reviewEngineOf } from "../engines/sources.ts";
import { handleOn, type ReadHandle, type WriteHandle } from "./handles.ts";
import { addItem, addOccurrence, addSource, nextIndex } from "./items.ts";
import { ensureProject, projectByName } from "./projects.ts";
import { readTextFile } from "./read-text-file.ts";
import { putSettingsOfProject, verdictFormOf } from "./settings.ts";
import { appendEvent } from "./verdict-events.ts";
import { putVerdict } from "./verdicts.ts";

/** What to import into which project, on whose behalf. */
export interface ImportRequest {
  /** The prediction file. */
  path: string;
  projectName: string;
  databasesDir: string;
  /** Whose verdicts the file's labels become; null leaves all its labels out. */
  reviewer: string | null;
  account: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** What an import brought into which project. */
export interface ImportResult {
  projectId: number;
  items: number;
  verdicts: number;
}

/** What is read before an import: the summary, how many items each database and each system has. */
export interface PredictionOutline extends Omit<PredictionSummary, "layout"> {
  items: number;
  systems: string[];
  databases: { dbId: string; items: number }[];
}

/** Hears how far the work is, in bytes or characters read or items saved; throws to cancel. */
export type OnProgress = (phase: ImportProgress["phase"], done: number, total: number) => void;

/** Reads a prediction file with the labels of `form` (null: left out) and outlines what it contains; throws `BadInput`. */
export async function outlinePredictions(
  file: string,
  form: VerdictForm | null,
  onProgress: OnProgress,
): Promise<PredictionOutline> {
  const text = await readTextFile(file, (done, total) => onProgress("read", done, total * 2));
  return outline(text, path.basename(file), form, onProgress).outline;
}

/**
 * Imports a prediction file in one transaction of `connection`: all of it or, when anything fails or `onProgress`
 * throws, nothing. The file is read twice, so that its defects are known before the workspace is locked and no more
 * than its text is held.
 */
export async function importPredictions(
  connection: Database.Database,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportResult> {
  const fileName = path.basename(request.path);
  const text = await readTextFile(request.path, (done, total) => onProgress("read", done, total * 2));
  const db = handleOn(connection);
  const form = request.reviewer === null ? null : formOfProject(db, request.projectName);
  const { summary, outline: known } = outline(text, fileName, form, onProgress);
  const importAll = connection.transaction((): ImportResult => {
    const before = projectByName(db, request.projectName);
    const projectId = ensureProject(db, request.projectName, request.databasesDir, request.at);
    if (before === null || before.databasesDir !== request.databasesDir || before.itemCount === 0)
      putSettingsOfProject(db, projectId, {
        "items.engine": reviewEngineOf(request.databasesDir, databasesIn(known)),
      });
    const sourceId = addSource(db, {
      projectId,
      fileName,
      form: summary.form,
      layout: summary.layout,
      reviewer: request.reviewer,
      importedBy: request.account,
      importedAt: request.at,
    });
    const first = nextIndex(db, projectId);
    let items = 0;
    let verdicts = 0;
    // Somebody may have changed the form since the file was checked: its labels are those of now.
    const labels = form && verdictFormOf(db, projectId);
    eachPrediction(text, fileName, labels, (item) => {
      const itemId = addItem(db, projectId, sourceId, first + items, item);
      addOccurrence(db, sourceId, items, itemId, item);
      items += 1;
      verdicts += addVerdicts(db, { projectId, sourceId, itemId }, item, request);
      if (items % 200 === 0) onProgress("save", items, known.items);
    });
    onProgress("save", items, known.items);
    return { projectId, items, verdicts };
  });
  return importAll.immediate();
}

/** The form of the project of that name; ROSE's while there is none. */
export function formOfProject(db: ReadHandle, name: string): VerdictForm {
  const project = projectByName(db, name);
  return project === null ? roseForm : verdictFormOf(db, project.id);
}

/** The db_ids of a file's items. */
const databasesIn = ({ databases }: Pick<PredictionOutline, "databases">): string[] =>
  databases.map(({ dbId }) => dbId);

function outline(
  text: string,
  fileName: string,
  wanted: VerdictForm | null,
  onProgress: OnProgress,
): { outline: PredictionOutline; summary: PredictionSummary } {
  const databases = new Map<string, number>();
  const systems = new Set<string>();
  let items = 0;
  const summary = eachPrediction(text, fileName, wanted, (item, read) => {
    items += 1;
    databases.set(item.dbId, (databases.get(item.dbId) ?? 0) + 1);
    if (item.system !== null) systems.add(item.system);
    if (items % 200 === 0) onProgress("read", text.length + read, text.length * 2);
  });
  const { form, labels, unknownFields } = summary;
  return {
    summary,
    outline: {
      form,
      labels,
      unknownFields,
      items,
      systems: [...systems],
      databases: [...databases].map(([dbId, count]) => ({ dbId, items: count })),
    },
  };
}

/** Enters the file's label as the named reviewer's verdict, and the verdicts of an own export as their reviewers'. */
function addVerdicts(
  db: WriteHandle,
  { projectId, sourceId, itemId }: { projectId: number; sourceId: number; itemId: number },
  item: ItemInput,
  { reviewer, account, at }: ImportRequest,
): number {
  if (reviewer === null) return 0;
  const verdicts = new Map(item.verdicts.map((verdict) => [verdict.reviewer, verdict.judgement]));
  if (item.judgement) verdicts.set(reviewer, item.judgement);
  for (const [name, judgement] of verdicts) {
    appendEvent(db, {
      saveId: null,
      projectId,
      itemId,
      reviewer: name,
      actor: account,
      at,
      action: "import",
      revision: 1,
      judgement,
      reverts: null,
      sourceId,
    });
    putVerdict(db, projectId, { ...judgement, itemId, reviewer: name, revision: 1, savedAt: at });
  }
  return verdicts.size;
}
