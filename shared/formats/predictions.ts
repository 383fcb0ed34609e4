import type { Problem } from "../contract/errors.ts";
import { BadInput, problemLimit } from "./bad-input.ts";
import { mapFields } from "./item-fields.ts";
import type { ItemInput } from "./item-input.ts";
import { JsonSyntaxError } from "./json-text.ts";
import { reasonFields } from "./label.ts";
import { readItem } from "./read-item.ts";
import { type FileLayout, placeOf, type TextItem, textItems, UnknownShape } from "./text-items.ts";

/** A prediction file as read: its items in order and what is told of it before an import. */
export interface PredictionFile {
  items: ItemInput[];
  /** The form that was recognised, in words: "ROSE consensus (reason_1, reason_2), JSON list". */
  form: string;
  /** How many items carry a label. */
  labels: number;
  /** The fields that Querent does not know and carries along, in the order in which they first occur. */
  unknownFields: string[];
  layout: FileLayout;
}

interface ReadOptions {
  /** Told now and then how many of the text's UTF-16 units have been read. */
  onProgress?(done: number, total: number): void;
}

/**
 * Reads predictions: a JSON list, an object with `items`, or JSONL, in ROSE's item form or under the aliases of
 * item-fields.ts. A file with any defect is refused whole: throws `BadInput` with up to 100 problems (SPEC F1, F2).
 */
export function readPredictions(text: string, fileName: string, options: ReadOptions = {}): PredictionFile {
  const problems: Problem[] = [];
  const items: ItemInput[] = [];
  const unknown = new Set<string>();
  let labels = 0;
  let shape: ItemShape | null = null;
  const progress = everyNth(2_000, (done) => options.onProgress?.(done, text.length));
  let read = 0;
  const onItem = (item: TextItem) => {
    read += item.lead.length + item.source.length;
    progress(read);
    shape ??= shapeOf(item);
    const input = readItem(item, shape.predictions, (problem) => {
      problems.push({ file: fileName, row: item.row, ...problem });
    });
    if (problems.length >= problemLimit) throw new BadInput(problems.slice(0, problemLimit));
    if (!input) return;
    items.push(input);
    if (input.judgement?.label || input.verdicts.length > 0) labels += 1;
    for (const name of Object.keys(input.extra)) unknown.add(name);
  };
  const layout = refusing(text, fileName, problems, () => textItems(text, onItem));
  if (problems.length > 0) throw new BadInput(problems);
  options.onProgress?.(text.length, text.length);
  return { items, form: formOf(shape, layout), labels, unknownFields: [...unknown], layout };
}

interface ItemShape {
  /** Whether the first item has a predicted SQL; a file of golds alone (InterCode's task list) has none at all. */
  predictions: boolean;
  form: string;
}

function shapeOf(item: TextItem): ItemShape {
  const fields: unknown = JSON.parse(item.source);
  const names = typeof fields === "object" && fields !== null ? Object.keys(fields) : [];
  const map = mapFields(new Set(names));
  const reasons = reasonFields(names);
  if (!map.has("predicted_sql") && map.has("gold_sql") && map.has("question"))
    return { predictions: false, form: "tasks without predictions (gold SQL alone)" };
  if (reasons.some((name) => name !== "reason"))
    return { predictions: true, form: `ROSE consensus (${reasons.join(", ")})` };
  if (names.includes("label") && reasons.length > 0)
    return { predictions: true, form: "ROSE annotator (label, reason)" };
  return { predictions: true, form: names.includes("label") ? "labelled predictions" : "predictions" };
}

function formOf(shape: ItemShape | null, layout: FileLayout): string {
  const wrapped = layout.prologue.includes("{");
  const container = layout.kind === "lines" ? "JSON lines" : wrapped ? "JSON object with items" : "JSON list";
  return `${shape?.form ?? "predictions"}, ${container}`;
}

/** Runs `read`, turning what stops it into a refusal together with the problems found before. */
function refusing<T>(text: string, file: string, problems: Problem[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      const { line, place } = placeOf(text, error.offset);
      problems.push({
        file,
        row: line,
        field: null,
        reason: `Not JSON at ${place}: ${error.message}.`,
        fix: "Mend the file there, or export it again from the program that wrote it.",
      });
      throw new BadInput(problems);
    }
    if (error instanceof UnknownShape)
      throw new BadInput([{ file, row: null, field: null, reason: error.message, fix: error.fix }]);
    throw error;
  }
}

function everyNth(n: number, call: (value: number) => void): (value: number) => void {
  let count = 0;
  return (value) => {
    count += 1;
    if (count % n === 0) call(value);
  };
}
