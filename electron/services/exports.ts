import { createHmac } from "node:crypto";
import path from "node:path";
import type {
  ExportChoice,
  ExportFormatSpec,
  ExportItem,
} from "#shared/formats/verdict-export/export-format-spec.ts";
import { type ExportFormat, exportFormats } from "#shared/formats/verdict-export/export-formats.ts";
import {
  type Pseudonyms,
  pseudonymised,
  pseudonymsFor,
} from "#shared/formats/verdict-export/pseudonymised.ts";
import { withoutVerdicts } from "#shared/formats/without-verdicts.ts";
import { newSecret } from "../secret.ts";
import { exportItems } from "../store/export-items.ts";
import type { ReadHandle } from "../store/handles.ts";
import { namesOfPeople } from "../store/people.ts";
import { preferencesOf, putPreference } from "../store/preferences.ts";
import { verdictFormOf } from "../store/settings.ts";
import { reviewersOf } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import type { Transfers } from "../transfers.ts";
import type { CallContext } from "./call-context.ts";
import { type Download, offerDownload } from "./downloads.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
import { fileNameFrom, othersFirst, replaceFile, type Take } from "./replace-file.ts";
import { storedProject } from "./stored-records.ts";
import { itemsInSight, recordSeen, type Viewer, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  /** Headless: whoever calls holds the workspace file itself, so that nothing in it is kept from them. */
  holdsFile?: boolean;
  /** Where files wait for people's browsers; null where they fetch none. */
  transfers?: Transfers | null;
}

/** Whoever asks for an export, as far as what others said is kept from them; null: nothing is. */
type BlindViewer = Viewer | null;

interface What {
  projectId: number;
  format: ExportFormat;
  reviewer: string | null;
  sourceId?: number | null | undefined;
  /** Whether people stand under pseudonyms, which are the same in every such export of the workspace. */
  pseudonyms?: boolean | undefined;
}

/** Verdicts on their way out, in the formats of shared/formats; each says beforehand what it cannot hold. */
export function createExportsService({ workspace, holdsFile = false, transfers = null }: Dependencies) {
  const viewer = async (projectId: number, { actor }: CallContext): Promise<BlindViewer> =>
    holdsFile ? null : await workspace.read((db) => viewerOf(db, projectId, actor));
  const going = async (what: What, context: CallContext) => ({
    ...(await specOf(workspace, what)),
    names: what.pseudonyms === true ? await pseudonymsOf(workspace, what.projectId) : null,
    ...{ what, viewer: await viewer(what.projectId, context), signal: context.signal },
  });
  const toPath = async (asked: Going, file: string): Promise<number> => {
    const shown: number[] = [];
    const items = await replaceFile(file, (take) =>
      workspace.read((db) => write(db, asked, { take, shown })),
    );
    if (asked.viewer !== null) await recordSeen(workspace, asked.viewer, shown);
    return items;
  };
  return {
    async preview(what: What, context: CallContext) {
      const asked = await going(what, context);
      return workspace.read((db) => preview(db, asked));
    },

    async toFile(what: What & { path: string }, context: CallContext) {
      const asked = await going(what, context);
      const file = path.resolve(what.path);
      return { path: file, items: await toPath(asked, file) };
    },

    async toDownload(what: What, context: CallContext): Promise<Download> {
      const asked = await going(what, context);
      return offerDownload(transfers, context, nameOf(asked), (file) => toPath(asked, file));
    },

    async toText(what: What, context: CallContext) {
      const asked = await going(what, context);
      const pieces: string[] = [];
      const shown: number[] = [];
      await workspace.read((db) => write(db, asked, { take: (text) => pieces.push(text), shown }));
      if (asked.viewer !== null) await recordSeen(workspace, asked.viewer, shown);
      return { fileName: nameOf(asked), text: pieces.join("") };
    },
  };
}

/** An export under way. */
interface Going {
  what: What;
  spec: ExportFormatSpec;
  viewer: BlindViewer;
  /** null: people stand under their names. */
  names: Pseudonyms | null;
  /** What the file may be called. */
  name: string;
  signal: AbortSignal | undefined;
}

const nameOf = ({ name, names }: Going): string => names?.within(name) ?? name;

async function specOf(
  workspace: Workspace,
  { projectId, format, reviewer }: What,
): Promise<{ spec: ExportFormatSpec; name: string }> {
  const project = await storedProject(workspace, projectId);
  const spec = exportFormats[format];
  if (spec.needsReviewer && reviewer === null) throw missingReviewer(format);
  return { spec, name: fileNameOf(project.name, format, reviewer, spec) };
}

/** Hands the file to `take` piece by piece and answers how many items went out. */
async function write(db: ReadHandle, going: Going, { take, shown }: { take: Take; shown: number[] }) {
  const { what, spec, names, signal } = going;
  const reviewer = what.reviewer === null || names === null ? what.reviewer : names.of(what.reviewer);
  const writer = spec.writer(await choiceOf(db, { ...what, reviewer }));
  let items = 0;
  for await (const page of pagesInSight(db, going, shown)) {
    const told = names === null ? page : page.map((item) => pseudonymised(item, names));
    const texts = told.map((item) => writer.item(item)).filter((text) => text !== null);
    items += texts.length;
    await take(texts.join(""));
    await othersFirst(signal);
  }
  await take(writer.end());
  return items;
}

/** The items as the caller may see them; those of which others' words are among what goes out are added to `shown`. */
async function* pagesInSight(
  db: ReadHandle,
  { what, viewer }: Going,
  shown: number[],
): AsyncGenerator<(ExportItem & { isCut: boolean })[]> {
  for await (const page of exportItems(db, what.projectId, what.sourceId ?? null)) {
    const inSight =
      viewer &&
      (await itemsInSight(
        db,
        viewer,
        page.map(({ id }) => id),
      ));
    if (inSight !== null && what.reviewer !== viewer?.name) shown.push(...inSight);
    yield page.map((item) =>
      viewer === null || inSight?.has(item.id)
        ? { ...item, isCut: false }
        : {
            ...item,
            isCut: item.consensus !== null || item.verdicts.some(({ reviewer }) => reviewer !== viewer.name),
            consensus: null,
            source: withoutVerdicts(item.source),
            verdicts: item.verdicts.filter(({ reviewer }) => reviewer === viewer.name),
          },
    );
  }
}

const choiceOf = async (db: ReadHandle, { projectId, reviewer }: What): Promise<ExportChoice> => ({
  reviewer,
  form: await verdictFormOf(db, projectId),
});

const namesLoss =
  "Lost: people's names, also in notes and in fields of the file. Questions, evidence and SQL stay as they are.";
const cutLoss = "what others said of an item that you have not judged; adjudicators can export it";

async function preview(db: ReadHandle, going: Going) {
  const { what, spec, signal } = going;
  const choice = await choiceOf(db, what);
  const writer = spec.writer(choice);
  const counts = new Map<string, number>();
  let items = 0;
  let leftOut = 0;
  for await (const page of pagesInSight(db, going, [])) {
    for (const item of page) {
      if (item.isCut && what.reviewer !== going.viewer?.name) count([cutLoss], counts);
      if (writer.item(item) === null) leftOut += 1;
      else items += 1;
      count(spec.losses(item, choice), counts);
    }
    await othersFirst(signal);
  }
  const losses = lossSentences(spec, counts);
  return { items, leftOut, losses: going.names === null ? losses : [...losses, namesLoss] };
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

/** Where the workspace has its key: with what belongs to no account. */
const keptAt = { account: "", key: "export.pseudonym-key" };

/**
 * Pseudonyms for the people of a workspace: the same for a name in every export of it, whatever else it holds, and nothing that
 * somebody without the workspace could work out from a name.
 */
async function pseudonymsOf(workspace: Workspace, projectId: number): Promise<Pseudonyms> {
  const { key, names } = await workspace.write(async (db) => {
    const known = (await preferencesOf(db, keptAt.account))[keptAt.key];
    const own = typeof known === "string" ? known : newSecret();
    if (own !== known) await putPreference(db, keptAt.account, keptAt.key, own);
    const reviewers = (await reviewersOf(db, projectId)).map(({ reviewer }) => reviewer);
    return { key: own, names: [...(await namesOfPeople(db)), ...reviewers] };
  });
  const digest = (name: string) => createHmac("sha256", key).update(name).digest("hex");
  return pseudonymsFor(names, (name) => `person-${digest(name).slice(0, 10)}`);
}
