import type { Task } from "#shared/domain/task.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { useCommands } from "../../../ui/commands.ts";
import type { Proposals } from "./ambiguities/use-proposals.ts";
import type { TakenPart } from "./anchors/use-taken-part.ts";
import type { TaskLocation } from "./use-task-location.ts";

/** What the commands of authoring act on. */
interface AuthoringHandles {
  acts: {
    makeAmbiguous(): void;
    toFollowUp(): void;
    removeFollowUp(): void;
    fromWords(): void;
    takePart(index: number | null): void;
    takeInstead(index: number): void;
    remove(index: number): void;
    accept(proposal: Proposal): void;
  };
  part: TakenPart;
  /** The ambiguity whose snippet stands nowhere and can be mended; -1 for none. */
  insteadAt: number;
  proposals: Proposals;
  task: Task;
  place: TaskLocation;
  /** Puts the focus into a text of the task; into the one that is shown where none is named. */
  toCode(id?: string): void;
}

/** Makes every deed of authoring a command with its keys; they work while a field has the focus, too. */
export function useAuthoringCommands(handles: AuthoringHandles): void {
  useCommands("Task", [
    ...writingCommands(handles),
    ...ambiguityCommands(handles),
    ...proposalCommands(handles),
  ]);
}

function writingCommands({ acts, task, toCode }: AuthoringHandles) {
  const isClear = task.ambiguousQuestion === null;
  return [
    {
      id: "task.edit-question",
      title: isClear ? "Make the question ambiguous" : "Write in the ambiguous question",
      keys: ["alt+q"],
      run: acts.makeAmbiguous,
    },
    {
      id: "task.edit-follow-up",
      title: task.followUp === null ? "Add a follow-up" : "Write in the follow-up",
      keys: ["alt+w"],
      run: acts.toFollowUp,
    },
    {
      id: "task.remove-follow-up",
      title: "Remove the follow-up",
      enabled: task.followUp !== null,
      run: acts.removeFollowUp,
    },
    { id: "task.edit-code", title: "Write in the code", keys: ["alt+g"], run: () => toCode() },
    { id: "task.edit-preprocess", title: "Write what runs before phase 1", run: () => toCode("preprocess") },
    { id: "task.edit-clean-up", title: "Write what runs after phase 1", run: () => toCode("clean-up") },
  ];
}

function ambiguityCommands({ acts, part, insteadAt, task, place }: AuthoringHandles) {
  const { ambiguity } = place;
  const hasActive = ambiguity !== null && task.ambiguities[ambiguity] !== undefined;
  return [
    {
      id: "task.new-ambiguity",
      title: "New ambiguity from the selected words",
      keys: ["alt+n"],
      run: acts.fromWords,
    },
    {
      id: "task.new-ambiguity-from-sql",
      title: "New ambiguity from the part of the gold",
      keys: ["alt+m"],
      enabled: part.text !== null,
      run: () => acts.takePart(null),
    },
    {
      id: "task.use-part",
      title: "Use the part of the gold as snippet of the ambiguity",
      keys: ["alt+u"],
      enabled: part.text !== null && hasActive,
      run: () => acts.takePart(ambiguity),
    },
    {
      id: "task.take-instead",
      title: "Mend a snippet that the gold does not hold: take the part that is offered",
      keys: ["alt+j"],
      enabled: insteadAt >= 0,
      run: () => acts.takeInstead(insteadAt),
    },
    {
      id: "task.remove-ambiguity",
      title: "Remove the ambiguity",
      keys: ["alt+x"],
      enabled: hasActive,
      run: () => ambiguity !== null && acts.remove(ambiguity),
    },
  ];
}

function proposalCommands({ acts, proposals }: AuthoringHandles) {
  const [first] = proposals.list;
  return [
    {
      id: "task.accept-proposal",
      title: "Accept the first proposal",
      keys: ["alt+y"],
      enabled: first !== undefined && proposals.isCurrent,
      run: () => first && acts.accept(first),
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
