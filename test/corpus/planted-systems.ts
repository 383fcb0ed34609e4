import { randomOf } from "#shared/dialogue/seed.ts";
import { createBuiltInSystem } from "#shared/dialogue/systems/built-in-system.ts";
import type { System, SystemView } from "#shared/dialogue/systems/system.ts";
import type { SystemAction } from "#shared/domain/dialogue.ts";
import type { DialogueRun } from "../../electron/dialogues/dialogue-job.ts";
import type { PreparedTask } from "../../electron/dialogues/prepare-task.ts";

/** A system under test that Querent takes for a language model: it cannot know that the system would do the same again. */
type ModelSystem = NonNullable<DialogueRun["modelSystem"]>;

/** Asks everything and writes what it was told, but for what it makes of its view and its actions. */
function spoiled(
  { context, readings }: PreparedTask,
  spoil: (seed: number) => {
    view?(view: SystemView): SystemView;
    action?(action: SystemAction, view: SystemView): SystemAction | null;
  },
): ModelSystem {
  return (_, { seed }) => {
    const name = { kind: "asks-everything" } as const;
    const inner = createBuiltInSystem({ name, context, readings, seed, runs: async () => true });
    const { view: seen = (view) => view, action: done = (action) => action } = spoil(seed);
    return {
      async next(view) {
        const action = await inner.next(seen(view));
        return action === null ? null : done(action, view);
      },
      close: () => inner.close(),
    } satisfies System;
  };
}

const submits = (phase: 1 | 2, sql: (own: readonly string[]) => string[]) => ({
  action: (action: SystemAction, view: SystemView): SystemAction =>
    action.kind === "submit" && view.phase === phase ? { kind: "submit", sql: sql(action.sql) } : action,
});

/** Hears nothing of what it is answered. */
const deaf = (view: SystemView): SystemView => ({
  ...view,
  turns: view.turns.map((turn) => (turn.action.kind === "ask" ? { ...turn, observation: "Hm." } : turn)),
});

export const ignoresAnswers = (task: PreparedTask) => spoiled(task, () => ({ view: deaf }));

/** What it submits in a phase is made from what would be right. */
export const submitsInstead = (task: PreparedTask, phase: 1 | 2, sql: (own: readonly string[]) => string[]) =>
  spoiled(task, () => submits(phase, sql));

/** Asks, and gives up before it submits. */
export const givesUp = (task: PreparedTask) =>
  spoiled(task, () => ({ action: (action) => (action.kind === "submit" ? null : action) }));

/** Looks around so long before its first question that its coins go. */
export const wanders = (task: PreparedTask, steps: number) =>
  spoiled(task, () => {
    let left = steps;
    return {
      action: (action) => (left-- > 0 ? { kind: "get_schema" } : action),
      view: (view) => ({ ...view, turns: view.turns.filter((turn) => turn.action.kind !== "get_schema") }),
    };
  });

/** Hears what it is answered in so many of ten dialogues, as the seed decides. */
export const oftenHears = (task: PreparedTask, ofTen: number) =>
  spoiled(task, (seed) => (randomOf(seed)() * 10 < ofTen ? {} : { view: deaf }));

/** Does again what it did in its first dialogue, as long as it is answered what it was answered then. */
export function recordedSystem(task: PreparedTask): ModelSystem {
  const live = spoiled(task, () => ({}));
  const known = new Map<string, SystemAction | null>();
  let dialogues = 0;
  return (model, dialogue) => {
    const system = live(model, dialogue);
    const isFirst = dialogues++ === 0;
    return {
      async next(view) {
        const key = JSON.stringify(view.turns.map(({ observation }) => observation));
        if (isFirst) known.set(key, await system.next(view));
        const action = known.get(key);
        if (action === undefined) throw new Error("The recording ends here.");
        return action;
      },
      close: () => system.close(),
    };
  };
}
