import type { Settlement } from "../../domain/consensus.ts";
import { emptyJudgement, type Verdict } from "../../domain/verdict.ts";
import type { VerdictForm } from "../../domain/verdict-form.ts";
import { diagnosesIn } from "../note-markers.ts";
import {
  type ExportChoice,
  type ExportFormatSpec,
  type ExportItem,
  verdictsOut,
} from "./export-format-spec.ts";
import { roseItemLosses, roseLabel, roseListWriter, roseNote, roseVerdictLosses } from "./rose-list.ts";

/**
 * ROSE-VEC's consensus format: a JSON list of items with `label` and `reason_1`, `reason_2` … (ROSE §5.1, its data files).
 * An item goes out as it is settled, or once its reviewers agree on a label; a single reviewer's labels go out as they are.
 */
export const roseVecExport: ExportFormatSpec = {
  title: "ROSE consensus (JSON)",
  contents:
    "Each item that is settled, or on which all agree, with label and reasons, as in ROSE's published set.",
  extension: "json",
  needsReviewer: false,
  writer: (choice) =>
    roseListWriter(
      choice.form,
      (item) => agreed(item, choice).filter(({ label }) => roseLabel(choice.form, label) !== null),
      (verdicts) => notesByNumber(verdicts, choice.form),
    ),
  losses(item, choice) {
    const chosen = agreed(item, choice);
    if (chosen.length === 0 && labelledBy(item, choice).length === 0)
      return ["the whole item, because it has no label"];
    if (chosen.length === 0) return ["the whole item, because its reviewers disagree"];
    return [...roseItemLosses(item), ...chosen.flatMap((verdict) => roseVerdictLosses(verdict, choice.form))];
  },
  always: ["the names of the reviewers", "EX and what differs", "earlier revisions, and drafts"],
};

function labelledBy(item: ExportItem, choice: ExportChoice): Verdict[] {
  return verdictsOut(item, choice).filter((verdict) => verdict.label !== null);
}

function agreed(item: ExportItem, choice: ExportChoice): Verdict[] {
  if (choice.reviewer === null && item.consensus !== null) return settled(item.consensus, choice.form);
  const labelled = labelledBy(item, choice);
  return new Set(labelled.map((verdict) => verdict.label)).size === 1 ? labelled : [];
}

/** A consensus as verdicts, one for each note; the first has the diagnoses that no note names. */
function settled({ label, diagnoses, notes }: Settlement, form: VerdictForm): Verdict[] {
  const named = notes.map((note) => diagnosesIn(note, form));
  const unnamed = diagnoses.filter((id) => !named.flat().includes(id));
  return (notes.length === 0 ? [""] : notes).map((note, at) => ({
    ...{ ...emptyJudgement, label, note, diagnoses: [...(at === 0 ? unnamed : []), ...(named[at] ?? [])] },
    ...{ itemId: 0, reviewer: "", revision: 0, savedAt: null },
  }));
}

/** ROSE's consensus has two notes; more reviewers add reason_3 and so on. */
function notesByNumber(verdicts: readonly Verdict[], form: VerdictForm): Map<string, string> {
  const notes = verdicts.map((verdict) => roseNote(verdict, form));
  while (notes.length < 2) notes.push("");
  return new Map(notes.map((note, index) => [`reason_${index + 1}`, note]));
}
