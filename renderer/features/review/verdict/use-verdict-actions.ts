import { type RefObject, useCallback, useMemo, useState } from "react";
import { type Diagnosis, judgementProblem, type Label } from "#shared/domain/verdict.ts";
import { isStale, shownJudgement } from "../../../data/desk-state.ts";
import { errorText } from "../../../data/faults.ts";
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
  /** The item whose save was refused last, or null. */
  refusedItem: number | null;
}

/** The actions on the item on screen; `goOn` leads to the next one after a save. */
export function useVerdictActions(
  projectId: number,
  queue: ReviewQueue,
  noteField: RefObject<HTMLTextAreaElement | null>,
  goOn: () => void,
): VerdictActions {
  const desk = useVerdictDesk();
  const takeBack = useUndo(projectId);
  const [refusedItem, setRefusedItem] = useState<number | null>(null);
  const { itemId, open } = queue;

  const save = useCallback((): boolean => {
    const state = itemId === null ? undefined : desk.state(itemId);
    if (itemId === null || state === undefined || isStale(state)) return false;
    const judgement = shownJudgement(state);
    if (judgementProblem(judgement) !== null) {
      setRefusedItem(itemId);
      noteField.current?.focus();
      return false;
    }
    setRefusedItem(null);
    // What was judged is not skipped any more.
    if (state.draft !== null || judgement.skipped)
      desk.save(itemId, judgement.label === null ? {} : { skipped: false });
    return true;
  }, [desk, itemId, noteField]);

  const undo = useCallback(
    (direction: "undo" | "redo" = "undo") => {
      takeBack(direction).then(
        (verdict) => {
          if (verdict === null) notify({ title: `There is nothing to ${direction} in this project.` });
          else {
            open(verdict.itemId);
            notify({
              title: direction === "undo" ? "Undone" : "Redone",
              description: describe(verdict.label),
              kind: "done",
            });
          }
        },
        (error) =>
          notify({
            title: `The ${direction} did not get through.`,
            description: errorText(error),
            kind: "error",
          }),
      );
    },
    [takeBack, open],
  );

  return useMemo(() => {
    const shown = () => {
      const state = itemId === null ? undefined : desk.state(itemId);
      return state === undefined ? null : shownJudgement(state);
    };
    return {
      refusedItem,
      save,
      undo,
      setLabel: (label) => {
        const judgement = shown();
        if (itemId !== null && judgement !== null)
          desk.edit(itemId, { label: judgement.label === label ? null : label });
      },
      toggleDiagnosis: (diagnosis) => {
        const judgement = shown();
        if (itemId === null || judgement === null) return;
        const has = judgement.diagnoses.includes(diagnosis);
        const rest = judgement.diagnoses.filter((other) => other !== diagnosis);
        desk.edit(itemId, { diagnoses: has ? rest : [...rest, diagnosis] });
      },
      toggleFlag: () => {
        const judgement = shown();
        if (itemId !== null && judgement !== null) desk.saveBeside(itemId, { flagged: !judgement.flagged });
      },
      saveAndNext: () => {
        if (save()) goOn();
      },
      skip: () => {
        if (itemId === null) return;
        if (shown()?.label === null) desk.saveBeside(itemId, { skipped: true });
        goOn();
      },
    };
  }, [desk, itemId, refusedItem, save, undo, goOn]);
}

function describe(label: Label | null): string {
  return label === null ? "The item has no label now." : `The item's label is ${label} now.`;
}
