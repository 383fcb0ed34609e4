import {
  type ExportChoice,
  type ExportFormatSpec,
  type ExportItem,
  verdictsOut,
} from "./export-format-spec.ts";
import { roseItemLosses, roseLabel, roseListWriter, roseNote, roseVerdictLosses } from "./rose-list.ts";

/** One reviewer's annotation file as ROSE's annotators keep it: a JSON list of items with `label` and `reason`. */
export const annotatorExport: ExportFormatSpec = {
  title: "One reviewer's annotations (JSON)",
  contents: "Each item that the reviewer judged, with label and reason, as ROSE's review page saves it.",
  extension: "json",
  needsReviewer: true,
  writer: (choice) =>
    roseListWriter(
      choice.form,
      (item) => labelled(item, choice).filter(({ label }) => roseLabel(choice.form, label) !== null),
      ([verdict]) => new Map([["reason", verdict ? roseNote(verdict, choice.form) : ""]]),
    ),
  losses(item, choice) {
    const [verdict] = labelled(item, choice);
    if (!verdict) return ["the whole item, because it has no label by this reviewer"];
    return [...roseItemLosses(item), ...roseVerdictLosses(verdict, choice.form)];
  },
  always: [
    "the reviewer's name",
    "other reviewers' verdicts",
    "EX and what differs",
    "earlier revisions, and drafts",
  ],
};

function labelled(item: ExportItem, choice: ExportChoice) {
  return verdictsOut(item, choice)
    .filter((verdict) => verdict.label !== null)
    .slice(0, 1);
}
