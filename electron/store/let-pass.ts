import type { InferResult } from "kysely";
import { fieldsInOrder } from "#shared/certificate/fields-in-order.ts";
import {
  type IgnoredMutant,
  type LetPass,
  mutantText,
  type PersonalException,
} from "#shared/certificate/let-pass.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
import { flagOf } from "./tables/column-types.ts";

/** Of which task something is let pass, when, and by which import of a file; null where somebody states it in a window. */
export interface Stating {
  taskId: number;
  at: string;
  importId: string | null;
}

/** Which exception is meant: all that somebody let pass of a rule at a location for one reason. */
export type ExceptionKey = Omit<PersonalException, "about">;

/** Stores what a person lets pass in the certificate of a task; what is stated already stays. False where all of it is. */
export async function putException(
  db: WriteHandle,
  { taskId, at, importId }: Stating,
  { property, rule, where, about, reason, name }: PersonalException,
): Promise<boolean> {
  const stated = { reason, name, at, import_id: importId, withdrawn: 0 };
  const added = await Array.fromAsync(about, (words) =>
    db.run(
      query
        .insertInto("certificate_exception")
        .values({ task_id: taskId, property, rule, location: fieldsInOrder(where), about: words, ...stated })
        .onConflict((same) =>
          same
            .columns(["task_id", "property", "rule", "location", "about"])
            .doUpdateSet(stated)
            .where("certificate_exception.withdrawn", "=", 1),
        ),
    ),
  );
  return added.some((changes) => changes > 0);
}

/** Takes an exception back, or puts it back as it was; false where there is none. */
export async function withdrawException(
  db: WriteHandle,
  taskId: number,
  { property, rule, where, reason, name }: ExceptionKey,
  withdrawn: boolean,
): Promise<boolean> {
  const found = await db.run(
    query
      .updateTable("certificate_exception")
      .set({ withdrawn: flagOf(withdrawn) })
      .where("task_id", "=", taskId)
      .where("property", "=", property)
      .where("rule", "=", rule)
      .where("location", "=", fieldsInOrder(where))
      .where("reason", "=", reason)
      .where("name", "=", name)
      .where("withdrawn", "<>", flagOf(withdrawn)),
  );
  return found > 0;
}

/** Stores that a person leaves a mutant of this gold out of the score; false where somebody did already. */
export async function putIgnored(
  db: WriteHandle,
  { taskId, at, importId }: Stating,
  { gold, reason, name, ...mutant }: IgnoredMutant,
): Promise<boolean> {
  const stated = { gold, reason, name, at, import_id: importId, withdrawn: 0 };
  const put = await db.run(
    query
      .insertInto("ignored_mutant")
      .values({ task_id: taskId, mutant: mutantText(mutant), ...stated })
      .onConflict((same) =>
        same
          .columns(["task_id", "mutant"])
          .doUpdateSet(stated)
          .where((of) =>
            of.or([of("ignored_mutant.withdrawn", "=", 1), of("ignored_mutant.gold", "<>", gold)]),
          ),
      ),
  );
  return put > 0;
}

/** Counts a mutant again, or leaves it out as it was; false where it was not ignored. */
export async function withdrawIgnored(
  db: WriteHandle,
  taskId: number,
  mutant: Parameters<typeof mutantText>[0],
  withdrawn: boolean,
): Promise<boolean> {
  const found = await db.run(
    query
      .updateTable("ignored_mutant")
      .set({ withdrawn: flagOf(withdrawn) })
      .where("task_id", "=", taskId)
      .where("mutant", "=", mutantText(mutant))
      .where("withdrawn", "<>", flagOf(withdrawn)),
  );
  return found > 0;
}

/** Takes back all that an import of a file brought, or puts it back; the tasks that it speaks of. */
export async function withdrawImported(
  db: WriteHandle,
  importId: string,
  withdrawn: boolean,
): Promise<number[]> {
  const tables = ["certificate_exception", "ignored_mutant"] as const;
  const taskIds = (
    await Array.fromAsync(tables, (table) =>
      db.values(
        query
          .updateTable(table)
          .set({ withdrawn: flagOf(withdrawn) })
          .where("import_id", "=", importId)
          .where("withdrawn", "<>", flagOf(withdrawn))
          .returning("task_id"),
      ),
    )
  ).flat();
  return [...new Set(taskIds)];
}

/** What persons let pass in the certificates of a project's tasks, by task; those without anything are left out. */
export async function letPassOfProject(db: ReadHandle, projectId: number): Promise<Map<number, LetPass>> {
  const ofProject = query.selectFrom("task").select("id").where("project_id", "=", projectId);
  const exceptions = await db.all(storedExceptions.where("task_id", "in", ofProject));
  const ignored = await db.all(storedIgnored.where("task_id", "in", ofProject));
  const tasks = new Set([...exceptions, ...ignored].map(({ taskId }) => taskId));
  return new Map([...tasks].map((taskId) => [taskId, letPassOf({ exceptions, ignored }, taskId)]));
}

/** What persons let pass in the certificate of a task. */
export async function letPassOfTask(db: ReadHandle, taskId: number): Promise<LetPass> {
  return letPassOf(
    {
      exceptions: await db.all(storedExceptions.where("task_id", "=", taskId)),
      ignored: await db.all(storedIgnored.where("task_id", "=", taskId)),
    },
    taskId,
  );
}

// In the order of their keys: what one exception covers is put together again in it.
const storedExceptions = query
  .selectFrom("certificate_exception")
  .select(["task_id as taskId", "property", "rule", "location", "about", "reason", "name"])
  .where("withdrawn", "=", 0)
  .orderBy("task_id")
  .orderBy("property")
  .orderBy("rule")
  .orderBy("location")
  .orderBy("about");
const storedIgnored = query
  .selectFrom("ignored_mutant")
  .select(["task_id as taskId", "mutant", "gold", "reason", "name"])
  .where("withdrawn", "=", 0)
  .orderBy("task_id")
  .orderBy("mutant");

type ExceptionRow = InferResult<typeof storedExceptions>[number];
type IgnoredRow = InferResult<typeof storedIgnored>[number];

function letPassOf(
  { exceptions, ignored }: { exceptions: readonly ExceptionRow[]; ignored: readonly IgnoredRow[] },
  taskId: number,
): LetPass {
  const isOwn = (row: { taskId: number }) => row.taskId === taskId;
  const keyOf = ({ property, rule, location, reason, name }: ExceptionRow) =>
    JSON.stringify([property, rule, location, reason, name]);
  return {
    exceptions: [...Map.groupBy(exceptions.filter(isOwn), keyOf).values()].flatMap((rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const { location, property, rule, reason, name } = first;
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
