import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Diagnosis,
  type Judgement,
  judgementProblem,
  type Label,
  type Verdict,
} from "#shared/domain/verdict.ts";
import { isInConflict, isUnsaved } from "../../../data/drafts.ts";
import type { VerdictDrafts } from "../../../data/verdict-drafts.ts";
import { useUndo, useVerdictDrafts } from "../../../data/verdicts.ts";
import { noticeUndone, type UndoDirection } from "../../../ui/undo.ts";
import type { ReviewQueue } from "../use-review-queue.ts";

/** What a reviewer can do with the item on screen, by key, button or palette alike. */
export interface VerdictActions {
  setLabel(label: Label): void;
  toggleDiagnosis(diagnosis: Diagnosis): void;
  toggleFlag(): void;
  /** Saves and goes on; a judgement that is not complete is refused, and the bar says what is missing. */
  saveAndNext(): void;
  save(): boolean;
  skip(): void;
  undo(direction: UndoDirection): void;
}

/** The actions on the item on screen, the same object for every item, and the item whose save was refused last. */
export function useVerdictActions(
  projectId: number,
  queue: ReviewQueue,
  noteField: RefObject<HTMLTextAreaElement | null>,
  leaveField: () => void,
): { actions: VerdictActions; refusedItem: number | null } {
  const drafts = useVerdictDrafts();
  const takeBack = useUndo(projectId);
  const [refusedItem, setRefusedItem] = useState<number | null>(null);
  const { itemId, open, step } = queue;
  const current = useRef(itemId);
  useLayoutEffect(() => {
    current.current = itemId;
  });
  const actions = useMemo(() => {
    const refuse = (refused: number, { part }: MissingPart) => {
      setRefusedItem(refused);
      if (part === "note") noteField.current?.focus();
      else leaveField();
    };
    const goOn = () => {
      // The keys that follow are for the next item, not words of this one's note.
      leaveField();
      step("next");
    };
    const judge = judgeOn(drafts, () => current.current, { leaveField, refuse, goOn });
    const undo = (direction: UndoDirection) =>
      void noticeUndone(direction, takeBackAndOpen(takeBack, direction, open));
    return { ...judge, undo };
  }, [drafts, takeBack, open, step, noteField, leaveField]);
  return { actions, refusedItem };
}

/** What keeps a judgement from being saved, and which part of the bar lacks it. */
export interface MissingPart {
  part: "label" | "note";
  text: string;
}

/** What a judgement lacks to be saved as the answer. */
export function problemOf(judgement: Judgement): MissingPart | null {
  if (judgement.label === null)
    return { part: "label", text: "Choose yes or no before saving. Skip the item to keep only the note." };
  const text = judgementProblem(judgement);
  return text === null ? null : { part: "note", text };
}

interface JudgeSteps {
  /** Gives the keys back to the item. */
  leaveField(): void;
  refuse(itemId: number, problem: MissingPart): void;
  goOn(): void;
}

/** The actions that judge the item `itemOf` names. */
function judgeOn(
  drafts: VerdictDrafts,
  itemOf: () => number | null,
  { leaveField, refuse, goOn }: JudgeSteps,
): Omit<VerdictActions, "undo"> {
  const onItem = (act: (draft: ReturnType<VerdictDrafts["of"]>, shown: Judgement) => void) => {
    const itemId = itemOf();
    if (itemId === null) return;
    leaveField();
    const draft = drafts.of(itemId);
    act(draft, draft.shown().value);
  };
  const save = (): boolean => {
    const itemId = itemOf();
    if (itemId === null) return false;
    const draft = drafts.of(itemId);
    const state = draft.shown();
    if (isInConflict(state)) return false;
    const problem = problemOf(state.value);
    if (problem !== null) {
      refuse(itemId, problem);
      return false;
    }
    // What was judged is not skipped any more.
    if (isUnsaved(state) || state.value.skipped) draft.save({ skipped: false });
    return true;
  };
  return {
    save,
    saveAndNext: () => {
      if (save()) goOn();
    },
    setLabel: (label) =>
      onItem((draft, shown) => draft.edit({ label: shown.label === label ? null : label })),
    toggleDiagnosis: (diagnosis) =>
      onItem((draft, { diagnoses }) => {
        const rest = diagnoses.filter((other) => other !== diagnosis);
        const added = rest.length === diagnoses.length;
        draft.edit({ diagnoses: added ? [...rest, diagnosis] : rest });
      }),
    toggleFlag: () => onItem((draft, { flagged }) => draft.saveBeside({ flagged: !flagged })),
    skip: () =>
      onItem((draft) => {
        draft.skip();
        goOn();
      }),
  };
}

/** Takes a change back and opens its item; answers what its label is then. */
async function takeBackAndOpen(
  takeBack: (direction: UndoDirection) => Promise<Verdict | null>,
  direction: UndoDirection,
  open: (itemId: number) => void,
): Promise<string | null> {
  const verdict = await takeBack(direction);
  if (verdict === null) return null;
  open(verdict.itemId);
  return verdict.label === null ? "The item has no label now." : `The item's label is ${verdict.label} now.`;
}
