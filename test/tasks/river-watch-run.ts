import path from "node:path";
import type { Conditions } from "#shared/domain/conditions.ts";
import { type Phase, type SubTask, subTasks, type Task } from "#shared/domain/task.ts";
import type {
  DatabaseState,
  Engine,
  StatementLimits,
  StatementResult,
  TemplateSource,
} from "../../electron/engines/engine.ts";
import { installPack } from "../../tasks/river-watch/seed.ts";

/** Limits as the reference evaluators have them; a busy machine is given its time. */
export const taskLimits: StatementLimits = {
  timeMs: 60_000,
  rows: 10_000,
  cellBytes: 2 ** 20,
  memoryBytes: 512 * 2 ** 20,
};

/** The pack's dump, written into `folder`, as a source of templates. */
export function packDump(folder: string): TemplateSource {
  return { kind: "sql-file", path: path.join(installPack(folder), "river_watch.sql") };
}

/** A private state of the pack's database. */
export async function openState(engine: Engine, source: TemplateSource): Promise<DatabaseState> {
  return engine.open(await engine.prepare("river_watch", source, {}));
}

/** Runs statements; throws where one of them does not end well. Gives the last result. */
export async function mustRun(state: DatabaseState, sql: readonly string[]): Promise<StatementResult | null> {
  const results = await state.run(sql, { limits: taskLimits });
  const failed = results.find(({ status }) => status !== "ok");
  if (failed) throw new Error(`${failed.status}: ${failed.error?.message}\n${sql.join(";\n")}`);
  return results.at(-1) ?? null;
}

/** Brings a fresh state to where a phase begins: for phase 2 after the preprocessing, the gold of phase 1 and the clean-up. */
export async function beginPhase(state: DatabaseState, task: Task, phase: Phase): Promise<void> {
  await state.reset();
  await mustRun(state, task.preprocessSql);
  if (phase === 2) await mustRun(state, [...task.goldSql, ...task.cleanUpSql]);
}

/** Every sub-task of the tasks, with a title for a test of it. */
export function titled(tasks: readonly Task[]): [title: string, task: Task, part: SubTask][] {
  return tasks.flatMap((task) =>
    subTasks(task).map((part): [string, Task, SubTask] => [
      `${task.instanceId} phase ${part.phase}`,
      task,
      part,
    ]),
  );
}

/** The rows as they are compared: in their order where the conditions ask for it, decimals rounded to so many places. */
export function comparable(
  result: StatementResult | null,
  { order }: Pick<Conditions, "order">,
  decimals: number | null,
): string[] {
  const rows = (result?.rows ?? []).map((row) =>
    JSON.stringify(
      row.map((cell) =>
        decimals !== null && cell?.startsWith("d") ? Number(cell.slice(1)).toFixed(decimals) : cell,
      ),
    ),
  );
  return order ? rows : rows.sort();
}
