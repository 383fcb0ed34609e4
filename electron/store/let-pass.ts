import { fieldsInOrder } from "#shared/certificate/fields-in-order.ts";
import {
  type IgnoredMutant,
  type LetPass,
  mutantText,
  type PersonalException,
} from "#shared/certificate/let-pass.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Stores what a person lets pass in the certificate of a task; for the same rule and location the newest holds. */
export function putException(
  db: WriteHandle,
  { taskId, at }: { taskId: number; at: string },
  { property, rule, where, messages, reason, name }: PersonalException,
): void {
  db.sql(
    `INSERT OR REPLACE INTO certificate_exception (task_id, property, rule, location, messages, reason, name, at)
     VALUES (@taskId, @property, @rule, @location, @messages, @reason, @name, @at)`,
  ).run({
    ...{ taskId, at, property, rule, reason, name },
    ...{ location: fieldsInOrder(where), messages: JSON.stringify(messages) },
  });
}

/** Takes an exception back; false where there is none. */
export function removeException(
  db: WriteHandle,
  taskId: number,
  { property, rule, where }: Pick<PersonalException, "property" | "rule" | "where">,
): boolean {
  const found = db
    .sql("DELETE FROM certificate_exception WHERE task_id = ? AND property = ? AND rule = ? AND location = ?")
    .run(taskId, property, rule, fieldsInOrder(where));
  return found.changes > 0;
}

/** Stores that a person leaves a mutant out of the score. */
export function putIgnored(
  db: WriteHandle,
  { taskId, at }: { taskId: number; at: string },
  { gold, reason, name, ...mutant }: IgnoredMutant,
): void {
  db.sql(
    `INSERT OR REPLACE INTO ignored_mutant (task_id, mutant, gold, reason, name, at)
     VALUES (@taskId, @mutant, @gold, @reason, @name, @at)`,
  ).run({ ...{ taskId, at, gold, reason, name }, mutant: mutantText(mutant) });
}

/** Counts a mutant again; false where it was not ignored. */
export function removeIgnored(
  db: WriteHandle,
  taskId: number,
  mutant: Parameters<typeof mutantText>[0],
): boolean {
  return (
    db.sql("DELETE FROM ignored_mutant WHERE task_id = ? AND mutant = ?").run(taskId, mutantText(mutant))
      .changes > 0
  );
}

/** What persons let pass in the certificates of a project's tasks, by task; those without anything are left out. */
export function letPassOfProject(db: ReadHandle, projectId: number): Map<number, LetPass> {
  const ofProject = "task_id IN (SELECT id FROM task WHERE project_id = ?)";
  const exceptions = db.sql(`${selectExceptions} WHERE ${ofProject}`).all(projectId) as ExceptionRow[];
  const ignored = db.sql(`${selectIgnored} WHERE ${ofProject}`).all(projectId) as IgnoredRow[];
  const tasks = new Set([...exceptions, ...ignored].map(({ taskId }) => taskId));
  return new Map([...tasks].map((taskId) => [taskId, letPassOf({ exceptions, ignored }, taskId)]));
}

/** What persons let pass in the certificate of a task. */
export function letPassOfTask(db: ReadHandle, taskId: number): LetPass {
  return letPassOf(
    {
      exceptions: db.sql(`${selectExceptions} WHERE task_id = ?`).all(taskId) as ExceptionRow[],
      ignored: db.sql(`${selectIgnored} WHERE task_id = ?`).all(taskId) as IgnoredRow[],
    },
    taskId,
  );
}

const selectExceptions =
  "SELECT task_id AS taskId, property, rule, location, messages, reason, name FROM certificate_exception";
const selectIgnored = "SELECT task_id AS taskId, mutant, gold, reason, name FROM ignored_mutant";

interface ExceptionRow extends Pick<PersonalException, "property" | "rule" | "reason" | "name"> {
  taskId: number;
  location: string;
  messages: string;
}

interface IgnoredRow extends Pick<IgnoredMutant, "gold" | "reason" | "name"> {
  taskId: number;
  mutant: string;
}

function letPassOf(
  { exceptions, ignored }: { exceptions: readonly ExceptionRow[]; ignored: readonly IgnoredRow[] },
  taskId: number,
): LetPass {
  const isOwn = (row: { taskId: number }) => row.taskId === taskId;
  return {
    exceptions: exceptions.filter(isOwn).map(({ location, messages, property, rule, reason, name }) => ({
      ...{ property, rule, reason, name },
      where: JSON.parse(location) as PersonalException["where"],
      messages: JSON.parse(messages) as string[],
    })),
    ignored: ignored.filter(isOwn).map(({ mutant, gold, reason, name }) => {
      const [phase, statement, from, to, operator, replacement] = JSON.parse(mutant) as [
        ...[IgnoredMutant["phase"], number, number, number, string, string],
      ];
      return { phase, statement, range: { from, to }, operator, replacement, gold, reason, name };
    }),
  };
}
