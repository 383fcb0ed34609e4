import type { BatteryChanges, OwnQuestion } from "#shared/domain/battery.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";

const changed = (task: Task, change: Partial<BatteryChanges>): TaskEdit => [
  { kind: "set-fields", fields: { battery: { ...task.battery, ...change } } },
];

/** Puts a question of the annotator's own in the place of theirs with that number; null: behind them. */
export function withOwn(task: Task, at: number | null, question: OwnQuestion): TaskEdit {
  const { own } = task.battery;
  return changed(task, { own: at === null ? [...own, question] : own.with(at, question) });
}

/** Takes a question out of the battery: one of their own for good, a made one until it is brought back. */
export function without(
  task: Task,
  { own, phase, question }: Pick<OwnQuestion, "phase" | "question"> & { own: number | null },
): TaskEdit {
  const { battery } = task;
  return own === null
    ? changed(task, { leftOut: [...battery.leftOut, { phase, question }] })
    : changed(task, { own: battery.own.toSpliced(own, 1) });
}

/** Brings all made questions back. */
export const withAllMade = (task: Task): TaskEdit => changed(task, { leftOut: [] });
