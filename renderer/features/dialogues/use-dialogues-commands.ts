import { type Command, useCommands } from "../../ui/commands.ts";
import type { DialogueList } from "./use-dialogue-list.ts";

/** What the commands of the screen act on. */
interface DialoguesCommands {
  /** Null while there are no runs. */
  list: DialogueList | null;
  /** Null where there are no tasks to play. */
  onPlay: (() => void) | null;
  isListShown?: boolean;
  showList?(): void;
  isFiguresShown?: boolean;
  showFigures?(): void;
  isAlignedShown?: boolean;
  showAligned?(): void;
  mark?(): void;
  isSubmissionShown?: boolean;
  showSubmission?(): void;
  focusSearch?(): void;
  focusPosition?(): void;
  toggleFilters?(): void;
}

/** Everything that can be done with the runs and their dialogues, by key and palette. */
export function useDialoguesCommands(commands: DialoguesCommands): void {
  const { list, onPlay } = commands;
  useCommands("Dialogues", [
    {
      id: "dialogues.play",
      title: "Play dialogues…",
      keys: ["t p"],
      enabled: onPlay !== null,
      run: () => onPlay?.(),
    },
    ...(list === null ? [] : listCommands(list, commands)),
  ]);
}

function listCommands(list: DialogueList, commands: DialoguesCommands): Command[] {
  const { step, runs = [], run, chooseRun, setFilter } = list;
  const at = (id: string, title: string, keys: string[], run: () => void): Command => ({
    ...{ id: `dialogues.${id}`, title, keys, run },
  });
  const place = run === null ? -1 : runs.indexOf(run);
  const toRun = (next: number): void => {
    const other = runs[next];
    if (other !== undefined) chooseRun(other.runId);
  };
  return [
    at("next", "Next dialogue", ["j"], () => step("next")),
    at("previous", "Previous dialogue", ["k"], () => step("previous")),
    at("first", "First dialogue", ["g g"], () => step("first")),
    at("last", "Last dialogue", ["shift+g"], () => step("last")),
    at("next-run", "Next run", ["]"], () => toRun(place + 1)),
    at("previous-run", "Previous run", ["["], () => toRun(place - 1)),
    at("go-to", "Go to position in the list", ["mod+g"], () => commands.focusPosition?.()),
    at("find", "Search the dialogues of the run", ["/"], () => commands.focusSearch?.()),
    at("filters", "Filters", ["shift+f"], () => commands.toggleFilters?.()),
    at("clear-filters", "Clear all filters", ["shift+x"], () => setFilter({})),
    at(
      "figures",
      commands.isFiguresShown ? "Show the dialogue" : "Show the figures of the run",
      ["shift+s"],
      () => commands.showFigures?.(),
    ),
    at(
      "aligned",
      commands.isAlignedShown ? "Show the dialogue" : "Show dialogues about this task side by side",
      ["shift+d"],
      () => commands.showAligned?.(),
    ),
    at("mark", "Mark the dialogue for side by side, or take its mark away", ["x"], () => commands.mark?.()),
    at(
      "submission",
      commands.isSubmissionShown ? "Show the gold and the readings" : "Show the submission beside the gold",
      ["s"],
      () => commands.showSubmission?.(),
    ),
    at("list", commands.isListShown ? "Hide runs and dialogues" : "Show runs and dialogues", ["b"], () =>
      commands.showList?.(),
    ),
  ];
}
