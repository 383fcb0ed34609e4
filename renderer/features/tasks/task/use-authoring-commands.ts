import { useCommands } from "../../../ui/commands.ts";
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
};

/** Makes every action of authoring a command with its keys; they work while a field has the focus, too. */
export function useAuthoringCommands(): void {
  const handles = useTaskEditor((state): AuthoringHandles => {
    const { authoring, part, proposals, task, location, shown, jumps } = state;
    return { authoring, part, proposals, task, location, shown, jumps, mendedAt: mendedAt(state) };
  });
  useCommands("Task", [
    ...writingCommands(handles),
    ...ambiguityCommands(handles),
    ...proposalCommands(handles),
  ]);
}

function writingCommands({ authoring, task, shown, jumps: { toCode } }: AuthoringHandles) {
  const isClear = task.ambiguousQuestion === null;
  return [
    {
      id: "task.edit-question",
      title: isClear ? "Make the question ambiguous" : "Write in the ambiguous question",
      keys: ["alt+q"],
      run: authoring.makeAmbiguous,
    },
    {
      id: "task.edit-follow-up",
      title: task.followUp === null ? "Add a follow-up" : "Write in the follow-up",
      keys: ["alt+w"],
      run: authoring.toFollowUp,
    },
    {
      id: "task.remove-follow-up",
      title: "Remove the follow-up",
      enabled: task.followUp !== null,
      run: authoring.removeFollowUp,
    },
    { id: "task.edit-code", title: "Write in the code", keys: ["alt+g"], run: () => toCode(shown.id) },
    { id: "task.edit-preprocess", title: "Write what runs before phase 1", run: () => toCode("preprocess") },
    { id: "task.edit-clean-up", title: "Write what runs after phase 1", run: () => toCode("clean-up") },
  ];
}

function ambiguityCommands({ authoring, part, mendedAt: mended, task, location }: AuthoringHandles) {
  const { ambiguity } = location;
  const hasActive = ambiguity !== null && task.ambiguities[ambiguity] !== undefined;
  return [
    {
      id: "task.new-ambiguity",
      title: "New ambiguity from the selected words",
      keys: ["alt+n"],
      run: authoring.fromWords,
    },
    {
      id: "task.new-ambiguity-from-sql",
      title: "New ambiguity from the part of the gold",
      keys: ["alt+m"],
      enabled: part.text !== null,
      run: () => authoring.takePart(null),
    },
    {
      id: "task.use-part",
      title: "Use the part of the gold as snippet of the ambiguity",
      keys: ["alt+u"],
      enabled: part.text !== null && hasActive,
      run: () => authoring.takePart(ambiguity),
    },
    {
      id: "task.take-instead",
      title: "Fix a snippet that is not in the gold: use the suggested part",
      keys: ["alt+j"],
      enabled: mended >= 0,
      run: () => authoring.takeInstead(mended),
    },
    {
      id: "task.remove-ambiguity",
      title: "Remove the ambiguity",
      keys: ["alt+x"],
      enabled: hasActive,
      run: () => ambiguity !== null && authoring.remove(ambiguity),
    },
  ];
}

function proposalCommands({ authoring, proposals }: AuthoringHandles) {
  const [first] = proposals.list;
  return [
    {
      id: "task.accept-proposal",
      title: "Accept the first proposal",
      keys: ["alt+y"],
      enabled: first !== undefined && proposals.isCurrent,
      run: () => first && authoring.accept(first),
    },
    {
      id: "task.dismiss-proposal",
      title: "Dismiss the first proposal",
      keys: ["alt+d"],
      enabled: first !== undefined,
      run: () => first && proposals.dismiss(first),
    },
  ];
}
