import { type Finding, inPhase } from "../domain/finding.ts";
import type { Phase } from "../domain/task.ts";
import { type JsonNode, memberOf } from "./json/json-tree.ts";
import type { ShapeNote } from "./json/lens.ts";

const statementLists = ["sol_sql", "test_cases", "preprocess_sql", "clean_up_sqls", "clean_up_sql"];

/** What is odd in the way a task row is written, though it could be read (rules T6, T7, T10, T19). */
export function formFindings(row: JsonNode, notes: readonly ShapeNote[]): Finding[] {
  const followUp = memberOf(row, "follow_up")?.value;
  return [
    ...notes.map(shapeFinding),
    ...bareStrings(row, 1),
    ...bareStrings(followUp, 2),
    ...olderNames(row),
    ...repeatedNames(row, 1),
    ...repeatedNames(followUp, 2),
  ];
}

function shapeFinding({ path, reason }: ShapeNote): Finding {
  const [first, ...rest] = path;
  const phase = first === "follow_up" ? 2 : 1;
  return {
    rule: "unexpected-shape",
    severity: "error",
    where: fieldPlace(phase, phase === 2 ? rest : path),
    message: `${path.join(".")}: ${reason}. It reads as empty and is kept in the file as it is until it is edited.`,
  };
}

function bareStrings(row: JsonNode | undefined, phase: Phase): Finding[] {
  return statementLists
    .filter((name) => memberOf(row, name)?.value.kind === "string")
    .map((name) => ({
      rule: "string-for-list",
      severity: "info",
      where: fieldPlace(phase, [name]),
      message: `${name} is a string where the form has a list; it reads as a list of one. One evaluator iterates such a string character by character.`,
    }));
}

function olderNames(row: JsonNode): Finding[] {
  if (memberOf(row, "clean_up_sql") === undefined) return [];
  const isShadowed = memberOf(row, "clean_up_sqls") !== undefined;
  return [
    {
      rule: "older-field-name",
      severity: "info",
      where: fieldPlace(1, ["clean_up_sql"]),
      message: isShadowed
        ? "The row has both clean_up_sqls and clean_up_sql; the first one counts, the second is kept as it is."
        : "clean_up_sql is read as clean_up_sqls, the name that evaluators use; an edit writes it under that name.",
    },
  ];
}

function repeatedNames(row: JsonNode | undefined, phase: Phase): Finding[] {
  if (row?.kind !== "object") return [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of row.members) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated].map((name) => ({
    rule: "field-repeated",
    severity: "warning",
    where: fieldPlace(phase, [name]),
    message: `The field ${name} stands more than once; the last one counts. Remove the others.`,
  }));
}

function fieldPlace(phase: Phase, path: readonly (string | number)[]): Finding["where"] {
  return inPhase(phase, { kind: "field", path: [...path] });
}
