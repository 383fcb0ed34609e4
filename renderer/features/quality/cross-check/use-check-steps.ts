import { useRef } from "react";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import { criterionSpecs } from "#shared/domain/cross-check.ts";
import type { AskedCriterion } from "../../../data/cross-checks.ts";
import { useCrossCheckSteps } from "../../../data/cross-checks.ts";
import { errorText } from "../../../data/faults.ts";
import { beginSave } from "../../../data/saves.ts";
import type { UndoDirection } from "../../../ui/undo.ts";

/** What a person did in this tab, to be taken back: a criterion judged, or a check sent. */
type Step =
  | { kind: "judge"; taskId: number; before: AskedCriterion; after: AskedCriterion }
  | { kind: "send"; taskId: number; revision: number };

/** What is done in cross-checks of a project, and the way back. The functions are the same for good. */
export interface CheckSteps {
  /** Stores a judgement; resolves when it is stored, or the status bar offers it again. */
  judge(taskId: number, before: AskedCriterion, after: AskedCriterion): Promise<void>;
  /** Sends the check and answers how the task is then. */
  send(taskId: number, revision: number): Promise<TaskCrossChecks>;
  takeBack(taskId: number): Promise<void>;
  /** Takes the latest step back or does it again; answers what changed and on which task, null where there was nothing. */
  undo(direction: UndoDirection): Promise<{ taskId: number; words: string } | null>;
}

/** The steps of the person at this window, one after the other. */
export function useCheckSteps(): CheckSteps {
  const calls = useCrossCheckSteps();
  const latest = useRef(calls);
  latest.current = calls;
  const made = useRef<CheckSteps | null>(null);
  made.current ??= checkSteps(() => latest.current);
  return made.current;
}

type Calls = ReturnType<typeof useCrossCheckSteps>;

function checkSteps(calls: () => Calls): CheckSteps {
  const done: Step[] = [];
  let undone: Step[] = [];
  let work: Promise<unknown> = Promise.resolve();
  /** After what was begun before, so that an old call never overtakes. */
  const inOrder = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const next = work.then(call, call);
    work = next.catch(() => undefined);
    return next;
  };
  const turn = async (step: Step, direction: UndoDirection): Promise<void> => {
    const { taskId } = step;
    if (step.kind === "judge") await calls().judge(taskId, direction === "undo" ? step.before : step.after);
    else if (direction === "undo") await calls().takeBack(taskId);
    else await calls().send(taskId, step.revision);
  };
  return {
    judge: (taskId, before, after) => {
      const last = done.at(-1);
      // The words of one reason are one step.
      if (last?.kind === "judge" && last.taskId === taskId && isGoingOn(last, after)) last.after = after;
      else done.push({ kind: "judge", taskId, before, after });
      undone = [];
      return saved(() => inOrder(() => calls().judge(taskId, after)));
    },
    send: async (taskId, revision) => {
      const after = await inOrder(() => calls().send(taskId, revision));
      done.push({ kind: "send", taskId, revision });
      undone = [];
      return after;
    },
    takeBack: async (taskId) => {
      await inOrder(() => calls().takeBack(taskId));
      // What was undone by the button is not undone once more by the key.
      const at = done.findLastIndex((step) => step.kind === "send" && step.taskId === taskId);
      if (at >= 0) done.splice(at, 1);
    },
    undo: async (direction) => {
      const [from, to] = direction === "undo" ? [done, undone] : [undone, done];
      const step = from.at(-1);
      if (step === undefined) return null;
      await inOrder(() => turn(step, direction));
      from.pop();
      to.push(step);
      return { taskId: step.taskId, words: wordsOf(step) };
    },
  };
}

const isGoingOn = (last: Extract<Step, { kind: "judge" }>, after: AskedCriterion): boolean =>
  last.after.criterion === after.criterion && last.after.accepted === false && after.accepted === false;

const wordsOf = (step: Step): string =>
  step.kind === "send"
    ? "The check that was sent."
    : `Your judgement of "${criterionSpecs[step.after.criterion].title}".`;

/** Shown in the status bar until it is there, offered again there where it does not get through. */
async function saved(send: () => Promise<unknown>): Promise<void> {
  const handle = beginSave("cross-check");
  const attempt = (): Promise<void> =>
    send().then(
      () => handle.done(),
      (error: unknown) =>
        handle.failed(errorText(error), () => {
          handle.again();
          void attempt();
        }),
    );
  await attempt();
}
