import type { Ambiguity } from "./ambiguity.ts";
import type { Task } from "./task.ts";
import type { TaskEdit, TaskStep } from "./task-edit.ts";
import { isSame } from "./task-merge.ts";
import type { TestScript } from "./test-script.ts";

/** The edit that makes one task of another, touching only what differs: how an earlier revision is restored (rule I6). */
export function editBetween(task: Task, wanted: Task): TaskEdit {
  const { ambiguities, tests, followUp, ...fields } = wanted;
  const differing = Object.entries(fields).filter(([key, value]) => !isSame(task[key as keyof Task], value));
  const steps: TaskEdit = [];
  if (differing.length > 0) steps.push({ kind: "set-fields", fields: Object.fromEntries(differing) });
  if (!isSame(task.ambiguities, ambiguities)) steps.push(...ambiguitySteps(task.ambiguities, ambiguities));
  if (!isSame(task.tests, tests)) steps.push(...testSteps(task.tests, tests));
  if (!isSame(task.followUp, followUp)) steps.push({ kind: "set-follow-up", followUp });
  return steps;
}

function ambiguitySteps(before: readonly Ambiguity[], wanted: readonly Ambiguity[]): TaskStep[] {
  return [
    ...before.map((): TaskStep => ({ kind: "remove-ambiguity", index: 0 })),
    ...wanted.map((ambiguity, index): TaskStep => ({ kind: "add-ambiguity", index, ambiguity })),
  ];
}

function testSteps(before: readonly TestScript[], wanted: readonly TestScript[]): TaskStep[] {
  return [
    ...before.map((): TaskStep => ({ kind: "remove-test", phase: 1, index: 0 })),
    ...wanted.map((test, index): TaskStep => ({ kind: "add-test", phase: 1, index, test })),
  ];
}
