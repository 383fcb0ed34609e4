import type { Settlement } from "../../domain/consensus.ts";
import type { Evaluation } from "../../domain/evaluation.ts";
import type { Item } from "../../domain/item.ts";
import type { Verdict } from "../../domain/verdict.ts";
import type { VerdictForm } from "../../domain/verdict-form.ts";
import type { FileLayout } from "../text-items.ts";

/** An item on its way out: as it was in its file, with everybody's verdicts and its evaluation. */
export interface ExportItem extends Omit<Item, "id" | "projectId" | "extra"> {
  /** The item's text in its file, and what separated it from the item before. */
  source: string;
  lead: string;
  /** What was around the items of its file. */
  layout: FileLayout;
  /** In the order of the reviewers' names. */
  verdicts: Verdict[];
  /** What it is settled as; null: nothing yet. */
  consensus: Settlement | null;
  evaluation: Evaluation | null;
  /** Every system that gave the prediction; `system` is the one of its file. */
  systems: string[];
}

/** Writes one file: the text for each item in order (null: the item is left out), and the text that ends it. */
export interface ItemWriter {
  item(item: ExportItem): string | null;
  end(): string;
}

/** Whose verdicts go out (null: everybody's), and the form by which they were given. */
export interface ExportChoice {
  reviewer: string | null;
  form: VerdictForm;
}

/** A format in which verdicts go out, with what an export dialog says of it. */
export interface ExportFormatSpec {
  title: string;
  /** What a file of it contains, in a sentence. */
  contents: string;
  extension: "json" | "jsonl" | "csv";
  /** Whether it holds one named reviewer's verdicts alone. */
  needsReviewer: boolean;
  writer(choice: ExportChoice): ItemWriter;
  /** What this format cannot hold of an item, each in words that stay the same from item to item, so that they can be counted. */
  losses(item: ExportItem, choice: ExportChoice): string[];
  /** What it cannot hold whatever the items are. */
  always: readonly string[];
}

/** The verdicts that go out. */
export function verdictsOut(item: ExportItem, { reviewer }: ExportChoice): Verdict[] {
  return reviewer === null ? item.verdicts : item.verdicts.filter((verdict) => verdict.reviewer === reviewer);
}

/** The loss of formats that name one system of an item. */
export function systemLosses({ system, systems }: ExportItem): string[] {
  return systems.some((one) => one !== system)
    ? ["the further systems that gave the same prediction: the one of its file is written"]
    : [];
}
