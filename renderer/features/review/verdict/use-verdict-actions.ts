import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Diagnosis,
  type Judgement,
  judgementProblem,
  type Label,
  type Verdict,
} from "#shared/domain/verdict.ts";
import { isStale, shownJudgement } from "../../../data/desk-state.ts";
import { errorText } from "../../../data/faults.ts";
import type { VerdictDesk } from "../../../data/verdict-desk.ts";
import { useUndo, useVerdictDesk } from "../../../data/verdicts.ts";
import { notify } from "../../../ui/toasts.tsx";
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
  undo(direction?: "undo" | "redo"): void;
}

/** The actions on the item on screen, the same object for every item, and the item whose save was refused last. */
export function useVerdictActions(
  projectId: number,
  queue: ReviewQueue,
  noteField: RefObject<HTMLTextAreaElement | null>,
  leaveField: () => void,
): { actions: VerdictActions; refusedItem: number | null } {
  const desk = useVerdictDesk();
  const takeBack = useUndo(projectId);
  const [refusedItem, setRefusedItem] = useState<number | null>(null);
  const { itemId, open, step } = queue;
  const current = useRef(itemId);
  useLayoutEffect(() => {
    current.current = itemId;
  });
  const actions = useMemo(() => {
    const refuse = (refused: number, { part }: Problem) => {
      setRefusedItem(refused);
      if (part === "note") noteField.current?.focus();
      else leaveField();
    };
    const goOn = () => {
      // The keys that follow are for the next item, not words of this one's note.
      leaveField();
      step("next");
    };
    const judge = judgeOn(desk, () => current.current, { leaveField, refuse, goOn });
    return { ...judge, undo: undoOn(takeBack, open) };
  }, [desk, takeBack, open, step, noteField, leaveField]);
  return { actions, refusedItem };
}

/** What keeps a judgement from being saved, and which part of the bar lacks it. */
export interface Problem {
  part: "label" | "note";
  text: string;
}

/** What a judgement lacks to be saved as the answer. */
export function problemOf(judgement: Judgement): Problem | null {
  if (judgement.label === null)
    return { part: "label", text: "Choose yes or no before saving, or skip the item: that keeps the note." };
  const text = judgementProblem(judgement);
  return text === null ? null : { part: "note", text };
}

interface JudgeSteps {
  /** Gives the keys back to the item. */
  leaveField(): void;
  refuse(itemId: number, problem: Problem): void;
  goOn(): void;
}

/** The actions that judge the item `itemOf` names. */
function judgeOn(
  desk: VerdictDesk,
  itemOf: () => number | null,
  { leaveField, refuse, goOn }: JudgeSteps,
): Omit<VerdictActions, "undo"> {
  const onItem = (act: (itemId: number, shown: Judgement) => void) => {
    const itemId = itemOf();
    if (itemId === null) return;
    leaveField();
    act(itemId, shownJudgement(desk.on(itemId)));
  };
  const save = (): boolean => {
    const itemId = itemOf();
    if (itemId === null) return false;
    const state = desk.on(itemId);
    if (isStale(state)) return false;
    const judgement = shownJudgement(state);
    const problem = problemOf(judgement);
    if (problem !== null) {
      refuse(itemId, problem);
      return false;
    }
    // What was judged is not skipped any more.
    if (state.draft !== null || judgement.skipped) desk.save(itemId, { skipped: false });
    return true;
  };
  return {
    save,
    saveAndNext: () => {
      if (save()) goOn();
    },
    setLabel: (label) =>
      onItem((itemId, shown) => desk.edit(itemId, { label: shown.label === label ? null : label })),
    toggleDiagnosis: (diagnosis) =>
      onItem((itemId, { diagnoses }) => {
        const rest = diagnoses.filter((other) => other !== diagnosis);
        const added = rest.length === diagnoses.length;
        desk.edit(itemId, { diagnoses: added ? [...rest, diagnosis] : rest });
      }),
    toggleFlag: () => onItem((itemId, { flagged }) => desk.saveBeside(itemId, { flagged: !flagged })),
    skip: () =>
      onItem((itemId) => {
        desk.skip(itemId);
        goOn();
      }),
  };
}

function undoOn(
  takeBack: (direction: "undo" | "redo") => Promise<Verdict | null>,
  open: (itemId: number) => void,
): VerdictActions["undo"] {
  return (direction = "undo") => {
    takeBack(direction).then(
      (verdict) => {
        if (verdict === null) {
          notify({ title: `There is nothing to ${direction} in this project.` });
          return;
        }
        open(verdict.itemId);
        const title = direction === "undo" ? "Undone" : "Redone";
        notify({ title, description: describe(verdict.label), kind: "done" });
      },
      (error) =>
        notify({
          title: `The ${direction} did not get through.`,
          description: errorText(error),
          kind: "error",
        }),
    );
  };
}

function describe(label: Label | null): string {
  return label === null ? "The item has no label now." : `The item's label is ${label} now.`;
}
