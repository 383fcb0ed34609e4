import { subTasks, type Task } from "./task.ts";

/**
 * SQL of so many characters is taken apart wherever it is needed: trees, mutants, readings. Real tasks have a few thousand. Longer
 * gold is linted, run and tested, and said to be too long for the rest.
 */
const mostCharacters = 32_000;

/** How many characters of SQL a task has that is taken apart: its gold, its snippets, and their readings. */
export function sqlLength(task: Task): number {
  const gold = subTasks(task).flatMap(({ goldSql }) => goldSql);
  const ambiguities = task.ambiguities.flatMap(({ sqlSnippet, readings }) => [
    sqlSnippet,
    ...readings.map(({ sql }) => sql),
  ]);
  return [...gold, ...ambiguities].reduce((sum, { length }) => sum + length, 0);
}

/** Why the SQL of a task is not taken apart, in a sentence; null where it is. */
export function tooLongToTakeApart(task: Task): string | null {
  const length = sqlLength(task);
  if (length <= mostCharacters) return null;
  return `Its SQL has ${length} characters, and no more than ${mostCharacters} are taken apart.`;
}
