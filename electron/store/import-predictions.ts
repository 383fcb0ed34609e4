import { statSync } from "node:fs";
import path from "node:path";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import type { ConflictChoices, ImportFile, ImportReport } from "#shared/domain/import-report.ts";
import { roseForm, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { type PredictionSummary, PredictionsReader } from "#shared/formats/predictions.ts";
import { reviewEngineOf } from "../engines/sources.ts";
import { appendConsensusEvent } from "./consensus.ts";
import type { ReadHandle, Transactions, WriteHandle } from "./handles.ts";
import { ImportPlan, type PlannedFile, type PlannedItem } from "./import-plan.ts";
import { addItem, addOccurrence, addSource, fileWithText, nextIndex, setEvidence } from "./items.ts";
import { ensureProject, idOfProject, projectByName } from "./projects.ts";
import { readTextFile } from "./read-text-file.ts";
import { putSettingsOfProject, verdictFormOf } from "./settings.ts";
import { fillSlotsOfPlan } from "./slot-plans.ts";
import { appendEvent } from "./verdict-events.ts";
import { putVerdict } from "./verdicts.ts";

/** What to import into which project. */
export interface PredictionImport {
  /** The prediction files, in this order. */
  files: ImportFile[];
  projectName: string;
  choices: ConflictChoices;
}

/** The same, on whose behalf. */
export interface ImportRequest extends PredictionImport {
  databasesDir: string;
  account: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** What an import brought into which project. */
export interface ImportResult {
  projectId: number;
  report: ImportReport;
}

/** What is read of a file before an import: the summary, how many items each database and each system has. */
export interface FileOutline extends Omit<PredictionSummary, "layout" | "looksLike"> {
  fileName: string;
  /** What becomes of its labels. */
  labelsAs: PlannedFile["labels"]["as"];
  items: number;
  systems: string[];
  databases: { dbId: string; items: number }[];
}

/** What importing files will come to. */
export interface PredictionOutline {
  files: FileOutline[];
  report: ImportReport;
}

/** Hears how far the work is, in bytes or characters read or items saved; throws to cancel. */
export type OnProgress = (phase: ImportProgress["phase"], done: number, total: number) => void;

/** A file that was read once and has no defects. */
interface ReadFile {
  text: string;
  planned: PlannedFile;
  summary: PredictionSummary;
  outline: FileOutline;
}

/** Reads prediction files and foretells what importing them would come to; writes nothing. Throws `BadInput`. */
export async function outlinePredictions(
  transactions: Transactions,
  wish: PredictionImport,
  onProgress: OnProgress,
): Promise<PredictionOutline> {
  const files = await readFiles(transactions, wish, onProgress);
  return transactions.read(async (db) => {
    const projectId = await idOfProject(db, wish.projectName);
    const plan = await ImportPlan.of(db, projectId, wish.choices);
    for (const file of files) {
      await begin(db, plan, projectId, file, files);
      for (const item of itemsOf(file)) await plan.take(item);
      plan.endFile();
    }
    return { files: files.map(({ outline }) => outline), report: await plan.report() };
  });
}

/**
 * Imports prediction files in one transaction: all of them or, when anything fails or `onProgress`
 * throws, nothing. Each file is read twice, so that its defects are known before the workspace is locked and no more
 * than its text is held.
 */
export async function importPredictions(
  transactions: Transactions,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportResult> {
  const files = await readFiles(transactions, request, onProgress);
  return transactions.write(async (db) => {
    const projectId = await projectOf(db, request, files);
    const plan = await ImportPlan.of(db, projectId, request.choices);
    const total = sum(files.map(({ outline }) => outline.items));
    let behind = 0;
    for (const file of files) {
      const isThere = await begin(db, plan, projectId, file, files);
      const before = plan.news();
      const enter = async () => {
        await importFile(db, plan, { ...request, projectId }, file, (done) =>
          onProgress("save", behind + done, total),
        );
        // Its texts would only be there twice.
        if (isThere && plan.news() === before) throw new NothingNew();
      };
      try {
        await db.savepoint(enter);
      } catch (error) {
        if (!(error instanceof NothingNew)) throw error;
      }
      plan.endFile();
      behind += file.outline.items;
    }
    await fillSlotsOfPlan(db, projectId);
    return { projectId, report: await plan.report() };
  });
}

class NothingNew extends Error {}

async function projectOf(
  db: WriteHandle,
  request: ImportRequest,
  files: readonly ReadFile[],
): Promise<number> {
  const before = await projectByName(db, request.projectName);
  const projectId = await ensureProject(db, request.projectName, request.databasesDir, request.at);
  const dbIds = files.flatMap(({ outline }) => outline.databases.map(({ dbId }) => dbId));
  if (before === null || before.databasesDir !== request.databasesDir || before.itemCount === 0)
    await putSettingsOfProject(db, projectId, {
      "items.engine": reviewEngineOf(request.databasesDir, [...new Set(dbIds)]),
    });
  return projectId;
}

const itemsOf = ({ text, planned }: ReadFile) =>
  new PredictionsReader(text, planned.name, planned.form).items();

/** Turns to a file, and says whether the project, or this import, has it already, letter by letter. */
async function begin(
  db: ReadHandle,
  plan: ImportPlan,
  projectId: number | null,
  { text, planned, outline }: ReadFile,
  files: readonly ReadFile[],
): Promise<boolean> {
  plan.beginFile(planned);
  if (outline.form.startsWith("ROSE consensus") && planned.labels.as === "opinions")
    plan.note("looks-like-consensus", outline.labels, [planned.labels.reviewer]);
  const earlier = files.find((file) => file.text === text);
  const there =
    earlier !== undefined && earlier.planned !== planned
      ? earlier.planned.name
      : projectId === null
        ? null
        : await fileWithText(db, projectId, text, outline.items);
  if (there !== null) plan.note("same-file", outline.items, [there]);
  return there !== null;
}

async function importFile(
  db: WriteHandle,
  plan: ImportPlan,
  request: ImportRequest & { projectId: number },
  { text, planned, summary, outline }: ReadFile,
  onSaved: (items: number) => void,
): Promise<void> {
  const { projectId } = request;
  const { labels } = planned;
  const sourceId = await addSource(db, {
    projectId,
    fileName: planned.name,
    form: summary.form,
    layout: summary.layout,
    reviewer: labels.as === "opinions" ? labels.reviewer : null,
    importedBy: request.account,
    importedAt: request.at,
  });
  let index = await nextIndex(db, projectId);
  let position = 0;
  // Somebody may have changed the form since the file was checked: its labels are those of now.
  const form = planned.form && (await verdictFormOf(db, projectId));
  for (const item of new PredictionsReader(text, planned.name, form).items()) {
    const step = await plan.take(item);
    if (step !== null) {
      const { itemId } = step;
      if (step.isNew) await addItem(db, { id: itemId, projectId, sourceId, index: index++ }, item);
      if (step.evidence !== null) await setEvidence(db, itemId, step.evidence);
      await addOccurrence(db, sourceId, position, itemId, item);
      await enterSaid(db, request, sourceId, step);
    }
    position += 1;
    if (position % 200 === 0) onSaved(position);
  }
  onSaved(outline.items);
}

async function enterSaid(
  db: WriteHandle,
  { projectId, account: actor, at }: ImportRequest & { projectId: number },
  sourceId: number,
  { itemId, opinions, settlement }: PlannedItem,
): Promise<void> {
  const event = {
    saveId: null,
    projectId,
    itemId,
    actor,
    at,
    action: "import",
    reverts: null,
    sourceId,
  } as const;
  for (const { reviewer, judgement, revision } of opinions) {
    await appendEvent(db, { ...event, reviewer, revision, judgement });
    await putVerdict(db, projectId, { ...judgement, itemId, reviewer, revision, savedAt: at });
  }
  if (settlement !== null) await appendConsensusEvent(db, { ...event, consensus: settlement });
}

/** The form of the project of that name; ROSE's while there is none. */
async function formOfProject(db: ReadHandle, name: string): Promise<VerdictForm> {
  const project = await projectByName(db, name);
  return project === null ? roseForm : await verdictFormOf(db, project.id);
}

async function readFiles(
  transactions: Transactions,
  { files, projectName }: PredictionImport,
  onProgress: OnProgress,
): Promise<ReadFile[]> {
  const form = await transactions.read((db) => formOfProject(db, projectName));
  const read: ReadFile[] = [];
  const bytes = files.map((file) => statSync(file.path, { throwIfNoEntry: false })?.size ?? 0);
  const all = Math.max(1, sum(bytes));
  for (const [at, file] of files.entries()) {
    const behind = sum(bytes.slice(0, at));
    const part: OnProgress = (phase, done, total) =>
      onProgress(phase, Math.round(behind + ((bytes[at] ?? 0) * done) / Math.max(1, total)), all);
    const text = await readTextFile(file.path, (done, total) => part("read", done, total * 2));
    read.push(outlineFile(text, file, form, part));
  }
  return read;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function outlineFile(
  text: string,
  { path: file, labels }: ImportFile,
  form: VerdictForm,
  onProgress: OnProgress,
): ReadFile {
  const name = path.basename(file);
  const wanted = labels.as === "left-out" ? null : form;
  const databases = new Map<string, number>();
  const systems = new Set<string>();
  let items = 0;
  const reader = new PredictionsReader(text, name, wanted);
  for (const item of reader.items()) {
    items += 1;
    databases.set(item.dbId, (databases.get(item.dbId) ?? 0) + 1);
    if (item.system !== null) systems.add(item.system);
    if (items % 200 === 0) onProgress("read", text.length + reader.read, text.length * 2);
  }
  const summary = reader.summary();
  const { layout, looksLike, ...known } = summary;
  const planned = { name, labels: recognised(labels, looksLike), form: wanted };
  return {
    ...{ text, planned, summary },
    outline: {
      ...known,
      ...{ fileName: name, labelsAs: planned.labels.as, items, systems: [...systems] },
      databases: [...databases].map(([dbId, count]) => ({ dbId, items: count })),
    },
  };
}

function recognised(
  labels: ImportFile["labels"],
  looksLike: PredictionSummary["looksLike"],
): PlannedFile["labels"] {
  if (labels.as !== "recognised") return labels;
  return looksLike === "consensus" ? { as: "consensus" } : { as: "opinions", reviewer: labels.reviewer };
}
