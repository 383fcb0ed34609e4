import { useCallback, useState } from "react";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import { blankFollowUp } from "#shared/domain/new-task.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { acceptProposal } from "#shared/sql/propose/accept.ts";
import type { EnvironmentalProposal } from "#shared/sql/propose/environmental.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { addition, change, move, newAmbiguity } from "./ambiguities/ambiguity-edits.ts";
import { useDataProposals } from "./ambiguities/use-data-proposals.ts";
import { useProposals } from "./ambiguities/use-proposals.ts";
import { useTakenPart } from "./anchors/use-taken-part.ts";
import { goldId, type TaskDocument } from "./documents/task-documents.ts";
import { focusQuestion } from "./part-elements.ts";
import { useAuthoringCommands } from "./use-authoring-commands.ts";
import type { TaskEditorState } from "./use-task-editor.ts";

export type Authoring = ReturnType<typeof useAuthoring>;

/** How the ambiguities of a task come about: from words, from parts of the gold, from proposals; each way has a key. */
export function useAuthoring(
  { taskId, projectId }: { taskId: number; projectId: number },
  task: Task,
  desk: TaskEditorState,
) {
  const { edit, jumps, place, shown, dialect, documents } = desk;
  const [words, setWords] = useState<(TextRange & { question: string | null }) | null>(null);
  const gold = documents.find(({ id }) => id === goldId(1)) as TaskDocument;
  const part = useTakenPart(gold, dialect, jumps.toPart);
  const proposals = useProposals(taskId, task, dialect);
  const dataProposals = useDataProposals({ taskId, projectId }, task, dialect);
  const { ambiguousQuestion } = task;
  const isOfNow = words !== null && words.question === ambiguousQuestion;
  const selected = isOfNow ? (ambiguousQuestion ?? "").slice(words.from, words.to).trim() : "";
  const done = (step: { edit: TaskEdit; index: number } | null) => {
    if (step === null) return;
    edit(step.edit);
    jumps.toAmbiguity(step.index);
  };
  const makeAmbiguous = () => {
    if (ambiguousQuestion === null)
      edit([{ kind: "set-fields", fields: { ambiguousQuestion: task.clearQuestion ?? "" } }]);
    focusQuestion("ambiguous");
  };
  const toFollowUp = () => {
    if (task.followUp === null) edit([{ kind: "set-follow-up", followUp: blankFollowUp() }]);
    focusQuestion("follow-up");
  };
  const { instead } = desk;
  /** Whose snippet the key mends: that of the ambiguity that is looked at, else the first that stands nowhere. */
  const isBroken = (index: number | null): index is number =>
    index !== null && (instead[index] ?? null) !== null;
  const insteadAt = isBroken(place.ambiguity) ? place.ambiguity : instead.findIndex((text) => text !== null);
  const acts = {
    makeAmbiguous,
    toFollowUp,
    removeFollowUp: () => edit([{ kind: "set-follow-up", followUp: null }]),
    fromWords: () => {
      done(addition(task, newAmbiguity(selected, "")));
      setWords(null);
    },
    takePart: (index: number | null) => {
      if (part.text === null) return;
      const ambiguity = index === null ? undefined : task.ambiguities[index];
      if (index === null || ambiguity === undefined) done(addition(task, newAmbiguity("", part.text)));
      else done(change(task, index, { ...ambiguity, sqlSnippet: part.text }));
    },
    takeInstead: (index: number) => {
      const [ambiguity, text] = [task.ambiguities[index], instead[index] ?? null];
      if (ambiguity !== undefined && text !== null)
        done(change(task, index, { ...ambiguity, sqlSnippet: text }));
    },
    change: (index: number, ambiguity: Ambiguity) => {
      const step = change(task, index, ambiguity);
      edit(step.edit);
      if (step.index !== index) jumps.toAmbiguity(step.index);
    },
    move: (index: number, by: 1 | -1) => done(move(task, index, by)),
    remove: (index: number) => {
      edit([{ kind: "remove-ambiguity", index }]);
      jumps.toAmbiguity(null);
    },
    accept: (proposal: Proposal | EnvironmentalProposal) => edit(acceptProposal(task, proposal)),
  };
  useAuthoringCommands({
    acts,
    part,
    insteadAt,
    proposals,
    task,
    place,
    toCode: (id = shown.id) => jumps.toCode(id),
  });
  return {
    ...acts,
    insteadAt,
    proposals,
    dataProposals,
    part,
    /** The words selected in the ambiguous question; "" where there are none. */
    selected,
    onWords: useCallback(
      (range: TextRange) => setWords({ ...range, question: ambiguousQuestion }),
      [ambiguousQuestion],
    ),
  };
}
