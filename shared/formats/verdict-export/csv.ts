import type { Verdict } from "../../domain/verdict.ts";
import type { VerdictForm } from "../../domain/verdict-form.ts";
import { csvText } from "../csv-text.ts";
import {
  type ExportChoice,
  type ExportFormatSpec,
  type ExportItem,
  verdictsOut,
} from "./export-format-spec.ts";

/**
 * A table for statistics and spreadsheets: one row for each verdict, and one without verdict for an item that has none
 * (RFC 4180, UTF-8, CRLF). Values go out exactly: an SQL that begins with "--" or "=" must not gain an apostrophe, so
 * cells that a spreadsheet would take for formulas are counted in the losses instead of being changed.
 */
export const csvExport: ExportFormatSpec = {
  title: "Table (CSV)",
  contents: "Rows and columns. Import it into a spreadsheet as text in UTF-8.",
  extension: "csv",
  needsReviewer: false,
  writer(choice) {
    let begun = false;
    return {
      item(item) {
        const header = begun ? [] : [Object.keys(row(item, null, choice.form))];
        begun = true;
        return csvText([...header, ...rows(item, choice)]);
      },
      end: () => "",
    };
  },
  losses(item, choice) {
    const formulas = rows(item, choice)
      .flat()
      .filter((value) => /^[=+\-@\t\r]/.test(String(value ?? "")));
    const corrected = verdictsOut(item, choice).filter(({ correctedSql }) => correctedSql !== "");
    return [
      ...formulas.map(
        () => "that a cell is text: a spreadsheet would treat it as a formula, so import the file as text",
      ),
      ...corrected.map(() => "the corrected SQL"),
    ];
  },
  always: [
    "fields that Querent does not know",
    "the difference between numbers and texts",
    "timings, row counts and details of what differs",
    "earlier revisions, and drafts",
  ],
};

type Value = string | number | boolean | null;

function rows(item: ExportItem, choice: ExportChoice): Value[][] {
  const verdicts = verdictsOut(item, choice);
  return (verdicts.length === 0 ? [null] : verdicts).map((verdict) =>
    Object.values(row(item, verdict, choice.form)),
  );
}

function row(item: ExportItem, verdict: Verdict | null, form: VerdictForm): Record<string, Value> {
  const { evaluation } = item;
  return {
    index: item.index,
    question_id: item.questionId,
    db_id: item.dbId,
    system: item.systems.join("; "),
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
    consensus: item.consensus?.label ?? null,
    consensus_rule: item.consensus?.rule ?? null,
    predicted_status: evaluation?.predicted.status ?? null,
    gold_status: evaluation?.gold.status ?? null,
    ex_set: evaluation?.ex.set ?? null,
    ex_multiset: evaluation?.ex.multiset ?? null,
    ex_ordered: evaluation?.ex.ordered ?? null,
    ex_first200: evaluation?.ex.first200 ?? null,
    difference: evaluation?.difference.kind ?? null,
    ...Object.fromEntries(form.fields.map(({ id }) => [`rubric_${id}`, verdict?.rubric[id] ?? null])),
  };
}
