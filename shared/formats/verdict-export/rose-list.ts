import type { Verdict } from "../../domain/verdict.ts";
import { diagnosisName, labelName, labelOf, type VerdictForm } from "../../domain/verdict-form.ts";
import { importedJudgement, readLabel, reasonFields } from "../label.ts";
import { diagnosesIn, noteWithMarkers } from "../note-markers.ts";
import { editObject } from "../object-text.ts";
import { mapFields } from "../prediction-fields.ts";
import { type ExportItem, type ItemWriter, systemLosses } from "./export-format-spec.ts";

/**
 * A writer of a JSON list in ROSE's item format. `verdicts` chooses whose verdicts an item goes out with, none leaves it
 * out; their label counts as right or wrong; `notes` gives the note fields. An item whose verdict is just what its file said goes out byte for byte.
 */
export function roseListWriter(
  form: VerdictForm,
  verdicts: (item: ExportItem) => Verdict[],
  notes: (verdicts: readonly Verdict[]) => ReadonlyMap<string, string>,
): ItemWriter {
  let layout: ExportItem["layout"] | null = null;
  let separator = ",\n  ";
  return {
    item(item) {
      const chosen = verdicts(item);
      const [verdict] = chosen;
      if (!verdict) return null;
      const fields = notes(chosen);
      const text = roseText(item, chosen, form, fields);
      if (layout === null) {
        layout =
          item.layout.kind === "list" ? item.layout : { kind: "list", prologue: "[\n  ", epilogue: "\n]\n" };
        return layout.prologue + text;
      }
      if (item.layout.kind === "list" && item.lead !== "") separator = item.lead;
      return separator + text;
    },
    end: () => layout?.epilogue ?? "[]\n",
  };
}

function roseText(
  item: ExportItem,
  verdicts: readonly Verdict[],
  form: VerdictForm,
  notes: ReadonlyMap<string, string>,
): string {
  const fields = JSON.parse(item.source) as Record<string, unknown>;
  const names = Object.keys(fields);
  const rename = new Map(renamedFields(names));
  const set = new Map<string, string>();
  const map = mapFields(new Set(names));
  if (!map.has("question_id")) set.set("question_id", String(item.index));
  if (!map.has("predicted_sql")) set.set("predicted_sql", '""');
  const reasons = reasonFields(names);
  const remove = new Set(reasons.filter((name) => !notes.has(name)));
  const asImported = saysTheSame(fields, reasons, form, verdicts);
  if (!asImported || remove.size > 0) {
    set.set("label", String(roseLabel(form, verdicts[0]?.label ?? null)));
    for (const [name, note] of notes) set.set(name, JSON.stringify(note));
  }
  return editObject(item.source, { rename, set, remove });
}

/** Name in the file → ROSE's name, for the known fields that are named otherwise. ROSE has no name for the system. */
function renamedFields(names: readonly string[]): [from: string, to: string][] {
  return [...mapFields(new Set(names))]
    .filter(([field, name]) => field !== name && field !== "system")
    .map(([field, name]) => [name, field]);
}

function saysTheSame(
  fields: Record<string, unknown>,
  reasons: readonly string[],
  form: VerdictForm,
  verdicts: readonly Verdict[],
): boolean {
  const label = readLabel(fields.label, form);
  const [verdict] = verdicts;
  if (!verdict || label === "unreadable") return false;
  const notes = verdicts.map(({ note }) => note);
  const diagnoses = new Set(verdicts.flatMap((one) => one.diagnoses));
  const said = importedJudgement(
    label?.id ?? null,
    reasons.map((name) => String(fields[name] ?? "")),
    form,
  );
  return (
    said !== null &&
    said.label === verdict.label &&
    said.note === (importedJudgement(verdict.label, notes, null)?.note ?? "") &&
    said.diagnoses.length === diagnoses.size &&
    said.diagnoses.every((id) => diagnoses.has(id))
  );
}

/** The note of a verdict as ROSE's reviewers write it, the diagnoses named in it. */
export function roseNote(verdict: Verdict, form: VerdictForm): string {
  return noteWithMarkers(verdict.note, verdict.diagnoses, form);
}

/** A label as ROSE's files have it: whether the prediction is right; null where it counts as neither. */
export function roseLabel(form: VerdictForm, label: string | null): boolean | null {
  const counts = labelOf(form, label)?.counts ?? null;
  return counts === null ? null : counts === "right";
}

/** What ROSE's formats cannot hold of a verdict. */
export function roseVerdictLosses(verdict: Verdict, form: VerdictForm): string[] {
  const right = roseLabel(form, verdict.label);
  const name = labelName(form, verdict.label ?? "");
  if (right === null) return [`the whole item, because ${name} counts as neither right nor wrong`];
  const named = diagnosesIn(verdict.note, form);
  const losses: string[] = [];
  const read = readLabel(right, form);
  if (read === null || read === "unreadable" || read.id !== verdict.label)
    losses.push(`the label ${name}: it is written as ${right}`);
  if (Object.keys(verdict.rubric).length > 0) losses.push("the answers to the rubric");
  if (verdict.correctedSql !== "") losses.push("the corrected SQL");
  for (const id of verdict.diagnoses)
    if (form.diagnoses.some((one) => one.id === id && one.markers.length === 0))
      losses.push(`the diagnosis ${diagnosisName(form, id)}: it has no marker for notes`);
  if (verdict.skipped || verdict.flagged) losses.push("that it was skipped or flagged for discussion");
  if (verdict.diagnoses.some((diagnosis) => !named.includes(diagnosis)))
    losses.push("the diagnoses as fields: they are written as a prefix of the note");
  if (named.some((diagnosis) => !verdict.diagnoses.includes(diagnosis)))
    losses.push("that a diagnosis named in the note is not ticked: an import would tick it");
  return losses;
}

/** What ROSE's formats change in an item, whatever its verdict. */
export function roseItemLosses(item: ExportItem): string[] {
  const names = Object.keys(JSON.parse(item.source) as Record<string, unknown>);
  const losses = renamedFields(names).map(([from, to]) => `the field name ${from}: it is written as ${to}`);
  losses.push(...systemLosses(item));
  if (item.layout.kind === "lines") losses.push("one item per line: the file becomes a JSON list");
  return losses;
}
