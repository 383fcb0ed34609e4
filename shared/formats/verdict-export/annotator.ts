import { type ExportFormatSpec, type ExportItem, verdictsOut } from "./export-format-spec.ts";
import { roseItemLosses, roseListWriter, roseNote, roseVerdictLosses } from "./rose-list.ts";

/** One reviewer's annotation file as ROSE's annotators keep it: a JSON list of items with `label` and `reason`. */
export const annotatorExport: ExportFormatSpec = {
  title: "One reviewer's annotations (JSON)",
  contents: "Each item that the reviewer judged, with label and reason, as ROSE's review page saves it.",
  extension: "json",
  needsReviewer: true,
  writer: (reviewer) =>
    roseListWriter(
      (item) => labelled(item, reviewer),
      ([verdict]) => new Map([["reason", verdict ? roseNote(verdict) : ""]]),
    ),
  losses(item, reviewer) {
    const [verdict] = labelled(item, reviewer);
    if (!verdict) return ["the item itself, because it has no label by this reviewer"];
    return [...roseItemLosses(item), ...roseVerdictLosses(verdict)];
  },
  always: [
    "the reviewer's name",
    "other reviewers' verdicts",
    "EX and what differs",
    "earlier revisions, and drafts",
  ],
};

function labelled(item: ExportItem, reviewer: string | null) {
  return verdictsOut(item, reviewer)
    .filter((verdict) => verdict.label !== null)
    .slice(0, 1);
}
