import { type Finding, inPhase, type Location } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import { type JsonNode, memberOf } from "../../formats/json/json-tree.ts";
import type { ShapeNote } from "../../formats/json/lens.ts";
import { reportedFamily } from "../rule.ts";

/** How a task row is written, though it could be read (rules T6, T7, T10, T19); reported by whoever reads one. */
export const rowFormat = reportedFamily({
  topic: "form",
  needs: "text",
  rules: {
    "unexpected-shape": {
      severity: "error",
      meaning: "A field has the wrong type for its format and is read as empty.",
      fix: "Write it in the type that the format expects.",
    },
    "string-for-list": {
      severity: "info",
      meaning: "A field is a string where the format has a list; it is read as a list of one.",
      fix: "Nothing to do; an edit writes it as a list.",
    },
    "older-field-name": {
      severity: "info",
      meaning: "A field has the name that is used in older files.",
      fix: "Nothing to do; an edit writes it under the name that evaluators read.",
    },
    "field-repeated": {
      severity: "warning",
      meaning: "A row has a field more than once; the last one counts.",
      fix: "Remove the others.",
    },
  },
});

const statementLists = ["sol_sql", "test_cases", "preprocess_sql", "clean_up_sqls", "clean_up_sql"];

/** The findings on a row as it is written, with what its lens noted. */
export function rowFindings(row: JsonNode, notes: readonly ShapeNote[]): Finding[] {
  const followUp = memberOf(row, "follow_up")?.value;
  return [
    ...notes.map(({ path, reason }) => {
      const [first, ...rest] = path;
      const where = first === "follow_up" ? inField(2, rest) : inField(1, path);
      return unexpectedShape(where, path, reason);
    }),
    ...bareStrings(row, 1),
    ...bareStrings(followUp, 2),
    ...olderNames(row),
    ...repeatedNames(row, 1),
    ...repeatedNames(followUp, 2),
  ];
}

/** A field that could not be read as its format has it. */
export function unexpectedShape(
  where: Location,
  path: readonly (string | number)[],
  reason: string,
): Finding {
  const message = `${path.join(".")}: ${reason}. It is read as empty and stays in the file until it is edited.`;
  return rowFormat.finding({ rule: "unexpected-shape", where, message });
}

function bareStrings(row: JsonNode | undefined, phase: Phase): Finding[] {
  return statementLists
    .filter((name) => memberOf(row, name)?.value.kind === "string")
    .map((name) =>
      rowFormat.finding({
        rule: "string-for-list",
        where: inField(phase, [name]),
        message: `${name} is a string where the format has a list; it is read as a list of one. One evaluator would run such a string character by character.`,
      }),
    );
}

function olderNames(row: JsonNode): Finding[] {
  if (memberOf(row, "clean_up_sql") === undefined) return [];
  const message =
    memberOf(row, "clean_up_sqls") === undefined
      ? "clean_up_sql is read as clean_up_sqls, the name that evaluators use; an edit writes it under that name."
      : "The row has both clean_up_sqls and clean_up_sql; the first one counts, the second stays unchanged.";
  return [rowFormat.finding({ rule: "older-field-name", where: inField(1, ["clean_up_sql"]), message })];
}

function repeatedNames(row: JsonNode | undefined, phase: Phase): Finding[] {
  if (row?.kind !== "object") return [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of row.members) (seen.has(name) ? repeated : seen).add(name);
  return [...repeated].map((name) =>
    rowFormat.finding({
      rule: "field-repeated",
      where: inField(phase, [name]),
      message: `The row has the field ${name} more than once; the last one counts. Remove the others.`,
    }),
  );
}

function inField(phase: Phase, path: readonly (string | number)[]): Location {
  return inPhase(phase, { kind: "field", path: [...path] });
}
