import { z } from "zod";
import { Ambiguity, inKindOrder } from "./ambiguity.ts";
import { FollowUp } from "./follow-up.ts";
import { Phase, Task } from "./task.ts";
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
  /** `index` is the place in the task's one list; the place within its kind counts, for kinds stay in their order (rule A1). */
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

/** An edit of a task as one deed of its author: its steps in order, undone together. Hiding a node is adding a knowledge ambiguity. */
export const TaskEdit = z.array(TaskStep);
export type TaskEdit = z.infer<typeof TaskEdit>;

/** A task after an edit, and the edit that takes it back. */
export interface EditedTask {
  task: Task;
  inverse: TaskEdit;
}

/** Applies an edit (rules I1, I2); null where a step does not fit the task: no such place, or no follow-up. */
export function applyEdit(task: Task, edit: TaskEdit): EditedTask | null {
  let edited = task;
  const inverse: TaskEdit = [];
  for (const step of edit) {
    const done = applyStep(edited, step);
    if (done === null) return null;
    edited = done.task;
    inverse.unshift(...done.inverse);
  }
  return { task: edited, inverse };
}

function applyStep(task: Task, step: TaskStep): EditedTask | null {
  switch (step.kind) {
    case "set-fields": {
      const fields = defined<Task>(step.fields);
      return {
        task: { ...task, ...fields },
        inverse: [{ kind: "set-fields", fields: valuesOf(task, fields) }],
      };
    }
    case "set-follow-up":
      return {
        task: { ...task, followUp: step.followUp },
        inverse: [{ kind: "set-follow-up", followUp: task.followUp }],
      };
    case "set-follow-up-fields":
      return followUpFields(task, step.fields);
    case "add-ambiguity":
    case "change-ambiguity":
    case "remove-ambiguity":
    case "move-ambiguity":
      return ambiguityStep(task, step);
    default:
      return testStep(task, step);
  }
}

/** Fields without those that hold nothing, which JSON drops. */
function defined<Whole>(fields: { [Key in keyof Whole]?: Whole[Key] | undefined }): Partial<Whole> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Whole>;
}

/** What the given fields hold before they are set. */
function valuesOf<Whole extends object>(whole: Whole, fields: Partial<Whole>): Partial<Whole> {
  const keys = Object.keys(fields) as (keyof Whole)[];
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Partial<Whole>;
}

function followUpFields(task: Task, given: z.infer<typeof FollowUpFields>): EditedTask | null {
  const { followUp } = task;
  if (followUp === null) return null;
  const fields = defined<FollowUp>(given);
  return {
    task: { ...task, followUp: { ...followUp, ...fields } },
    inverse: [{ kind: "set-follow-up-fields", fields: valuesOf(followUp, fields) }],
  };
}

type AmbiguityStep = Extract<TaskStep, { kind: `${string}-ambiguity` }>;

function ambiguityStep(task: Task, step: AmbiguityStep): EditedTask | null {
  const { ambiguities } = task;
  const withList = (list: Ambiguity[]) => ({ ...task, ambiguities: list });
  if (step.kind === "add-ambiguity") {
    if (step.index > ambiguities.length) return null;
    const list = inKindOrder(ambiguities.toSpliced(step.index, 0, step.ambiguity));
    return {
      task: withList(list),
      inverse: [{ kind: "remove-ambiguity", index: list.indexOf(step.ambiguity) }],
    };
  }
  const from = step.kind === "move-ambiguity" ? step.from : step.index;
  const ambiguity = ambiguities[from];
  if (ambiguity === undefined) return null;
  const without = ambiguities.toSpliced(from, 1);
  const back: TaskStep = { kind: "add-ambiguity", index: from, ambiguity };
  if (step.kind === "remove-ambiguity") return { task: withList(without), inverse: [back] };
  const changed = step.kind === "change-ambiguity" ? step.ambiguity : { ...ambiguity };
  const to = step.kind === "change-ambiguity" ? step.index : step.to;
  if (to > without.length) return null;
  const list = inKindOrder(without.toSpliced(to, 0, changed));
  return {
    task: withList(list),
    inverse: [{ kind: "remove-ambiguity", index: list.indexOf(changed) }, back],
  };
}

type TestStep = Extract<TaskStep, { kind: `${string}-test` }>;

function testStep(task: Task, step: TestStep): EditedTask | null {
  const { phase } = step;
  const tests = phase === 1 ? task.tests : task.followUp?.tests;
  if (tests === undefined) return null;
  const done = editedTests(tests, step);
  if (done === null) return null;
  const { list, inverse } = done;
  if (phase === 1) return { task: { ...task, tests: list }, inverse: [inverse] };
  const followUp = task.followUp === null ? null : { ...task.followUp, tests: list };
  return { task: { ...task, followUp }, inverse: [inverse] };
}

function editedTests(
  tests: readonly TestScript[],
  step: TestStep,
): { list: TestScript[]; inverse: TestStep } | null {
  const { phase } = step;
  if (step.kind === "add-test") {
    const { index: at, test } = step;
    if (at > tests.length) return null;
    return { list: tests.toSpliced(at, 0, test), inverse: { kind: "remove-test", phase, index: at } };
  }
  const at = step.kind === "move-test" ? step.from : step.index;
  const test = tests[at];
  if (test === undefined) return null;
  switch (step.kind) {
    case "remove-test":
      return { list: tests.toSpliced(at, 1), inverse: { kind: "add-test", phase, index: at, test } };
    case "change-test":
      return { list: tests.with(at, step.test), inverse: { kind: "change-test", phase, index: at, test } };
    case "move-test": {
      if (step.to >= tests.length) return null;
      const list = tests.toSpliced(at, 1).toSpliced(step.to, 0, test);
      return { list, inverse: { kind: "move-test", phase, from: step.to, to: at } };
    }
  }
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
  };
  return { kind: "add-ambiguity", index: task.ambiguities.length, ambiguity };
}
