import { Criterion, criterionSpecs } from "#shared/domain/cross-check.ts";
import { type Command, command, useCommands } from "../../../ui/commands.ts";
import { noticeUndone, undoCommands } from "../../../ui/undo.ts";
import type { CheckQueue } from "./use-check-queue.ts";
import type { CheckSteps } from "./use-check-steps.ts";
import type { Judging } from "./use-judging.ts";

interface QueueHandles {
  queue: CheckQueue;
  steps: CheckSteps;
  /** What is typed of a task was taken back: it is shown as it is stored. */
  onUndone(taskId: number): void;
}

/** Everything that can be done with the list of cross-checks, by key and palette. */
export function useCheckQueueCommands({ queue, steps, onUndone }: QueueHandles): void {
  const { step, nextMine, show } = queue;
  const undo = async (direction: "undo" | "redo"): Promise<string | null> => {
    const undone = await steps.undo(direction);
    if (undone === null) return null;
    onUndone(undone.taskId);
    return undone.words;
  };
  useCommands("Cross-check", [
    command("cross-check.next", "Next task", ["j", "ArrowDown"], () => void step("next")),
    command("cross-check.previous", "Previous task", ["k", "ArrowUp"], () => void step("previous")),
    command("cross-check.next-mine", "Next task that waits for me", ["shift+j"], () => {
      const next = nextMine();
      if (next !== null) show(next);
    }),
    ...undoCommands({
      ...{ id: "cross-check", noun: "step of a cross-check", undoKeys: ["u"], redoKeys: ["shift+u"] },
      undo: (direction) => void noticeUndone(direction, undo(direction)),
    }),
  ]);
}

interface CheckHandles {
  judging: Judging;
  canJudge: boolean;
  canSend: boolean;
  canTakeBack: boolean;
  reject(criterion: Criterion): void;
  send(): void;
  takeBack(): void;
  openTask(): void;
}

/** Everything that can be done with the check of one task. */
export function useCheckCommands(handles: CheckHandles): void {
  const { judging, canJudge, canSend, canTakeBack, reject, send, takeBack, openTask } = handles;
  const { active, choose, accept } = judging;
  const enabled = canJudge;
  useCommands("Cross-check of the task", [
    ...Criterion.options.map(
      (criterion, index): Command =>
        command(
          `cross-check.criterion.${criterion}`,
          `Criterion: ${criterionSpecs[criterion].title}`,
          [String(index + 1)],
          () => choose(criterion),
        ),
    ),
    command("cross-check.accept", "Accept the criterion", ["y"], () => accept(active), { enabled }),
    command("cross-check.reject", "Reject the criterion", ["n"], () => reject(active), { enabled }),
    command("cross-check.send", "Send the check", ["mod+Enter"], send, { enabled: canSend, inInputs: true }),
    command("cross-check.take-back", "Take the check back", [], takeBack, { enabled: canTakeBack }),
    command("cross-check.open", "Open the task on its own screen", ["o"], openTask),
  ]);
}
