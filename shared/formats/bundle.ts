import { z } from "zod";
import { Item } from "../domain/item.ts";
import { Judgement } from "../domain/verdict.ts";
import { VerdictForm } from "../domain/verdict-form.ts";
import { BadInput } from "./bad-input.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What every file of this format says of itself, and the newest version that is written and read. */
const format = "querent-bundle";
const newestVersion = 1;

const Name = z.string().min(1).max(200);
/** Keys, digests and signatures, in base64url. */
const Encoded = z.string().min(1).max(500);
const Moment = z.iso.datetime();

/** A change of a verdict: known everywhere by its id, with the judgement that it led to. */
export const BundleEvent = z.strictObject({
  id: z.string().min(8).max(64),
  /** When, by the clock of the machine on which it was made. */
  at: Moment,
  judgement: z.strictObject(Judgement.shape),
});
export type BundleEvent = z.infer<typeof BundleEvent>;

/** An item to judge, with what its reviewer has said of it so far, the oldest first. */
export const BundleItem = z.strictObject({
  ...Item.pick({
    ...{ questionId: true, dbId: true, system: true, question: true, evidence: true },
    ...{ predictedSql: true, goldSql: true },
  }).shape,
  said: z.array(BundleEvent),
});
export type BundleItem = z.infer<typeof BundleItem>;

/** What a bundle brings: the project's verdict form, its newest guidelines (null: none), and the items. */
export const BundleContents = z.strictObject({
  form: VerdictForm,
  guidelines: z.string().nullable(),
  items: z.array(BundleItem),
});
export type BundleContents = z.infer<typeof BundleContents>;

/** By which a workspace knows the work that comes back: what it signs. */
export const BundlePermit = z.strictObject({
  version: z.literal(newestVersion),
  /** The id of the bundle. */
  bundle: z.string().min(8).max(64),
  projectId: z.number().int(),
  project: Name,
  /** For whom alone it is. */
  reviewer: Name,
  issuedAt: Moment,
  /** The public key of the workspace, by which it is known. */
  hostKey: Encoded,
  /** The public key of the bundle, by which the work that was done in it is known. */
  workKey: Encoded,
  /** The SHA-256 of the contents as `canonicalJson` writes them. */
  contents: Encoded,
});
export type BundlePermit = z.infer<typeof BundlePermit>;

const head = { format: z.literal(format), version: z.literal(newestVersion) };

/** A bundle: what one person takes along to judge elsewhere. `signature` is the workspace's, of the permit. */
const BundleFile = z.strictObject({
  ...head,
  kind: z.literal("bundle"),
  permit: BundlePermit,
  signature: Encoded,
  /** The private key that signs the work. */
  workSecret: Encoded,
  contents: BundleContents,
});
export type BundleFile = z.infer<typeof BundleFile>;

/** What somebody said of one item, by the item's key (the SHA-256 of shared/domain/item-key), the oldest first. */
const WorkItem = z.strictObject({ key: Encoded, said: z.array(BundleEvent).min(1) });

const work = { ...head, kind: z.literal("work"), items: z.array(WorkItem) };
/** Work that was done in a bundle: its permit, and `seal` by the key of the bundle over all else. */
const SealedWork = z.strictObject({
  ...work,
  permit: BundlePermit,
  signature: Encoded,
  seal: Encoded,
});
/** Work for which no workspace vouches: whose it is is what the file says. */
const UnsignedWork = z.strictObject({ ...work, reviewer: Name });
const WorkFile = z.union([SealedWork, UnsignedWork]);
export type SealedWork = z.infer<typeof SealedWork>;
export type UnsignedWork = z.infer<typeof UnsignedWork>;
export type WorkFile = z.infer<typeof WorkFile>;

/** A file of this format, with the text of it that is digested (a bundle's contents) or sealed (all of the work but the seal). */
export type ReadBundle = { file: BundleFile | WorkFile; signedText: string };

export const bundleText = (file: Omit<BundleFile, "format" | "version" | "kind">): string =>
  written({ format, version: newestVersion, kind: "bundle", ...file });

/** Work as a file; `seal` gives the signature of a text, null where there is no permit. */
export function workText(
  items: WorkFile["items"],
  by: { reviewer: string } | (Pick<SealedWork, "permit" | "signature"> & { seal(text: string): string }),
): string {
  const own = { format, version: newestVersion, kind: "work", items } as const;
  if ("reviewer" in by) return written({ ...own, reviewer: by.reviewer });
  const { seal, ...permitted } = by;
  const unsealed = { ...own, ...permitted };
  return written({ ...unsealed, seal: seal(canonicalJson(unsealed)) });
}

const written = (file: object) => `${JSON.stringify(file, null, 1)}\n`;

/** Reads a file of this format. Throws `BadInput` in words that say what to do, also for one of another version. */
export function readBundle(text: string, file: string): ReadBundle {
  const refuse = (reason: string, fix: string, field: string | null = null) =>
    new BadInput([{ file, row: null, field, reason, fix }]);
  let value: { format?: unknown; version?: unknown; kind?: unknown };
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw refuse(
      "It is not JSON, or only a part of it.",
      "Export the bundle again, and bring the whole file.",
    );
  }
  if (typeof value !== "object" || value === null || value.format !== format)
    throw refuse(
      "It is no bundle.",
      "Choose a file that Querent exported as a bundle, or as work done in one.",
    );
  const { version } = value;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
    throw refuse(
      `It is of version ${String(version)}, older than any that this Querent reads.`,
      "Export it again with the Querent of today: what was judged is still in the workspace it came from.",
      "version",
    );
  if (version > newestVersion)
    throw refuse(
      `It is of version ${version}, and this Querent reads bundles up to version ${newestVersion}.`,
      "Update Querent here, or export it with the same version as here.",
      "version",
    );
  const schema =
    value.kind === "bundle" ? BundleFile : "permit" in value || "seal" in value ? SealedWork : UnsignedWork;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse(
      `${issue?.message ?? "It is not whole"}.`,
      "The file was changed or damaged on its way: export it again.",
      issue?.path.join(".") || null,
    );
  }
  refuseTwice(parsed.data, refuse);
  return { file: parsed.data, signedText: signedTextOf(parsed.data) };
}

function signedTextOf(file: BundleFile | WorkFile): string {
  if (file.kind === "bundle") return canonicalJson(file.contents);
  if (!("seal" in file)) return "";
  const { seal: _, ...unsealed } = file;
  return canonicalJson(unsealed);
}

/** An id stands for one change, and a key for one item. */
function refuseTwice(
  { kind, ...file }: Pick<BundleFile, "kind" | "contents"> | WorkFile,
  refuse: (reason: string, fix: string, field: string) => BadInput,
): void {
  const items = "contents" in file ? file.contents.items : file.items;
  const ids = items.flatMap(({ said }) => said.map(({ id }) => id));
  const keys = "contents" in file ? [] : file.items.map(({ key }) => key);
  if (new Set(ids).size === ids.length && new Set(keys).size === keys.length) return;
  throw refuse(
    "It has the same change twice.",
    `The ${kind === "bundle" ? "bundle" : "work"} was changed on its way: export it again.`,
    "items",
  );
}
