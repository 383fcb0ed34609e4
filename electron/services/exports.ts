import path from "node:path";
import type { ExportFormat } from "#shared/contract/exports.ts";
import type { ExportForm } from "#shared/formats/export-form.ts";
import { exportForms } from "#shared/formats/export-forms.ts";
import { exportItems } from "../store/export-items.ts";
import type { ReadHandle } from "../store/handles.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { Fault } from "./fault.ts";
import { fileNameFrom, othersFirst, replaceFile, type Take } from "./replace-file.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
}

interface What {
  projectId: number;
  format: ExportFormat;
  reviewer: string | null;
}

/** Verdicts on their way out, in the forms of shared/formats; each says beforehand what it cannot hold. */
export function createExportsService({ workspace }: Dependencies) {
  return {
    preview(what: What, { signal }: CallContext) {
      const { form } = formOf(workspace, what);
      return workspace.snapshot((db) => preview(db, what, form, signal));
    },

    async toFile(what: What & { path: string }, { signal }: CallContext) {
      const { form } = formOf(workspace, what);
      const file = path.resolve(what.path);
      const items = await replaceFile(file, (take) =>
        workspace.snapshot((db) => write(db, what, form, signal, take)),
      );
      return { path: file, items };
    },

    async toText(what: What, { signal }: CallContext) {
      const { form, name } = formOf(workspace, what);
      const pieces: string[] = [];
      await workspace.snapshot((db) => write(db, what, form, signal, (text) => pieces.push(text)));
      return { fileName: name, text: pieces.join("") };
    },
  };
}

function formOf(
  workspace: Workspace,
  { projectId, format, reviewer }: What,
): { form: ExportForm; name: string } {
  const project = storedProject(workspace, projectId);
  const form = exportForms[format];
  if (form.needsReviewer && reviewer === null) throw missingReviewer(format);
  return { form, name: fileNameOf(project.name, format, reviewer, form) };
}

/** Hands the file to `take` piece by piece and answers how many items went out. */
async function write(
  db: ReadHandle,
  { projectId, reviewer }: What,
  form: ExportForm,
  signal: AbortSignal | undefined,
  take: Take,
): Promise<number> {
  const writer = form.writer(reviewer);
  let items = 0;
  for (const page of exportItems(db, projectId)) {
    const texts = page.map((item) => writer.item(item)).filter((text) => text !== null);
    items += texts.length;
    await take(texts.join(""));
    await othersFirst(signal);
  }
  await take(writer.end());
  return items;
}

async function preview(
  db: ReadHandle,
  { projectId, reviewer }: What,
  form: ExportForm,
  signal: AbortSignal | undefined,
) {
  const writer = form.writer(reviewer);
  const counts = new Map<string, number>();
  let items = 0;
  let leftOut = 0;
  for (const page of exportItems(db, projectId)) {
    for (const item of page) {
      if (writer.item(item) === null) leftOut += 1;
      else items += 1;
      count(form.losses(item, reviewer), counts);
    }
    await othersFirst(signal);
  }
  return { items, leftOut, losses: lossSentences(form, counts) };
}

function fileNameOf(
  project: string,
  format: ExportFormat,
  reviewer: string | null,
  form: ExportForm,
): string {
  const parts = [project, reviewer ?? "", format === "jsonl" || format === "csv" ? "" : format];
  return fileNameFrom(parts, form.extension);
}

function count(losses: readonly string[], counts: Map<string, number>): void {
  for (const loss of losses) counts.set(loss, (counts.get(loss) ?? 0) + 1);
}

function lossSentences(form: ExportForm, counts: ReadonlyMap<string, number>): string[] {
  const counted = [...counts].map(([loss, times]) => `Not held (${times}×): ${loss}.`);
  return [...counted, ...form.always.map((loss) => `Not held: ${loss}.`)];
}

function missingReviewer(format: ExportFormat): Fault {
  const reason = `The form ${format} holds one reviewer's verdicts.`;
  const fix = "Say whose verdicts are to be exported.";
  return new Fault("BAD_INPUT", `${reason} ${fix}`, {
    problems: [{ file: "", row: null, field: "reviewer", reason, fix }],
  });
}
