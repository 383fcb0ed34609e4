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

/** How many characters of a task are read where it is taken apart: its SQL, its questions, and the words of its ambiguities. */
export function textLength(task: Task): number {
  const { clearQuestion, ambiguousQuestion, followUp, ambiguities } = task;
  const said = [clearQuestion, ambiguousQuestion, followUp?.question].concat(
    ambiguities.flatMap(({ term, words }) => [term, words]),
  );
  return said.reduce((sum, text) => sum + (text?.length ?? 0), sqlLength(task));
}

/** Why the SQL of a task is not taken apart, in a sentence; null where it is. */
export function tooLongToTakeApart(task: Task): string | null {
  const length = sqlLength(task);
  if (length <= mostCharacters) return null;
  return `Its SQL has ${length} characters, and no more than ${mostCharacters} are taken apart.`;
}
