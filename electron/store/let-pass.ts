import { fieldsInOrder } from "#shared/certificate/fields-in-order.ts";
import {
  type IgnoredMutant,
  type LetPass,
  mutantText,
  type PersonalException,
} from "#shared/certificate/let-pass.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

/** Of which task something is let pass, when, and by which import of a file; null where somebody states it in a window. */
export interface Stating {
  taskId: number;
  at: string;
  importId: string | null;
}

/** Which exception is meant: all that somebody let pass of a rule at a location for one reason. */
export type ExceptionKey = Omit<PersonalException, "about">;

/** Stores what a person lets pass in the certificate of a task; what is stated already stays. False where all of it is. */
export function putException(
  db: WriteHandle,
  { taskId, at, importId }: Stating,
  { property, rule, where, about, reason, name }: PersonalException,
): boolean {
  const put = db.sql(
    `INSERT INTO certificate_exception (task_id, property, rule, location, about, reason, name, at, import_id)
     VALUES (@taskId, @property, @rule, @location, @words, @reason, @name, @at, @importId)
     ON CONFLICT DO UPDATE SET reason = @reason, name = @name, at = @at, import_id = @importId, withdrawn = 0
     WHERE withdrawn = 1`,
  );
  const location = fieldsInOrder(where);
  const added = about.map(
    (words) => put.run({ taskId, at, importId, property, rule, location, words, reason, name }).changes,
  );
  return added.some((changes) => changes > 0);
}

/** Takes an exception back, or puts it back as it was; false where there is none. */
export function withdrawException(
  db: WriteHandle,
  taskId: number,
  { property, rule, where, reason, name }: ExceptionKey,
  withdrawn: boolean,
): boolean {
  const found = db
    .sql(
      `UPDATE certificate_exception SET withdrawn = ? WHERE task_id = ? AND property = ? AND rule = ?
       AND location = ? AND reason = ? AND name = ? AND withdrawn <> ?`,
    )
    .run(
      ...[Number(withdrawn), taskId, property, rule, fieldsInOrder(where), reason, name, Number(withdrawn)],
    );
  return found.changes > 0;
}

/** Stores that a person leaves a mutant of this gold out of the score; false where somebody did already. */
export function putIgnored(
  db: WriteHandle,
  { taskId, at, importId }: Stating,
  { gold, reason, name, ...mutant }: IgnoredMutant,
): boolean {
  const put = db
    .sql(
      `INSERT INTO ignored_mutant (task_id, mutant, gold, reason, name, at, import_id)
       VALUES (@taskId, @mutant, @gold, @reason, @name, @at, @importId)
       ON CONFLICT DO UPDATE
       SET gold = @gold, reason = @reason, name = @name, at = @at, import_id = @importId, withdrawn = 0
       WHERE withdrawn = 1 OR gold <> @gold`,
    )
    .run({ ...{ taskId, at, importId, gold, reason, name }, mutant: mutantText(mutant) });
  return put.changes > 0;
}

/** Counts a mutant again, or leaves it out as it was; false where it was not ignored. */
export function withdrawIgnored(
  db: WriteHandle,
  taskId: number,
  mutant: Parameters<typeof mutantText>[0],
  withdrawn: boolean,
): boolean {
  const found = db
    .sql("UPDATE ignored_mutant SET withdrawn = ? WHERE task_id = ? AND mutant = ? AND withdrawn <> ?")
    .run(...[Number(withdrawn), taskId, mutantText(mutant), Number(withdrawn)]);
  return found.changes > 0;
}

/** Takes back all that an import of a file brought, or puts it back; the tasks that it speaks of. */
export function withdrawImported(db: WriteHandle, importId: string, withdrawn: boolean): number[] {
  const tables = ["certificate_exception", "ignored_mutant"];
  const found = tables.flatMap((table) =>
    db
      .sql(
        `UPDATE ${table} SET withdrawn = ? WHERE import_id = ? AND withdrawn <> ? RETURNING task_id AS taskId`,
      )
      .all(...[Number(withdrawn), importId, Number(withdrawn)]),
  ) as { taskId: number }[];
  return [...new Set(found.map(({ taskId }) => taskId))];
}

/** What persons let pass in the certificates of a project's tasks, by task; those without anything are left out. */
export function letPassOfProject(db: ReadHandle, projectId: number): Map<number, LetPass> {
  const ofProject = "task_id IN (SELECT id FROM task WHERE project_id = ?)";
  const exceptions = db.sql(`${selectExceptions} AND ${ofProject}`).all(projectId) as ExceptionRow[];
  const ignored = db.sql(`${selectIgnored} AND ${ofProject}`).all(projectId) as IgnoredRow[];
  const tasks = new Set([...exceptions, ...ignored].map(({ taskId }) => taskId));
  return new Map([...tasks].map((taskId) => [taskId, letPassOf({ exceptions, ignored }, taskId)]));
}

/** What persons let pass in the certificate of a task. */
export function letPassOfTask(db: ReadHandle, taskId: number): LetPass {
  return letPassOf(
    {
      exceptions: db.sql(`${selectExceptions} AND task_id = ?`).all(taskId) as ExceptionRow[],
      ignored: db.sql(`${selectIgnored} AND task_id = ?`).all(taskId) as IgnoredRow[],
    },
    taskId,
  );
}

const selectExceptions = `SELECT task_id AS taskId, property, rule, location, about, reason, name
  FROM certificate_exception WHERE withdrawn = 0`;
const selectIgnored =
  "SELECT task_id AS taskId, mutant, gold, reason, name FROM ignored_mutant WHERE withdrawn = 0";

interface ExceptionRow extends Pick<PersonalException, "property" | "rule" | "reason" | "name"> {
  taskId: number;
  location: string;
  about: string;
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
  const keyOf = ({ property, rule, location, reason, name }: ExceptionRow) =>
    JSON.stringify([property, rule, location, reason, name]);
  return {
    exceptions: [...Map.groupBy(exceptions.filter(isOwn), keyOf).values()].map((rows) => {
      const { location, property, rule, reason, name } = rows[0] as ExceptionRow;
      const where = JSON.parse(location) as PersonalException["where"];
      return { property, rule, where, reason, name, about: rows.map(({ about }) => about) };
    }),
    ignored: ignored.filter(isOwn).map(({ mutant, gold, reason, name }) => {
      const [phase, statement, from, to, operator, replacement] = JSON.parse(mutant) as [
        ...[IgnoredMutant["phase"], number, number, number, string, string],
      ];
      return { phase, statement, range: { from, to }, operator, replacement, gold, reason, name };
    }),
  };
}
