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
  /** Saves and goes on; a "no" without a note is refused, and the note gets the focus. */
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
    const refuse = (refused: number) => {
      setRefusedItem(refused);
      noteField.current?.focus();
    };
    const judge = judgeOn(
      desk,
      () => current.current,
      refuse,
      () => step("next"),
    );
    return { ...judge, undo: undoOn(takeBack, open) };
  }, [desk, takeBack, open, step, noteField]);
  return { actions, refusedItem };
}

/** The actions that judge the item `itemOf` names. */
function judgeOn(
  desk: VerdictDesk,
  itemOf: () => number | null,
  refuse: (itemId: number) => void,
  goOn: () => void,
): Omit<VerdictActions, "undo"> {
  const onItem = (act: (itemId: number, shown: Judgement) => void) => {
    const itemId = itemOf();
    const state = itemId === null ? undefined : desk.state(itemId);
    if (itemId !== null && state !== undefined) act(itemId, shownJudgement(state));
  };
  const save = (): boolean => {
    const itemId = itemOf();
    const state = itemId === null ? undefined : desk.state(itemId);
    if (itemId === null || state === undefined || isStale(state)) return false;
    const judgement = shownJudgement(state);
    if (judgementProblem(judgement) !== null) {
      refuse(itemId);
      return false;
    }
    // What was judged is not skipped any more.
    if (state.draft !== null || judgement.skipped)
      desk.save(itemId, judgement.label === null ? {} : { skipped: false });
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
      onItem((itemId, { label }) => {
        if (label === null) desk.saveBeside(itemId, { skipped: true });
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
