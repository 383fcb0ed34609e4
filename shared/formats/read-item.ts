import { z } from "zod";
import type { InputProblem } from "../contract/errors.ts";
import { Settlement } from "../domain/consensus.ts";
import { foreignParts } from "../domain/judgement-defects.ts";
import { emptyJudgement, type Judgement, WrittenJudgement } from "../domain/verdict.ts";
import type { VerdictForm } from "../domain/verdict-form.ts";
import { quoted } from "../text/quoted.ts";
import type { ItemInput } from "./item-input.ts";
import { skipMembers } from "./json-text.ts";
import { importedJudgement, labelSpellings, readLabel, reasonFields } from "./label.ts";
import { type FieldMap, type ItemField, mapFields, namesFor } from "./prediction-fields.ts";
import type { TextItem } from "./text-items.ts";

/** The field of what Querent alone reads: verdicts and evaluations of items (`verdictsOf`), words and readings of tasks (rule A14). */
export const ownField = "querent";

/** A defect of one item: everything of a problem but the file. */
export type ItemProblem = Omit<InputProblem, "file" | "row">;

type Fields = Record<string, unknown>;

/**
 * Reads one item; its defects go to `report`, and then the result is null. `predictions` false: the file's first item
 * has no predicted SQL, so it is a file of golds alone and no item may have one. Labels are those of `form`; null: they are left
 * out, and may be any.
 */
export function readItem(
  item: TextItem,
  predictions: boolean,
  form: VerdictForm | null,
  report: (problem: ItemProblem) => void,
): ItemInput | null {
  const fields = objectOf(item, report);
  if (!fields) return null;
  const names = Object.keys(fields);
  const map = mapFields(new Set(names));
  let sound = true;
  const fail = (problem: ItemProblem) => {
    sound = false;
    report(problem);
  };
  if (!predictions && map.has("predicted_sql")) fail(unlikeTheFirst);
  const text = (field: ItemField, need: Need) => readText(fields, map, field, need, fail);
  const reasons = reasonFields(names);
  const own = readOwn(fields, form, fail);
  const notes = readNotes(fields, reasons, fail);
  const input: ItemInput = {
    row: item.row,
    source: item.source,
    lead: item.lead,
    questionId: readQuestionId(fields, map, item.source, fail),
    dbId: text("db_id", "filled"),
    question: text("question", "filled"),
    evidence: text("evidence", "optional"),
    predictedSql: text("predicted_sql", predictions ? "present" : "optional"),
    goldSql: text("gold_sql", "filled"),
    system: readSystem(fields, map),
    // What became of the label of an export of ours stands in its verdicts and consensus.
    judgement: own === null ? readJudgement(fields, notes, form, fail) : null,
    notes,
    verdicts: own?.verdicts ?? [],
    consensus: own?.consensus ?? null,
    extra: extraFields(fields, map, reasons),
  };
  return sound ? input : null;
}

const unlikeTheFirst: ItemProblem = {
  field: "predicted_sql",
  reason: "The item has a predicted SQL, but the first item of the file has none.",
  fix: "Give every item its predicted SQL (an empty text where the system gave none), or remove it from all items.",
};

function objectOf(item: TextItem, report: (problem: ItemProblem) => void): Fields | null {
  if (item.source.charAt(0) !== "{") {
    report({
      field: null,
      reason: `The item is ${kindOf(JSON.parse(item.source))}, not an object.`,
      fix: "Write each item as an object in { }.",
    });
    return null;
  }
  const fields = JSON.parse(item.source) as Fields;
  const twice = repeatedKeys(item.source, Object.keys(fields).length);
  for (const field of twice)
    report({
      field,
      reason: "The item has this field twice.",
      fix: "Remove one of the two; it is unclear which one counts.",
    });
  return twice.length > 0 ? null : fields;
}

/** The keys that occur twice, where parsing kept fewer than there are. */
function repeatedKeys(source: string, kept: number): string[] {
  let members = 0;
  skipMembers(source, 0, 0, () => {
    members += 1;
  });
  if (members === kept) return [];
  const seen = new Set<string>();
  const twice = new Set<string>();
  skipMembers(source, 0, 0, ({ key, keyEnd }) => {
    const name = JSON.parse(source.slice(key, keyEnd)) as string;
    (seen.has(name) ? twice : seen).add(name);
  });
  return [...twice];
}

/** filled: there and not blank; present: there, perhaps empty or null (a system may give no SQL); optional: may be absent. */
type Need = "filled" | "present" | "optional";

function readText(
  fields: Fields,
  map: FieldMap,
  field: ItemField,
  need: Need,
  fail: (problem: ItemProblem) => void,
): string {
  const name = map.get(field);
  if (name === undefined) {
    if (need !== "optional")
      fail({
        field,
        reason: "The field is missing.",
        fix: `Add it under one of these names: ${namesFor(field)}.`,
      });
    return "";
  }
  const value = fields[name];
  if (typeof value === "string" && (need !== "filled" || value.trim() !== "")) return value;
  if (value === null && need !== "filled") return "";
  const reason =
    value === "" || typeof value === "string" ? "The field is empty." : `The field is ${kindOf(value)}.`;
  fail({ field: name, reason, fix: "Write it as a text in quotes." });
  return "";
}

/** A whole number that JavaScript would round is kept as its exact text. */
function readQuestionId(
  fields: Fields,
  map: FieldMap,
  source: string,
  fail: (problem: ItemProblem) => void,
): number | string | null {
  const name = map.get("question_id");
  const value = name === undefined ? null : fields[name];
  if (value === null || value === undefined || typeof value === "string") return value ?? null;
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? exact(source, name) : value;
  fail({
    field: name ?? null,
    reason: `The field is ${kindOf(value)}.`,
    fix: "Write it as a number or as a text in quotes.",
  });
  return null;
}

function exact(source: string, name: string | undefined): string {
  let text = "";
  skipMembers(source, 0, 0, ({ key, keyEnd, value, valueEnd }) => {
    if (JSON.parse(source.slice(key, keyEnd)) === name) text = source.slice(value, valueEnd);
  });
  return text;
}

function readSystem(fields: Fields, map: FieldMap): string | null {
  const value = fields[map.get("system") ?? ""];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function readNotes(
  fields: Fields,
  reasons: readonly string[],
  fail: (problem: ItemProblem) => void,
): string[] {
  return reasons.map((name) => {
    const note = fields[name] ?? "";
    if (typeof note === "string") return note;
    fail({ field: name, reason: `The note is ${kindOf(note)}.`, fix: "Write it as a text in quotes." });
    return "";
  });
}

function readJudgement(
  fields: Fields,
  notes: readonly string[],
  form: VerdictForm | null,
  fail: (problem: ItemProblem) => void,
): Judgement | null {
  const label = readLabel(fields.label, form);
  if (label !== "unreadable" || form === null)
    return importedJudgement(label === null || label === "unreadable" ? null : label.id, notes, form);
  fail({
    field: "label",
    reason: `${quoted(typeof fields.label === "string" ? fields.label : JSON.stringify(fields.label))} is not a label of the project.`,
    fix: `Write ${labelSpellings(form)}, or null if there is no label yet; add the label to the verdict form in the project's settings; or import without the labels.`,
  });
  return null;
}

const OwnField = z.object({
  verdicts: z.array(z.object({ reviewer: z.string().min(1), judgement: WrittenJudgement })),
  consensus: Settlement.nullish(),
});
type OwnField = z.infer<typeof OwnField>;

function readOwn(
  fields: Fields,
  form: VerdictForm | null,
  fail: (problem: ItemProblem) => void,
): OwnField | null {
  if (fields[ownField] === undefined) return null;
  const read = OwnField.safeParse(fields[ownField]);
  if (!read.success) {
    fail({
      field: ownField,
      reason: `The verdicts are not in Querent's own format (${read.error.issues[0]?.path.join(".")}).`,
      fix: "Export the file again, or remove the field.",
    });
    return null;
  }
  if (form === null) return read.data;
  const { verdicts, consensus } = read.data;
  const said = [
    ...verdicts.map(({ judgement }, at) => ({ judgement, at: `verdicts[${at}]` })),
    ...(consensus ? [{ judgement: { ...emptyJudgement, ...consensus }, at: "consensus" }] : []),
  ];
  for (const { judgement, at } of said)
    for (const { field, reason, fix } of foreignParts(form, judgement))
      fail({ field: `${ownField}.${at}.${field}`, reason, fix });
  return read.data;
}

function extraFields(fields: Fields, map: FieldMap, reasons: readonly string[]): Fields {
  const known = new Set(["label", ownField, ...map.values(), ...reasons]);
  if (readSystem(fields, map) === null) known.delete(map.get("system") ?? "");
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !known.has(name)));
}

/** The fields of an item's text that Querent does not know. */
export function extraOf(source: string): Record<string, unknown> {
  const fields = JSON.parse(source) as Fields;
  const names = Object.keys(fields);
  return extraFields(fields, mapFields(new Set(names)), reasonFields(names));
}

/** The evidence in an item's text; "" where it has none. */
export function evidenceOf(source: string): string {
  const fields = JSON.parse(source) as Fields;
  const evidence = fields[mapFields(new Set(Object.keys(fields))).get("evidence") ?? ""];
  return typeof evidence === "string" ? evidence : "";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : typeof value === "string" ? "a text" : `a ${typeof value}`;
}
