import type { Verdict } from "../../domain/verdict.ts";
import { csvText } from "../csv-text.ts";
import { type ExportFormatSpec, type ExportItem, verdictsOut } from "./export-format-spec.ts";

/**
 * A table for statistics and spreadsheets: one row for each verdict, and one without verdict for an item that has none
 * (RFC 4180, UTF-8, CRLF). Values go out exactly: an SQL that begins with "--" or "=" must not gain an apostrophe, so
 * cells that a spreadsheet would take for formulas are counted in the losses instead of being changed.
 */
export const csvExport: ExportFormatSpec = {
  title: "Table (CSV)",
  contents: "Rows and columns, for a spreadsheet.",
  extension: "csv",
  needsReviewer: false,
  writer(reviewer) {
    let begun = false;
    return {
      item(item) {
        const header = begun ? [] : [Object.keys(row(item, null))];
        begun = true;
        return csvText([...header, ...rows(item, reviewer)]);
      },
      end: () => "",
    };
  },
  losses(item, reviewer) {
    const formulas = rows(item, reviewer)
      .flat()
      .filter((value) => /^[=+\-@\t\r]/.test(String(value ?? "")));
    return formulas.map(
      () => "that a cell is text: a spreadsheet would treat it as a formula, so import the file as text",
    );
  },
  always: [
    "fields that Querent does not know",
    "the difference between numbers and texts",
    "timings, row counts and details of what differs",
    "earlier revisions, and drafts",
  ],
};

type Value = string | number | boolean | null;

function rows(item: ExportItem, reviewer: string | null): Value[][] {
  const verdicts = verdictsOut(item, reviewer);
  return (verdicts.length === 0 ? [null] : verdicts).map((verdict) => Object.values(row(item, verdict)));
}

function row(item: ExportItem, verdict: Verdict | null): Record<string, Value> {
  const { evaluation } = item;
  return {
    index: item.index,
    question_id: item.questionId,
    db_id: item.dbId,
    system: item.system,
    question: item.question,
    evidence: item.evidence,
    predicted_sql: item.predictedSql,
    gold_sql: item.goldSql,
    reviewer: verdict?.reviewer ?? null,
    label: verdict?.label ?? null,
    diagnoses: verdict?.diagnoses.join(" ") ?? null,
    note: verdict?.note ?? null,
    skipped: verdict?.skipped ?? null,
    flagged: verdict?.flagged ?? null,
    saved_at: verdict?.savedAt ?? null,
    predicted_status: evaluation?.predicted.status ?? null,
    gold_status: evaluation?.gold.status ?? null,
    ex_set: evaluation?.ex.set ?? null,
    ex_multiset: evaluation?.ex.multiset ?? null,
    ex_ordered: evaluation?.ex.ordered ?? null,
    ex_first200: evaluation?.ex.first200 ?? null,
    difference: evaluation?.difference.kind ?? null,
  };
}
