import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { blankFollowUp } from "#shared/domain/new-task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { acceptProposal } from "#shared/sql/propose/accept.ts";
import type { EnvironmentalProposal } from "#shared/sql/propose/environmental.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { wholeWords } from "#shared/text/whole-words.ts";
import { notify } from "../../../../ui/toasts.tsx";
import { addition, change, move, newAmbiguity } from "../ambiguities/ambiguity-edits.ts";
import { ranIn } from "../ambiguities/reading-edits.ts";
import type { Authoring, TaskEditorState, TaskEditorStore } from "./task-editor-state.ts";

/** The words selected in the ambiguous question as it is, whole where a part of one was selected; "" where there are none. */
export function selectedWords({ words, task }: Pick<TaskEditorState, "words" | "task">): string {
  const { ambiguousQuestion } = task;
  if (words === null || words.question !== ambiguousQuestion) return "";
  return wholeWords(ambiguousQuestion ?? "", words);
}

/** Whose snippet the key mends: that of the ambiguity that is taken up, else the first that is nowhere in the gold; -1 for none. */
export function mendedAt({ snippets, location }: Pick<TaskEditorState, "snippets" | "location">): number {
  const { instead } = snippets;
  const active = location.ambiguity;
  if (active !== null && (instead[active] ?? null) !== null) return active;
  return instead.findIndex((text) => text !== null);
}

/** The actions of authoring, on the task as it is when they are done. */
export function authoring(get: TaskEditorStore["getState"]): Authoring {
  /** Edits, and takes up the ambiguity that the edit is of. */
  const take = (step: { edit: TaskEdit; index: number } | null): void => {
    if (step === null) return;
    get().edit(step.edit);
    get().jumps.toAmbiguity(step.index);
  };
  /** A new ambiguity has no type, and words or a snippet are missing: its form is open, not its readings. */
  const add = (ambiguity: Ambiguity): void => {
    get().setViewState({ ambiguity: "edit" });
    take(addition(get().task, ambiguity));
  };
  const withSnippet = (index: number, sqlSnippet: string): void => {
    const { task } = get();
    const ambiguity = task.ambiguities[index];
    if (ambiguity !== undefined) take(change(task, index, { ...ambiguity, sqlSnippet }));
  };
  return {
    ...questionActions(get),
    ...readingActions(get),
    toChains: () => {
      get().setViewState({ side: "ambiguities" });
      get().targets.jump("chains", true);
    },
    fromWords: () => {
      add(newAmbiguity(selectedWords(get()), ""));
      get().set({ words: null });
    },
    takePart: (index: number | null) => {
      const { part } = get();
      if (part.text === null) return;
      if (index === null) add(newAmbiguity("", part.text));
      else withSnippet(index, part.text);
    },
    takeInstead: (index: number) => {
      const text = get().snippets.instead[index] ?? null;
      if (text !== null) withSnippet(index, text);
    },
    change: (index: number, ambiguity: Ambiguity) => {
      const step = change(get().task, index, ambiguity);
      get().edit(step.edit);
      if (step.index !== index) get().jumps.toAmbiguity(step.index);
    },
    move: (index: number, by: 1 | -1) => take(move(get().task, index, by)),
    remove: (index: number) => {
      get().edit([{ kind: "remove-ambiguity", index }]);
      get().jumps.toAmbiguity(null);
    },
    accept: (proposal: Proposal | EnvironmentalProposal) => get().edit(acceptProposal(get().task, proposal)),
  };
}

function readingActions(get: TaskEditorStore["getState"]): Pick<Authoring, "toReadings" | "runReadings"> {
  /** Answers the ambiguity (0-based) whose readings are shown; null where the task has none. */
  const show = (): number | null => {
    const { location, task, setViewState, jumps, targets } = get();
    const ambiguity =
      task.ambiguities[location.ambiguity ?? 0] === undefined ? null : (location.ambiguity ?? 0);
    if (ambiguity === null) {
      const description =
        "Select the words that can be read in several ways and press Alt+N; its readings follow.";
      notify({ id: "no-readings", title: "The task has no ambiguity yet", description });
      return null;
    }
    setViewState({ ambiguity: "readings", side: "ambiguities" });
    if (location.ambiguity === null) jumps.toAmbiguity(ambiguity);
    targets.jump("readings", true);
    return ambiguity;
  };
  return {
    toReadings: () => void show(),
    runReadings: () => {
      const ambiguity = show();
      if (ambiguity === null) return;
      // What is on screen runs, not what was saved last.
      void get()
        .draft.flush()
        .then(() => {
          const { taskId, profile, task, readings } = get();
          return readings.start({ taskId, ambiguity, profile }, ranIn(task, ambiguity));
        });
    },
  };
}

function questionActions(
  get: TaskEditorStore["getState"],
): Pick<Authoring, "makeAmbiguous" | "toFollowUp" | "removeFollowUp"> {
  return {
    makeAmbiguous: () => {
      const { ambiguousQuestion, clearQuestion } = get().task;
      if (ambiguousQuestion === null)
        get().edit([{ kind: "set-fields", fields: { ambiguousQuestion: clearQuestion ?? "" } }]);
      get().targets.jump("field of ambiguous", true);
    },
    toFollowUp: () => {
      if (get().task.followUp === null) get().edit([{ kind: "set-follow-up", followUp: blankFollowUp() }]);
      get().targets.jump("field of follow-up", true);
    },
    removeFollowUp: () => get().edit([{ kind: "set-follow-up", followUp: null }]),
  };
}
