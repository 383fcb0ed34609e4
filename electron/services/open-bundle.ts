import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BundleOutline, WorkReport } from "#shared/contract/bundles.ts";
import type { ImportEvent, ImportSource } from "#shared/contract/projects.ts";
import { defaultChoices } from "#shared/domain/import-report.ts";
import type { Project } from "#shared/domain/project.ts";
import type { BundleFile } from "#shared/formats/bundle.ts";
import { canonicalJson } from "#shared/formats/canonical-json.ts";
import { addGuidelines, guidelinesOf } from "../store/guidelines.ts";
import type { WriteHandle } from "../store/handles.ts";
import { openedBundle, putOpenedBundle } from "../store/opened-bundles.ts";
import { reviewerName } from "../store/people.ts";
import { projectByName } from "../store/projects.ts";
import { putSettingsOfProject } from "../store/settings.ts";
import { globalItemKey, isPair, isSignedBy, sha256, signingKeyOf } from "./bundle-keys.ts";
import type { BundleWorkParts } from "./bundle-work.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
import { mergeWork } from "./merge-work.ts";
import { storedProject } from "./stored-records.ts";

export interface OpenBundleParts extends BundleWorkParts {
  /** Imports prediction files (services/projects.ts). */
  importPredictions(
    source: ImportSource & { projectName: string },
    context: CallContext,
  ): AsyncIterable<ImportEvent>;
}

/** A bundle to open, as which project, with its databases where. */
interface Opening {
  path: string;
  projectName: string;
  databasesDir: string;
}

/** Opens bundles of other workspaces, to be judged here. */
export function createOpenBundle(parts: OpenBundleParts) {
  return {
    async outline({ path: file }: { path: string }): Promise<BundleOutline> {
      const read = (await parts.analysis.read("bundle", { path: path.resolve(file) })).file;
      if (read.kind === "work")
        return {
          ...{ kind: "work", items: read.items.length },
          project: "permit" in read ? read.permit.project : null,
          reviewer: "permit" in read ? read.permit.reviewer : read.reviewer,
        };
      refuseAltered(read);
      const { project, reviewer, issuedAt } = read.permit;
      const { items } = read.contents;
      const judged = items.filter(({ said }) => (said.at(-1)?.judgement.label ?? null) !== null).length;
      return { kind: "bundle", project, reviewer, issuedAt, items: items.length, judged };
    },

    open: (opening: Opening, context: CallContext) => openBundle(parts, opening, context),
  };
}

async function openBundle(
  parts: OpenBundleParts,
  { path: from, projectName, databasesDir }: Opening,
  context: CallContext,
): Promise<{ project: Project; report: WorkReport }> {
  const { workspace, analysis, now, publish } = parts;
  const { file } = await analysis.read("bundle", { path: path.resolve(from) });
  if (file.kind !== "bundle")
    throw fieldFault({
      field: "path",
      reason: "This is work that was done in a bundle.",
      fix: "Bring it back in the project that it is of.",
    });
  refuseAltered(file);
  await workspace.write((db) => refusePlace(db, file, projectName));
  const projectId = await importItems(parts, file, { projectName, databasesDir }, context);
  const report = await workspace.write((db) =>
    putBundle(db, file, projectId, { ...context, at: now().toISOString() }),
  );
  publish({ type: "everything" });
  return { project: await storedProject(workspace, projectId), report };
}

/** Throws `BAD_INPUT` for a bundle that is not as a workspace signed it. */
function refuseAltered({ permit, signature, workSecret, contents }: BundleFile): void {
  const isWhole =
    isSignedBy(permit.hostKey, canonicalJson(permit), signature) &&
    sha256(canonicalJson(contents)) === permit.contents &&
    isPair(workSecret, permit.workKey);
  if (isWhole) return;
  throw fieldFault({
    field: "path",
    reason: "This bundle is not as it was exported: it was altered on its way.",
    fix: "Ask for it again.",
  });
}

/** A project takes a bundle if it came as one of the same project for the same person, or is new; and no bundle goes back as a project. */
async function refusePlace(db: WriteHandle, { permit }: BundleFile, projectName: string): Promise<void> {
  if ((await signingKeyOf(db)).publicKey === permit.hostKey)
    throw fieldFault({
      field: "path",
      reason: "This bundle was exported from this workspace.",
      fix: "Judge in its project itself, or open the bundle in another workspace.",
    });
  const there = await projectByName(db, projectName);
  if (there === null) return;
  const before = await openedBundle(db, there.id);
  const isSame = (["hostKey", "projectId", "reviewer"] as const).every(
    (part) => before?.permit[part] === permit[part],
  );
  if (!isSame) throw nameTaken(projectName);
}

const nameTaken = (name: string): ServiceFault =>
  fieldFault({
    field: "projectName",
    reason: `Another project is called ${name}.`,
    fix: "Choose another name for what the bundle brings.",
  });

/** Imports the items as any prediction file, by way of one that is gone afterwards. */
async function importItems(
  { importPredictions }: OpenBundleParts,
  { contents }: BundleFile,
  { projectName, databasesDir }: Omit<Opening, "path">,
  context: CallContext,
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "querent-bundle-"));
  try {
    const file = path.join(folder, "bundle.json");
    const items = contents.items.map(({ questionId, dbId, system, question, evidence, ...sql }) => ({
      ...{ question_id: questionId, db_id: dbId, question, evidence },
      ...{ predicted_sql: sql.predictedSql, gold_sql: sql.goldSql },
      ...(system === null ? {} : { system }),
    }));
    await writeFile(file, JSON.stringify(items), { mode: 0o600 });
    const source = {
      files: [{ path: file, labels: { as: "left-out" as const } }],
      ...{ projectName, databasesDir, choices: defaultChoices },
    };
    for await (const event of importPredictions(source, context))
      if (event.type === "done") return event.project.id;
    throw new Error("the import of a bundle's items ended without a result");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the bundle says beside its items: the form, the guidelines, and what its reviewer has said so far. */
async function putBundle(
  db: WriteHandle,
  { permit, signature, workSecret, contents }: BundleFile,
  projectId: number,
  { actor, at }: { actor: string; at: string },
): Promise<WorkReport> {
  const reviewer = (await openedBundle(db, projectId))?.reviewer ?? (await reviewerName(db, actor));
  await putSettingsOfProject(db, projectId, { "review.form": contents.form });
  const [newest] = await guidelinesOf(db, projectId);
  if (contents.guidelines !== null && contents.guidelines !== newest?.text) {
    const version = (newest?.version ?? 0) + 1;
    await addGuidelines(db, projectId, {
      version,
      text: contents.guidelines,
      by: `the project ${permit.project}`,
      at,
    });
  }
  await putOpenedBundle(db, { projectId, reviewer, permit, signature, workSecret }, at);
  const said = contents.items
    .filter((item) => item.said.length > 0)
    .map((item) => ({ key: globalItemKey(item), said: item.said }));
  const { report } = await mergeWork(db, said, {
    ...{ projectId, reviewer, actor, at, isSigned: true, sourceId: null, issuedAt: null },
  });
  return report;
}
