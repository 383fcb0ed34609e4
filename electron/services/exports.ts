import path from "node:path";
import type { ExportChoice, ExportFormatSpec } from "#shared/formats/verdict-export/export-format-spec.ts";
import type { ExportFormat } from "#shared/formats/verdict-export/export-formats.ts";
import { exportFormats } from "#shared/formats/verdict-export/export-formats.ts";
import { exportItems } from "../store/export-items.ts";
import type { ReadHandle } from "../store/handles.ts";
import { verdictFormOf } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
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

/** Verdicts on their way out, in the formats of shared/formats; each says beforehand what it cannot hold. */
export function createExportsService({ workspace }: Dependencies) {
  return {
    preview(what: What, { signal }: CallContext) {
      const { spec } = specOf(workspace, what);
      return workspace.snapshot((db) => preview(db, what, spec, signal));
    },

    async toFile(what: What & { path: string }, { signal }: CallContext) {
      const { spec } = specOf(workspace, what);
      const file = path.resolve(what.path);
      const items = await replaceFile(file, (take) =>
        workspace.snapshot((db) => write(db, what, spec, signal, take)),
      );
      return { path: file, items };
    },

    async toText(what: What, { signal }: CallContext) {
      const { spec, name } = specOf(workspace, what);
      const pieces: string[] = [];
      await workspace.snapshot((db) => write(db, what, spec, signal, (text) => pieces.push(text)));
      return { fileName: name, text: pieces.join("") };
    },
  };
}

function specOf(
  workspace: Workspace,
  { projectId, format, reviewer }: What,
): { spec: ExportFormatSpec; name: string } {
  const project = storedProject(workspace, projectId);
  const spec = exportFormats[format];
  if (spec.needsReviewer && reviewer === null) throw missingReviewer(format);
  return { spec, name: fileNameOf(project.name, format, reviewer, spec) };
}

/** Hands the file to `take` piece by piece and answers how many items went out. */
async function write(
  db: ReadHandle,
  what: What,
  spec: ExportFormatSpec,
  signal: AbortSignal | undefined,
  take: Take,
): Promise<number> {
  const writer = spec.writer(choiceOf(db, what));
  let items = 0;
  for (const page of exportItems(db, what.projectId)) {
    const texts = page.map((item) => writer.item(item)).filter((text) => text !== null);
    items += texts.length;
    await take(texts.join(""));
    await othersFirst(signal);
  }
  await take(writer.end());
  return items;
}

const choiceOf = (db: ReadHandle, { projectId, reviewer }: What): ExportChoice => ({
  reviewer,
  form: verdictFormOf(db, projectId),
});

async function preview(db: ReadHandle, what: What, spec: ExportFormatSpec, signal: AbortSignal | undefined) {
  const choice = choiceOf(db, what);
  const writer = spec.writer(choice);
  const counts = new Map<string, number>();
  let items = 0;
  let leftOut = 0;
  for (const page of exportItems(db, what.projectId)) {
    for (const item of page) {
      if (writer.item(item) === null) leftOut += 1;
      else items += 1;
      count(spec.losses(item, choice), counts);
    }
    await othersFirst(signal);
  }
  return { items, leftOut, losses: lossSentences(spec, counts) };
}

function fileNameOf(
  project: string,
  format: ExportFormat,
  reviewer: string | null,
  spec: ExportFormatSpec,
): string {
  const parts = [project, reviewer ?? "", format === "jsonl" || format === "csv" ? "" : format];
  return fileNameFrom(parts, spec.extension);
}

function count(losses: readonly string[], counts: Map<string, number>): void {
  for (const loss of losses) counts.set(loss, (counts.get(loss) ?? 0) + 1);
}

function lossSentences(spec: ExportFormatSpec, counts: ReadonlyMap<string, number>): string[] {
  const counted = [...counts].map(([loss, times]) => `Lost (${times}×): ${loss}.`);
  return [...counted, ...spec.always.map((loss) => `Lost: ${loss}.`)];
}

function missingReviewer(format: ExportFormat): ServiceFault {
  const reason = `The format ${format} stores one reviewer's verdicts.`;
  const fix = "Choose the reviewer whose verdicts to export.";
  return fieldFault({ field: "reviewer", reason, fix });
}
