import type { BundleExport } from "#shared/contract/bundles.ts";
import {
  BundleContents,
  type BundleEvent,
  type BundlePermit,
  bundleText,
  type WorkFile,
  workText,
} from "#shared/formats/bundle.ts";
import { canonicalJson } from "#shared/formats/canonical-json.ts";
import { guidelinesOf } from "../store/guidelines.ts";
import type { ReadHandle } from "../store/handles.ts";
import { itemsInOrder } from "../store/items.ts";
import { type OpenedBundle, openedBundle } from "../store/opened-bundles.ts";
import { reviewerName } from "../store/people.ts";
import { projectById } from "../store/projects.ts";
import { queueIds } from "../store/queue.ts";
import { verdictFormOf } from "../store/settings.ts";
import { eventsByItem, type VerdictEvent } from "../store/verdict-events.ts";
import type { Workspace } from "../store/workspace.ts";
import type { Transfers } from "../transfers.ts";
import { globalItemKey, newKeyPair, sha256, signatureOf, signingKeyOf } from "./bundle-keys.ts";
import type { CallContext } from "./call-context.ts";
import { type Download, offerDownload } from "./downloads.ts";
import { ServiceFault } from "./fault.ts";
import { fileNameFrom, replaceFile } from "./replace-file.ts";
import { isBoundToSlots } from "./slots-on-save.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";

export interface BundleExportParts {
  workspace: Workspace;
  now(): Date;
  newId(): string;
  /** Where files wait for people's browsers; null where they fetch none. */
  transfers?: Transfers | null;
}

/** Whose bundle or work of which project goes out. */
export interface BundleWish {
  projectId: number;
  reviewer: string;
  /** Their account; whom nobody knows has none, and is bound to no slots. */
  account: string;
  /** The bundle that the project came as, whose work goes back; null: there is none. */
  opened: OpenedBundle | null;
  /** Headless: what the reviewer said, for another workspace, though no bundle was opened. */
  asWork: boolean;
}

/** Bundles on their way out: what a person takes along to judge elsewhere, and what they bring back. */
export function createBundleExports(parts: BundleExportParts) {
  const { workspace, transfers = null } = parts;
  const wishOf = async ({ projectId }: { projectId: number }, context: CallContext): Promise<BundleWish> => {
    await refuseUnknownProject(workspace, projectId);
    return workspace.read(async (db) => ({
      projectId,
      account: context.actor,
      reviewer: await reviewerName(db, context.actor),
      // What was said in a bundle is its owner's; people of a team host each have their own.
      opened: context.isMember ? null : await openedBundle(db, projectId),
      asWork: false,
    }));
  };
  return {
    preview: async (input: { projectId: number }, context: CallContext): Promise<BundleExport> =>
      (await bundleToWrite(parts, await wishOf(input, context))).told,

    async toFile(input: { projectId: number; path: string }, context: CallContext): Promise<BundleExport> {
      const { told, text } = await bundleToWrite(parts, await wishOf(input, context));
      await writeTo(input.path, await text());
      return told;
    },

    async toText(input: { projectId: number }, context: CallContext) {
      const { told, text } = await bundleToWrite(parts, await wishOf(input, context));
      return { fileName: told.fileName, text: await text() };
    },

    async toDownload(input: { projectId: number }, context: CallContext): Promise<Download> {
      const { told, text } = await bundleToWrite(parts, await wishOf(input, context));
      return offerDownload(transfers, context, told.fileName, async (file) => writeTo(file, await text()));
    },
  };
}

const writeTo = (file: string, text: string) =>
  replaceFile(file, async (take) => {
    await take(text);
    return 1;
  });

/** What goes out, and its text, which is signed when it is asked for. */
export async function bundleToWrite(
  parts: BundleExportParts,
  wish: BundleWish,
): Promise<{ told: BundleExport; text(): Promise<string> }> {
  const { workspace } = parts;
  const { projectId, reviewer } = wish;
  const isWork = wish.asWork || wish.opened !== null;
  if (isWork) {
    const items = await workspace.read((db) => workOf(db, wish));
    const told = await toldOf(workspace, wish, items);
    return { told, text: async () => workTextOf(items, wish) };
  }
  const contents = await workspace.read((db) => contentsFor(db, wish));
  if (contents.items.length === 0) throw nothingToJudge();
  const told = await toldOf(workspace, wish, contents.items);
  return { told, text: () => signedBundle(parts, contents, { projectId, reviewer }) };
}

const nothingToJudge = () =>
  new ServiceFault(
    "BAD_INPUT",
    "Nothing of this project waits for you. Take items, or ask a lead for some, and export then.",
    { problems: [] },
  );

async function toldOf(
  workspace: Workspace,
  { projectId, reviewer, opened, asWork }: BundleWish,
  items: readonly { said: readonly BundleEvent[] }[],
): Promise<BundleExport> {
  const { name } = await storedProject(workspace, projectId);
  const kind = opened !== null || asWork ? "work" : "bundle";
  const judged = items.filter(({ said }) => (said.at(-1)?.judgement.label ?? null) !== null).length;
  const fileName = fileNameFrom(
    [opened?.permit.project ?? name, opened?.permit.reviewer ?? reviewer, kind],
    "json",
  );
  return { kind, items: items.length, judged, fileName };
}

/** The items that wait for a person or that they judged, as their queue has them, with their own words alone (SPEC SL8, SL9). */
async function contentsFor(
  db: ReadHandle,
  { projectId, reviewer, account }: BundleWish,
): Promise<BundleContents> {
  const isBound = await isBoundToSlots(db, projectId, account);
  const own = new Set(await queueIds(db, projectId, reviewer, {}, isBound));
  const said = await eventsByItem(db, projectId, [reviewer]);
  const items: BundleContents["items"] = [];
  for await (const { id, index: _, ...item } of itemsInOrder(db, projectId))
    if (own.has(id)) items.push({ ...item, said: (said.get(id) ?? []).map(toBundleEvent) });
  const [guidelines] = await guidelinesOf(db, projectId);
  return BundleContents.parse({
    form: await verdictFormOf(db, projectId),
    guidelines: guidelines?.text ?? null,
    items,
  });
}

const toBundleEvent = ({ eventId, at, judgement }: VerdictEvent): BundleEvent => ({
  id: eventId,
  at,
  judgement,
});

async function signedBundle(
  { workspace, now, newId }: BundleExportParts,
  contents: BundleContents,
  { projectId, reviewer }: { projectId: number; reviewer: string },
): Promise<string> {
  const host = await workspace.write(signingKeyOf);
  const project = await workspace.read((db) => projectById(db, projectId));
  const work = newKeyPair();
  const permit: BundlePermit = {
    ...{ version: 1, bundle: newId(), projectId, project: project?.name ?? "", reviewer },
    ...{ issuedAt: now().toISOString(), hostKey: host.publicKey, workKey: work.publicKey },
    contents: sha256(canonicalJson(contents)),
  };
  const signature = signatureOf(canonicalJson(permit), host.secret);
  return bundleText({ permit, signature, workSecret: work.secret, contents });
}

/** Everything that was said in a bundle, also before a person was called otherwise; or by one reviewer of any project. */
async function workOf(
  db: ReadHandle,
  { projectId, reviewer, opened }: BundleWish,
): Promise<WorkFile["items"]> {
  const events = await eventsByItem(db, projectId, [...new Set([reviewer, opened?.reviewer ?? reviewer])]);
  const items: WorkFile["items"] = [];
  for await (const { id, ...item } of itemsInOrder(db, projectId)) {
    const said = events.get(id);
    if (said !== undefined) items.push({ key: globalItemKey(item), said: said.map(toBundleEvent) });
  }
  return items;
}

function workTextOf(items: WorkFile["items"], { opened, reviewer }: BundleWish): string {
  if (opened === null) return workText(items, { reviewer });
  const { permit, signature, workSecret } = opened;
  return workText(items, { permit, signature, seal: (text) => signatureOf(text, workSecret) });
}
