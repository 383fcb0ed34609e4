import type { Task } from "#shared/domain/task.ts";
import type { TaskPath } from "#shared/domain/task-merge.ts";

const fieldTitles: Readonly<Record<string, string>> = {
  instanceId: "Instance id",
  database: "Database",
  clearQuestion: "Clear question",
  ambiguousQuestion: "Ambiguous question",
  question: "Question",
  goldSql: "Gold SQL",
  preprocessSql: "SQL before the gold",
  cleanUpSql: "SQL after the tests",
  ambiguities: "Ambiguities",
  knowledgeIds: "Knowledge that the gold uses",
  tests: "Tests",
  category: "Category",
  conditions: "Conditions",
  followUp: "Follow-up",
  difficultyTier: "Difficulty tier",
  highLevel: "High level",
  outputType: "Output type",
  battery: "Battery of questions",
  type: "Type",
  kind: "Kind",
  term: "Term",
  sqlSnippet: "SQL snippet",
  isMask: "Hidden from the question",
  deletedKnowledge: "Hidden knowledge",
  origin: "Origin",
};

const singular: Readonly<Record<string, string>> = {
  goldSql: "Gold SQL, statement",
  preprocessSql: "SQL before the gold, statement",
  cleanUpSql: "SQL after the tests, statement",
  tests: "Test",
};

/** What a part of a task is called: `Follow-up: gold SQL, statement 1`, `Ambiguity 2 (busy berths): term`. */
export function partTitle([first, ...rest]: TaskPath, task: Task): string {
  if (first === undefined) return "Task";
  const [second, ...inner] = rest;
  if (second === undefined) return titleOf(first);
  if (first === "followUp") return `${titleOf(first)}: ${lowered(partTitle(rest, task))}`;
  if (first === "ambiguities") {
    const term = task.ambiguities[Number(second)]?.term;
    const name = `Ambiguity ${Number(second) + 1}${term === undefined ? "" : ` (${term})`}`;
    return inner[0] === undefined ? name : `${name}: ${lowered(titleOf(inner[0]))}`;
  }
  return `${singular[first] ?? titleOf(first)} ${Number(second) + 1}`;
}

/** What a field of a task is called. */
export const titleOf = (field: string | number): string => fieldTitles[field] ?? String(field);

/** The first letter small, but not that of an abbreviation. */
const lowered = (text: string): string =>
  /^[A-Z]{2}/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);

/** What is shown for a value where there is none; brackets distinguish it from a text. */
const noValues = { removed: "(removed)", empty: "(empty)" };

/** Whether a text stands for no value. */
export const isNoValue = (text: string): boolean => text === noValues.removed || text === noValues.empty;

/** A value of a part as text to read. `undefined`: it is not there. */
export function partValueText(value: unknown): string {
  if (value === undefined) return noValues.removed;
  if (value === null || value === "") return noValues.empty;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
