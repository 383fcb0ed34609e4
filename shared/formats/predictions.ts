import type { InputProblem } from "../contract/errors.ts";
import { roseForm, type VerdictForm } from "../domain/verdict-form.ts";
import { BadInput, problemLimit } from "./bad-input.ts";
import { type ItemInput, isLabelled } from "./item-input.ts";
import { JsonSyntaxError } from "./json-text.ts";
import { reasonFields } from "./label.ts";
import { mapFields } from "./prediction-fields.ts";
import { readItem } from "./read-item.ts";
import { describePosition, type FileLayout, type TextItem, textItems, UnknownShape } from "./text-items.ts";

/** What is shown of a prediction file before an import. */
export interface PredictionSummary {
  /** The form that was recognised, in words: "ROSE consensus (reason_1, reason_2), JSON list". */
  form: string;
  /** How many items carry a label. */
  labels: number;
  /** Whose the labels seem to be, by the fields for notes: one reviewer's have `reason`, a consensus has `reason_1` … or none (ROSE's files). */
  looksLike: "opinions" | "consensus" | null;
  /** The fields that Querent does not know and carries along, in the order in which they first occur. */
  unknownFields: string[];
  layout: FileLayout;
}

/** A prediction file as read: its items in order and what there is to say of them. */
export interface PredictionFile extends PredictionSummary {
  items: ItemInput[];
}

/**
 * Reads predictions: a JSON list, an object with `items`, or JSONL, in ROSE's item form or under the aliases of
 * prediction-fields.ts. A file with any defect is refused whole: throws `BadInput` with up to 100 problems (SPEC P1, P2). Labels are
 * read by ROSE's form.
 */
export function readPredictions(text: string, fileName: string): PredictionFile {
  const reader = new PredictionsReader(text, fileName, roseForm);
  const items = [...reader.items()];
  return { ...reader.summary(), items };
}

/**
 * One pass over a file, by the labels of `form` (null: they are left out), that holds no item: `items`, and then the `summary`. Items
 * before a defect are given out too: a caller that keeps them reads the file twice.
 */
export class PredictionsReader {
  /** How many UTF-16 units of the text are behind. */
  read = 0;
  private readonly text: string;
  private readonly file: string;
  private readonly form: VerdictForm | null;
  private readonly problems: InputProblem[] = [];
  private readonly unknown = new Set<string>();
  private labels = 0;
  private readonly noteFields = { ofOne: false, ofSeveral: false };
  private shape: ItemShape | null = null;
  private layout: FileLayout | null = null;

  constructor(text: string, file: string, form: VerdictForm | null) {
    this.text = text;
    this.file = file;
    this.form = form;
  }

  *items(): Generator<ItemInput, void> {
    const found = textItems(this.text);
    for (;;) {
      const step = this.refusing(() => found.next());
      if (step.done) {
        this.layout = step.value;
        if (this.problems.length > 0) throw new BadInput(this.problems);
        return;
      }
      const input = this.take(step.value);
      if (input) yield input;
    }
  }

  private take(item: TextItem): ItemInput | null {
    this.read += item.lead.length + item.source.length;
    this.shape ??= shapeOf(item);
    const input = readItem(item, this.shape.predictions, this.form, (problem) => {
      this.problems.push({ file: this.file, row: item.row, ...problem });
    });
    if (this.problems.length >= problemLimit) throw new BadInput(this.problems.slice(0, problemLimit));
    if (!input) return null;
    if (isLabelled(input)) this.labels += 1;
    if (input.notes.length > 1) this.noteFields.ofSeveral = true;
    else if (input.notes.length > 0 || input.verdicts.length > 0) this.noteFields.ofOne = true;
    for (const name of Object.keys(input.extra)) this.unknown.add(name);
    return input;
  }

  /** What there is to say of the file, once all items are read. */
  summary(): PredictionSummary {
    const { layout } = this;
    if (layout === null) throw new Error("a file is summed up before it is read");
    return {
      form: formOf(this.shape, layout),
      labels: this.labels,
      looksLike: this.looksLike(),
      unknownFields: [...this.unknown],
      layout,
    };
  }

  private looksLike(): PredictionSummary["looksLike"] {
    if (this.labels === 0) return null;
    const { ofOne, ofSeveral } = this.noteFields;
    return ofOne && !ofSeveral ? "opinions" : "consensus";
  }

  /** Runs `read`, turning what stops it into a refusal together with the problems found before. */
  private refusing<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof JsonSyntaxError) {
        const position = describePosition(this.text, error.offset);
        this.problems.push({
          file: this.file,
          // A row is an item, which a line of a list is not.
          row: null,
          field: null,
          reason: `Not JSON at ${position}: ${error.message}.`,
          fix: "Correct the file there, or export it again from the program that wrote it.",
        });
        throw new BadInput(this.problems);
      }
      if (!(error instanceof UnknownShape)) throw error;
      throw new BadInput([
        { file: this.file, row: null, field: null, reason: error.message, fix: error.fix },
      ]);
    }
  }
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
