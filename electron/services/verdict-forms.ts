import type { Change } from "#shared/contract/changes.ts";
import type { FormRename, OrphanedPart } from "#shared/contract/verdict-forms.ts";
import { formDefects } from "#shared/domain/form-defects.ts";
import { foreignParts } from "#shared/domain/judgement-defects.ts";
import type { Judgement, Verdict } from "#shared/domain/verdict.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { renameExpected } from "../store/check-items.ts";
import { appendConsensusEvent, consensusOfProject } from "../store/consensus.ts";
import { draftOf, draftsOfProject, putDraft } from "../store/drafts.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { putSettingsOfProject, verdictFormOf } from "../store/settings.ts";
import { appendEvent } from "../store/verdict-events.ts";
import { putVerdict, reviewersOf, verdictsSaying, wordsInUse } from "../store/verdicts.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault } from "./fault.ts";
import { refuseUnknownProject } from "./stored-records.ts";
import { blindItems, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

interface FormChange {
  projectId: number;
  form: VerdictForm;
}

/** The form by which a project is judged: changed whole, and never so that a saved verdict or consensus is left with words that it lacks. */
export function createVerdictFormsService({ workspace, now, publish }: Dependencies) {
  return {
    orphans: async ({ projectId, form }: FormChange, { actor }: CallContext): Promise<OrphanedPart[]> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read(async (db) => {
        await refuseUnseen(db, { projectId, actor }, form);
        return orphansOf(db, projectId, form);
      });
    },

    async change(
      { projectId, form, renames }: FormChange & { renames: FormRename[] },
      { actor }: CallContext,
    ): Promise<{ form: VerdictForm; renamed: number }> {
      await refuseUnknownProject(workspace, projectId);
      const renamed = await workspace.write(async (db) => {
        const by = { projectId, actor, at: now().toISOString() };
        await refuseUnseen(db, by, form, renames);
        const touched = await Array.fromAsync(renames, (rename) => renameInAll(db, by, rename));
        for (const { field, from, to } of renames)
          if (field === "label") await renameExpected(db, projectId, from, to);
        await refuseForm(db, by, form);
        await putSettingsOfProject(db, projectId, { "review.form": form });
        return touched.reduce((total, verdicts) => total + verdicts, 0);
      });
      publish({ type: "settings" });
      if (renamed > 0) publish({ type: "everything" });
      return { form, renamed };
    },
  };
}

/** Throws where something is wrong with a form, or a saved verdict would say what it does not have. */
export async function refuseForm(db: ReadHandle, by: ByWhom, form: VerdictForm): Promise<void> {
  await refuseUnseen(db, by, form);
  const { projectId } = by;
  const problem = (field: string, reason: string, fix: string) => ({ field, reason, fix });
  const problems = [
    ...formDefects(form).map(({ part, at, text }) =>
      problem(at === null ? part : `${part}[${at}]`, text, "Change it and save again."),
    ),
    ...(await orphansOf(db, projectId, form)).map(({ field, value, verdicts }) =>
      problem(
        field,
        `${verdicts === 1 ? "1 verdict says" : `${verdicts} verdicts say`} ${value}, which the form does not have.`,
        field === "label" || field === "diagnoses"
          ? "Put it back, or rename it in all of them."
          : "Put it back, or change these verdicts first.",
      ),
    ),
  ];
  const [first, ...others] = problems;
  if (first !== undefined) throw fieldFault(first, ...others);
}

/** Of which project, and on whose account. */
interface ByWhom {
  projectId: number;
  actor: string;
}

/**
 * Throws where the change would show by its success what others said whose words the caller may not see: it takes something away
 * that they may have said, or renames it.
 */
async function refuseUnseen(
  db: ReadHandle,
  { projectId, actor }: ByWhom,
  form: VerdictForm,
  renames: readonly FormRename[] = [],
): Promise<void> {
  const viewer = await viewerOf(db, projectId, actor);
  const seesAll = viewer.sees === "all" && (await blindItems(db, viewer)).size === 0;
  if (seesAll || (await reviewersOf(db, projectId)).every(({ reviewer }) => reviewer === viewer.name)) return;
  const kept = new Set([...form.labels, ...form.diagnoses, ...form.fields].map(answerable));
  const before = await verdictFormOf(db, projectId);
  const gone = [...before.labels, ...before.diagnoses, ...before.fields].find(
    (one) => !kept.has(answerable(one)),
  );
  if (gone === undefined && renames.length === 0) return;
  const field = gone?.name ?? renames[0]?.from ?? "";
  const reason = `Others have judged items of this project, and you may not see whether they said ${field}.`;
  const fix = "An adjudicator of the project can take it away or rename it.";
  throw fieldFault({ field, reason, fix });
}

/** What of a part of the form an answer depends on. */
const answerable = ({ name, definition, key, ...rest }: VerdictForm[keyof VerdictForm][number]): string =>
  JSON.stringify({ ...rest, required: false, needsNote: false, counts: null, markers: [] });

async function orphansOf(db: ReadHandle, projectId: number, form: VerdictForm): Promise<OrphanedPart[]> {
  const counts = new Map<string, OrphanedPart>();
  for (const { judgement, verdicts } of await wordsInUse(db, projectId))
    for (const { field, value } of foreignParts(form, judgement)) {
      const key = `${field} ${value}`;
      const before = counts.get(key)?.verdicts ?? 0;
      counts.set(key, { field, value, verdicts: before + verdicts });
    }
  return [...counts.values()];
}

/** Appends a change to every verdict and consensus that says `from`, and brings drafts along; answers how many there were. */
async function renameInAll(
  db: WriteHandle,
  by: { projectId: number; actor: string; at: string },
  rename: FormRename,
): Promise<number> {
  const { projectId, actor, at } = by;
  const verdicts = await verdictsSaying(db, projectId, rename.field, rename.from);
  for (const verdict of verdicts) {
    const { itemId, reviewer } = verdict;
    const revision = verdict.revision + 1;
    const judgement = renamed(judgementOf(verdict), rename);
    await appendEvent(db, {
      ...{ saveId: null, projectId, itemId, reviewer, actor, at, action: "rename", revision, judgement },
      reverts: null,
    });
    await putVerdict(db, projectId, { ...judgement, itemId, reviewer, revision, savedAt: at });
    const draft = await draftOf(db, itemId, reviewer);
    // What was typed on this verdict goes on from its new name.
    if (draft?.baseRevision === verdict.revision)
      await putDraft(db, reviewer, { ...draft, baseRevision: revision }, at);
  }
  for (const { reviewer, draft } of await draftsOfProject(db, projectId))
    await putDraft(db, reviewer, { ...draft, ...renamed(draft, rename) }, at);
  return verdicts.length + (await renameInConsensus(db, by, rename));
}

async function renameInConsensus(
  db: WriteHandle,
  by: { projectId: number; actor: string; at: string },
  rename: FormRename,
): Promise<number> {
  const { field, from } = rename;
  const settled = [...(await consensusOfProject(db, by.projectId)).values()].filter((one) =>
    field === "label" ? one.label === from : one.diagnoses.includes(from),
  );
  for (const { itemId, revision, at, ...consensus } of settled)
    await appendConsensusEvent(db, {
      ...{ ...by, saveId: null, itemId, action: "rename", reverts: null },
      consensus: renamed(consensus, rename),
    });
  return settled.length;
}

function judgementOf({ itemId, reviewer, revision, savedAt, ...judgement }: Verdict): Judgement {
  return judgement;
}

function renamed<Said extends { label: string | null; diagnoses: string[] }>(
  said: Said,
  { field, from, to }: FormRename,
): Said {
  if (field === "label") return said.label === from ? { ...said, label: to } : said;
  return { ...said, diagnoses: [...new Set(said.diagnoses.map((id) => (id === from ? to : id)))] };
}
