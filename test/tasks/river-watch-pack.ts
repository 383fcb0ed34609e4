import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { type KnowledgeGraph, knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { type KnowledgeBaseFile, readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readTaskFile, type TaskFile } from "#shared/formats/task-file.ts";

const packDir = path.join(import.meta.dirname, "../../tasks/river-watch");

const Manifest = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  database: z.string(),
  seed: z.string(),
  databases: z.string(),
  tasks: z.tuple([z.string()]),
  knowledge: z.string(),
  columnMeanings: z.string(),
  predictions: z.tuple([z.string(), z.string()]),
  exceptions: z.string(),
  predictionsKey: z.string(),
});

/** One answer to one phase of a task. */
const Prediction = z.strictObject({
  instance_id: z.string(),
  phase: z.union([z.literal(1), z.literal(2)]),
  pred_sqls: z.array(z.string()).min(1),
});
type Prediction = z.infer<typeof Prediction>;

/** Whether the answer of the same instance and phase passes its own tests or the default test, as shipped. */
const KeyEntry = z.strictObject({
  instance_id: z.string(),
  phase: z.union([z.literal(1), z.literal(2)]),
  passed: z.boolean(),
  reason: z.string().min(10),
});

function textOf(file: string): string {
  return readFileSync(path.join(packDir, file), "utf8");
}

export const manifest = Manifest.parse(JSON.parse(textOf("manifest.json")));

export function taskFile(): TaskFile {
  const [file] = manifest.tasks;
  return readTaskFile(textOf(file), file);
}

/** The pack's tasks in the order of the file. */
export function packTasks(): Task[] {
  return taskFile().tasks.map(({ task }) => task);
}

export function knowledgeBase(): KnowledgeBaseFile {
  return readKnowledgeBase(textOf(manifest.knowledge), manifest.knowledge);
}

export function packKnowledge(): KnowledgeGraph {
  return knowledgeGraph(knowledgeBase().nodes);
}

export function columnMeaningsText(): string {
  return textOf(manifest.columnMeanings);
}

function predictions(file: string): Prediction[] {
  return textOf(file)
    .trimEnd()
    .split("\n")
    .map((line) => Prediction.parse(JSON.parse(line)));
}

/** The answers that are the gold, letter by letter. */
export function goldPredictions(): Prediction[] {
  return predictions(manifest.predictions[0]);
}

/** The answers of a system that errs, each with what the key says of it; throws where the key has no entry. */
export function keyedPredictions() {
  const key = z.array(KeyEntry).parse(JSON.parse(textOf(manifest.predictionsKey)));
  return predictions(manifest.predictions[1]).map((prediction) => {
    const { instance_id, phase } = prediction;
    const entry = key.find((other) => other.instance_id === instance_id && other.phase === phase);
    if (entry === undefined) throw new Error(`no key for phase ${phase} of ${instance_id}`);
    return { ...prediction, passed: entry.passed, reason: entry.reason };
  });
}
