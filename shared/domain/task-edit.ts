import { z } from "zod";
import { Ambiguity, inKindOrder } from "./ambiguity.ts";
import { FollowUp } from "./follow-up.ts";
import { noClarification } from "./reading.ts";
import { Phase, Task } from "./task.ts";
import { isSame } from "./task-merge.ts";
import { TestScript } from "./test-script.ts";

const index = z.number().int().nonnegative();

/** The fields of a task that are set as a whole; ambiguities, tests and the follow-up have edits of their own. */
const TaskFields = Task.omit({ ambiguities: true, tests: true, followUp: true }).partial();
const FollowUpFields = FollowUp.omit({ tests: true }).partial();

/** One step of an edit that is no batch. */
export const TaskStep = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("set-fields"), fields: TaskFields }),
  z.object({ kind: z.literal("set-follow-up"), followUp: FollowUp.nullable() }),
  z.object({ kind: z.literal("set-follow-up-fields"), fields: FollowUpFields }),
  /** `index` is the position in the task's one list; the position within its kind counts, for kinds stay in their order (rule A1). */
  z.object({ kind: z.literal("add-ambiguity"), index, ambiguity: Ambiguity }),
  z.object({ kind: z.literal("change-ambiguity"), index, ambiguity: Ambiguity }),
  z.object({ kind: z.literal("remove-ambiguity"), index }),
  z.object({ kind: z.literal("move-ambiguity"), from: index, to: index }),
  z.object({ kind: z.literal("add-test"), phase: Phase, index, test: TestScript }),
  z.object({ kind: z.literal("change-test"), phase: Phase, index, test: TestScript }),
  z.object({ kind: z.literal("remove-test"), phase: Phase, index }),
  z.object({ kind: z.literal("move-test"), phase: Phase, from: index, to: index }),
]);
export type TaskStep = z.infer<typeof TaskStep>;

/** An edit of a task as one action of its author: its steps in order, undone together. Hiding a node is adding a knowledge ambiguity. */
export const TaskEdit = z.array(TaskStep);
export type TaskEdit = z.infer<typeof TaskEdit>;

/** The task after an edit (rules I2, I7); null where a step does not fit it: no such index, or no follow-up. */
export function applyEdit(task: Task, edit: TaskEdit): Task | null {
  return edit.reduce<Task | null>((edited, step) => edited && applyStep(edited, step), task);
}

function applyStep(task: Task, step: TaskStep): Task | null {
  switch (step.kind) {
    case "set-fields":
      return { ...task, ...defined<Task>(step.fields) };
    case "set-follow-up":
      return { ...task, followUp: step.followUp };
    case "set-follow-up-fields":
      return task.followUp && withFollowUp(task, defined<FollowUp>(step.fields));
    case "add-ambiguity":
    case "change-ambiguity":
    case "remove-ambiguity":
    case "move-ambiguity": {
      const list = editedAmbiguities(task.ambiguities, step);
      return list && { ...task, ambiguities: inKindOrder(list) };
    }
    default: {
      const tests = editedTests(step.phase === 1 ? task.tests : (task.followUp?.tests ?? null), step);
      if (tests === null) return null;
      return step.phase === 1 ? { ...task, tests } : withFollowUp(task, { tests });
    }
  }
}

/** Fields without those that hold nothing, which JSON drops. */
function defined<Whole>(fields: { [Key in keyof Whole]?: Whole[Key] | undefined }): Partial<Whole> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Whole>;
}

function withFollowUp(task: Task, fields: Partial<FollowUp>): Task {
  return { ...task, followUp: task.followUp && { ...task.followUp, ...fields } };
}

type AmbiguityStep = Extract<TaskStep, { kind: `${string}-ambiguity` }>;

function editedAmbiguities(list: readonly Ambiguity[], step: AmbiguityStep): Ambiguity[] | null {
  switch (step.kind) {
    case "add-ambiguity":
      return inserted(list, step.index, step.ambiguity);
    case "change-ambiguity":
      return step.index < list.length ? list.with(step.index, step.ambiguity) : null;
    case "remove-ambiguity":
      return step.index < list.length ? list.toSpliced(step.index, 1) : null;
    case "move-ambiguity":
      return moved(list, step);
  }
}

type TestStep = Extract<TaskStep, { kind: `${string}-test` }>;

function editedTests(list: readonly TestScript[] | null, step: TestStep): TestScript[] | null {
  if (list === null) return null;
  switch (step.kind) {
    case "add-test":
      return inserted(list, step.index, step.test);
    case "change-test":
      return step.index < list.length ? list.with(step.index, step.test) : null;
    case "remove-test":
      return step.index < list.length ? list.toSpliced(step.index, 1) : null;
    case "move-test":
      return moved(list, step);
  }
}

function inserted<T>(list: readonly T[], index: number, item: T): T[] | null {
  return index > list.length ? null : list.toSpliced(index, 0, item);
}

function moved<T>(list: readonly T[], { from, to }: { from: number; to: number }): T[] | null {
  if (from >= list.length || to >= list.length) return null;
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T);
}

/** The edit that sets fields which both phases have. */
export function setFields(
  phase: Phase,
  fields: Partial<Pick<Task & FollowUp, "goldSql" | "knowledgeIds" | "conditions">>,
): TaskEdit {
  return [{ kind: phase === 1 ? "set-fields" : "set-follow-up-fields", fields }];
}

/** The step that hides a knowledge node: a knowledge ambiguity whose term is the node's name, behind those that the task has. */
export function maskStep(
  task: Task,
  { node, name, sqlSnippet }: { node: number; name: string; sqlSnippet: string },
): TaskStep {
  const ambiguity: Ambiguity = {
    kind: "knowledge",
    term: name,
    sqlSnippet,
    isMask: true,
    type: "knowledge_ambiguity",
    deletedKnowledge: node,
    origin: null,
    ...noClarification,
  };
  return { kind: "add-ambiguity", index: task.ambiguities.length, ambiguity };
}

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
