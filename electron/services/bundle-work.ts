import path from "node:path";
import type { WorkReport } from "#shared/contract/bundles.ts";
import type { Change } from "#shared/contract/changes.ts";
import type { SealedWork, WorkFile } from "#shared/formats/bundle.ts";
import { canonicalJson } from "#shared/formats/canonical-json.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import type { WriteHandle } from "../store/handles.ts";
import { addSource } from "../store/items.ts";
import { rolesOf } from "../store/members.ts";
import { reviewerName } from "../store/people.ts";
import type { Workspace } from "../store/workspace.ts";
import { isSignedBy, signingKeyOf } from "./bundle-keys.ts";
import type { CallContext } from "./call-context.ts";
import { refuseStopped } from "./check-items.ts";
import { fieldFault, ServiceFault } from "./fault.ts";
import { mergeWork } from "./merge-work.ts";
import { refuseUnknownProject } from "./stored-records.ts";
import { refuseLabels, viewerOf } from "./visibility.ts";

export interface BundleWorkParts {
  workspace: Workspace;
  analysis: Pick<SqlAnalysis, "read">;
  now(): Date;
  publish(change: Change): void;
}

/** Work that comes back to a project, from a file. */
interface WorkSource {
  projectId: number;
  path: string;
  /** Whose verdicts an unsigned file is; null: what it says. */
  reviewer: string | null;
}

/** Brings work back that was done elsewhere: in bundles of this workspace, or in a workspace of somebody's own. */
export function createBundleWork(parts: BundleWorkParts) {
  return {
    previewWork: (source: WorkSource, context: CallContext) => bringBack(parts, source, context, true),
    importWork: (source: WorkSource, context: CallContext) => bringBack(parts, source, context, false),
  };
}

class OnlyForetold extends Error {}

/** With `isForetold` all of it is rolled back: the answer is then what it would come to. */
async function bringBack(
  { workspace, analysis, now, publish }: BundleWorkParts,
  source: WorkSource,
  context: CallContext,
  isForetold: boolean,
): Promise<WorkReport> {
  const { projectId } = source;
  await refuseUnknownProject(workspace, projectId);
  const { file, signedText } = await analysis.read("bundle", { path: path.resolve(source.path) });
  if (file.kind === "bundle")
    throw fieldFault({
      field: "path",
      reason: "This is a bundle to judge in, not the work that was done in one.",
      fix: "Open it in a workbench, judge there, and export the work.",
    });
  let merged: Awaited<ReturnType<typeof mergeWork>> | null = null;
  const write = async (db: WriteHandle) => {
    const of = await ownerOf(db, file, signedText, source);
    await refuseStranger(db, source, of, context);
    const at = now().toISOString();
    const sourceId = of.isSigned ? null : await sourceOf(db, source, of.reviewer, { by: context.actor, at });
    merged = await mergeWork(db, file.items, {
      ...{ ...of, projectId, sourceId, at, actor: context.actor },
      issuedAt: "permit" in file ? file.permit.issuedAt : null,
    });
    if (isForetold || merged.itemIds.length === 0) throw new OnlyForetold();
  };
  await workspace.write(write).catch((error: unknown) => {
    if (!(error instanceof OnlyForetold)) throw error;
  });
  const { itemIds, report } = merged as unknown as Awaited<ReturnType<typeof mergeWork>>;
  if (isForetold) return report;
  for (const itemId of itemIds) publish({ type: "verdict", projectId, itemId, reviewer: report.reviewer });
  if (itemIds.length > 0) publish({ type: "slots", projectId, reviewer: report.reviewer });
  return report;
}

/** Whose work it is, and whether this workspace vouches for it. Throws `BAD_INPUT` for work that it does not know or that was altered. */
async function ownerOf(
  db: WriteHandle,
  file: WorkFile,
  signedText: string,
  { projectId, reviewer }: WorkSource,
): Promise<{ reviewer: string; isSigned: boolean }> {
  if (!("permit" in file)) return { reviewer: reviewer ?? file.reviewer, isSigned: false };
  await refuseForged(db, file, signedText);
  if (file.permit.projectId !== projectId)
    throw unusable(
      `This is work of the project ${file.permit.project}, not of this one.`,
      "Bring it back there.",
    );
  return { reviewer: file.permit.reviewer, isSigned: true };
}

async function refuseForged(db: WriteHandle, file: SealedWork, signedText: string): Promise<void> {
  const { permit, signature, seal } = file;
  const { publicKey } = await signingKeyOf(db);
  if (permit.hostKey !== publicKey)
    throw unusable(
      "This work was done in a bundle of another workspace.",
      "Bring it back to the workspace that gave the bundle, or export it there unsigned and have a lead import it.",
    );
  if (!isSignedBy(publicKey, canonicalJson(permit), signature))
    throw unusable(
      "The permit in this file is not as this workspace signed it: it was altered.",
      "Export the work again, and bring the file as it is.",
    );
  if (!isSignedBy(permit.workKey, signedText, seal))
    throw unusable(
      "This work is not as it was exported: it was altered on its way.",
      "Export the work again, and bring the file as it is.",
    );
}

const unusable = (reason: string, fix: string) => fieldFault({ field: "path", reason, fix });

/** Signed work is brought by its owner or a lead, unsigned work by a lead; a lead who is blind on items brings nobody else's. */
async function refuseStranger(
  db: WriteHandle,
  { projectId }: WorkSource,
  { reviewer, isSigned }: { reviewer: string; isSigned: boolean },
  { actor, isMember }: CallContext,
): Promise<void> {
  const isOwn = (await reviewerName(db, actor)) === reviewer;
  if (isSigned) await refuseStopped(db, projectId, reviewer);
  if (!isMember || (isSigned && isOwn)) return;
  if (!(await rolesOf(db, actor, projectId)).includes("lead"))
    throw new ServiceFault(
      "FORBIDDEN",
      isSigned
        ? "This work was done in somebody else's bundle. They bring it back themselves, or a lead of the project does."
        : "Nobody signed this file, so a lead of the project has to import it. Send it to them.",
      { needs: ["lead"] },
    );
  if (!isOwn) await refuseLabels(db, await viewerOf(db, projectId, actor));
}

/** An unsigned file stands among the project's imported files, as whose it was attributed, and can be taken back there. */
const sourceOf = (
  db: WriteHandle,
  { projectId, path: file }: WorkSource,
  reviewer: string,
  { by, at }: { by: string; at: string },
): Promise<number> =>
  addSource(db, {
    ...{
      projectId,
      reviewer,
      fileName: path.basename(file),
      form: "work from elsewhere, unsigned: attributed",
    },
    ...{ layout: { kind: "list", prologue: "", epilogue: "" }, importedBy: by, importedAt: at },
  });
