import { compactJson } from "../json-text.ts";
import { editObject } from "../object-text.ts";
import { ownField } from "../read-item.ts";
import {
  type ExportChoice,
  type ExportFormatSpec,
  type ExportItem,
  systemLosses,
  verdictsOut,
} from "./export-format-spec.ts";

/**
 * Querent's own format: one item a line with every field of its file, and in the field `querent` its index, everybody's
 * verdicts, its consensus and its evaluation. Importing it brings the verdicts back under their reviewers' names.
 */
export const jsonlExport: ExportFormatSpec = {
  title: "Everything (JSONL)",
  contents: "One line for each item with all its fields and every verdict, diagnosis and note.",
  extension: "jsonl",
  needsReviewer: false,
  writer: (choice) => ({
    item: (item) => {
      const own = new Map([[ownField, JSON.stringify(ownContent(item, choice))]]);
      return `${editObject(compactJson(item.source), { set: own })}\n`;
    },
    end: () => "",
  }),
  losses: (item) => [
    ...systemLosses(item),
    ...(item.layout.prologue.includes("{") ? ["the text around the list of items in its file"] : []),
  ],
  always: ["earlier revisions, and drafts"],
};

function ownContent(item: ExportItem, choice: ExportChoice) {
  return {
    index: item.index,
    verdicts: verdictsOut(item, choice).map(
      ({ reviewer: name, revision, savedAt, itemId, rubric, correctedSql, ...judgement }) => ({
        reviewer: name,
        revision,
        savedAt,
        judgement: {
          ...judgement,
          ...(Object.keys(rubric).length === 0 ? {} : { rubric }),
          ...(correctedSql === "" ? {} : { correctedSql }),
        },
      }),
    ),
    ...(item.consensus === null ? {} : { consensus: item.consensus }),
    evaluation: item.evaluation,
  };
}
