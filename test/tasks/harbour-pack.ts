import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { DifferenceKind, FormKind } from "#shared/domain/difference.ts";
import { roseForm } from "#shared/domain/verdict-form.ts";
import { installPack } from "../../tasks/harbour/seed.ts";

/** The folder of the sample pack. */
export const packDir = path.join(import.meta.dirname, "../../tasks/harbour");

export const PackManifest = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  databases: z.string(),
  predictions: z.array(z.string()).min(1),
});

/** One prediction of the pack, in ROSE's item form with the system that made it. */
export const PackPrediction = z.strictObject({
  question_id: z.int(),
  db_id: z.string(),
  question: z.string(),
  evidence: z.string(),
  predicted_sql: z.string(),
  gold_sql: z.string(),
  system: z.string(),
  difficulty: z.enum(["simple", "moderate", "challenging"]),
});
export type PackPrediction = z.infer<typeof PackPrediction>;

/** What a careful reviewer would find in one prediction of the pack. */
export const KeyEntry = z.strictObject({
  question_id: z.int(),
  system: z.string(),
  kind: DifferenceKind,
  forms: z.array(FormKind).min(1).optional(),
  verdict: z.enum(["yes", "no"]).nullable(),
  diagnoses: z.array(z.enum(roseForm.diagnoses.map(({ id }) => id))),
  reason: z.string().min(10),
});
export type KeyEntry = z.infer<typeof KeyEntry>;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(packDir, file), "utf8"));
}

export function packManifest(): z.infer<typeof PackManifest> {
  return PackManifest.parse(readJson("manifest.json"));
}

export function packPredictions(): PackPrediction[] {
  return packManifest().predictions.flatMap((file) => z.array(PackPrediction).parse(readJson(file)));
}

export function reviewKey(): KeyEntry[] {
  return z.array(KeyEntry).parse(readJson("review-key.json"));
}

/** Each prediction with its entry of the key; throws where one has none. */
export function keyedPredictions(): { prediction: PackPrediction; key: KeyEntry }[] {
  const entries = new Map(reviewKey().map((key) => [`${key.question_id} ${key.system}`, key]));
  return packPredictions().map((prediction) => {
    const key = entries.get(`${prediction.question_id} ${prediction.system}`);
    if (key === undefined)
      throw new Error(`no key for question ${prediction.question_id} of ${prediction.system}`);
    return { prediction, key };
  });
}

/** Installs the pack's database into a fresh folder; `remove` takes the folder away again. */
export function installedPack(): { databasesDir: string; databaseFile: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-pack-"));
  const databasesDir = installPack(folder);
  return {
    databasesDir,
    databaseFile: path.join(databasesDir, "harbour/harbour.sqlite"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
