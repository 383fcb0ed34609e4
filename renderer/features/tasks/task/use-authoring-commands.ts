import { command, useCommands } from "../../../ui/commands.ts";
import { mendedAt } from "./store/authoring.ts";
import { useTaskEditor } from "./store/task-editor-context.ts";
import type { TaskEditorState } from "./store/task-editor-state.ts";

/** What the commands of authoring act on. */
type AuthoringHandles = Pick<
  TaskEditorState,
  "authoring" | "part" | "proposals" | "task" | "location" | "shown" | "jumps"
> & {
  /** The ambiguity whose snippet is nowhere in the gold and can be mended; -1 for none. */
  mendedAt: number;
  /** The readings of the ambiguity that is taken up are being run. */
  runsReadings: boolean;
};

/** Makes every action of authoring a command with its keys; they work while a field has the focus, too. */
export function useAuthoringCommands(): void {
  const handles = useTaskEditor((state): AuthoringHandles => {
    const { authoring, part, proposals, task, location, shown, jumps, taskId } = state;
    const runsReadings = state.readings.of(taskId, location.ambiguity ?? 0)?.state === "running";
    return {
      ...{ authoring, part, proposals, task, location, shown, jumps, runsReadings },
      mendedAt: mendedAt(state),
    };
  });
  useCommands("Task", [
    ...writingCommands(handles),
    ...ambiguityCommands(handles),
    ...readingCommands(handles),
    ...proposalCommands(handles),
  ]);
}

function writingCommands({ authoring, task, shown, jumps: { toCode } }: AuthoringHandles) {
  const isClear = task.ambiguousQuestion === null;
  return [
    command(
      "task.edit-question",
      isClear ? "Make the question ambiguous" : "Write in the ambiguous question",
      ["alt+q"],
      authoring.makeAmbiguous,
    ),
    command(
      "task.edit-follow-up",
      task.followUp === null ? "Add a follow-up" : "Write in the follow-up",
      ["alt+w"],
      authoring.toFollowUp,
    ),
    command("task.remove-follow-up", "Remove the follow-up", [], authoring.removeFollowUp, {
      enabled: task.followUp !== null,
    }),
    command("task.edit-code", "Write in the code", ["alt+g"], () => toCode(shown.id)),
    command("task.edit-preprocess", "Write what runs before phase 1", [], () => toCode("preprocess")),
    command("task.edit-clean-up", "Write what runs after phase 1", [], () => toCode("clean-up")),
  ];
}

function ambiguityCommands({ authoring, part, mendedAt: mended, task, location }: AuthoringHandles) {
  const { ambiguity } = location;
  const hasActive = ambiguity !== null && task.ambiguities[ambiguity] !== undefined;
  return [
    command("task.new-ambiguity", "New ambiguity from the selected words", ["alt+n"], authoring.fromWords),
    command(
      "task.new-ambiguity-from-sql",
      "New ambiguity from the part of the gold",
      ["alt+m"],
      () => authoring.takePart(null),
      { enabled: part.text !== null },
    ),
    command(
      "task.use-part",
      "Use the part of the gold as snippet of the ambiguity",
      ["alt+u"],
      () => authoring.takePart(ambiguity),
      { enabled: part.text !== null && hasActive },
    ),
    command(
      "task.take-instead",
      "Fix a snippet that is not in the gold: use the suggested part",
      ["alt+j"],
      () => authoring.takeInstead(mended),
      { enabled: mended >= 0 },
    ),
    command(
      "task.remove-ambiguity",
      "Remove the ambiguity",
      ["alt+x"],
      () => ambiguity !== null && authoring.remove(ambiguity),
      { enabled: hasActive },
    ),
  ];
}

function readingCommands({ authoring, location: { ambiguity }, task, runsReadings }: AuthoringHandles) {
  const whose = ambiguity === null ? "the first ambiguity" : "the ambiguity";
  return [
    command("task.chains", "Show the order of clarifications", ["alt+c"], authoring.toChains, {
      enabled: task.ambiguities.length > 0,
    }),
    command("task.readings", `Go to the readings of ${whose}`, ["alt+v"], authoring.toReadings),
    command(
      "task.run-readings",
      `Propose and run the readings of ${whose}`,
      ["alt+shift+v"],
      authoring.runReadings,
      { enabled: !runsReadings },
    ),
  ];
}

function proposalCommands({ authoring, proposals }: AuthoringHandles) {
  const [first] = proposals.list;
  return [
    command(
      "task.accept-proposal",
      "Accept the first proposal",
      ["alt+y"],
      () => first && authoring.accept(first),
      { enabled: first !== undefined && proposals.isCurrent },
    ),
    command(
      "task.dismiss-proposal",
      "Dismiss the first proposal",
      ["alt+d"],
      () => first && proposals.dismiss(first),
      { enabled: first !== undefined },
    ),
  ];
}
