import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { foreignParts, labelChoice, missingPart } from "#shared/domain/judgement-defects.ts";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import { labelName, type RubricAnswers, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { isInConflict, isUnsaved } from "../../../data/drafts.ts";
import type { VerdictDrafts } from "../../../data/verdict-drafts.ts";
import { type UndoneVerdict, useUndo, useVerdictDrafts } from "../../../data/verdicts.ts";
import { noticeUndone, type UndoDirection } from "../../../ui/undo.ts";
import type { ReviewQueue } from "../use-review-queue.ts";

/** What a reviewer can do with the item on screen, by key, button or palette alike. */
export interface VerdictActions {
  /** Gives the label, or takes it back where the item has it; the same for a diagnosis. */
  setLabel(id: string): void;
  toggleDiagnosis(id: string): void;
  /** null: takes the answer back. */
  answer(fieldId: string, answer: RubricAnswers[string] | null): void;
  toggleFlag(): void;
  /** Saves and goes on; a judgement that is not complete is refused, and the bar says what is missing. */
  saveAndNext(): void;
  save(): boolean;
  skip(): void;
  undo(direction: UndoDirection): void;
}

/** Where the focus goes when a part of the verdict is missing, and how the keys come back to the item. */
export interface VerdictFields {
  noteField: RefObject<HTMLTextAreaElement | null>;
  focusRubric(fieldId: string): void;
  leaveField(): void;
}

/** The actions on the item on screen, the same object for every item, and the item whose save was refused last. */
export function useVerdictActions(
  projectId: number,
  form: VerdictForm,
  queue: ReviewQueue,
  fields: VerdictFields,
): { actions: VerdictActions; refusedItem: number | null } {
  const drafts = useVerdictDrafts();
  const takeBack = useUndo(projectId);
  const [refusedItem, setRefusedItem] = useState<number | null>(null);
  const { itemId, open, step } = queue;
  const current = useRef(itemId);
  useLayoutEffect(() => {
    current.current = itemId;
  });
  const { noteField, focusRubric, leaveField } = fields;
  const actions = useMemo(() => {
    const refuse = (refused: number, { part }: MissingPart) => {
      setRefusedItem(refused);
      if (part === "note") noteField.current?.focus();
      else if (part === "label") leaveField();
      else focusRubric(part.slice("rubric.".length));
    };
    const goOn = () => {
      // The keys that follow are for the next item, not words of this one's note.
      leaveField();
      step("next");
    };
    const judge = judgeOn(drafts, form, () => current.current, { leaveField, refuse, goOn });
    const undo = (direction: UndoDirection) =>
      void noticeUndone(direction, takeBackAndOpen(takeBack, form, direction, open));
    return { ...judge, undo };
  }, [drafts, form, takeBack, open, step, noteField, focusRubric, leaveField]);
  return { actions, refusedItem };
}

/** What keeps a judgement from being saved, and which part of the bar lacks it. */
export interface MissingPart {
  /** "label", "note", or a rubric field: "rubric.effort". */
  part: string;
  text: string;
}

/** What a judgement lacks to be saved as the answer. */
export function problemOf(judgement: Judgement, form: VerdictForm): MissingPart | null {
  if (judgement.label === null)
    return {
      part: "label",
      text: `Choose ${labelChoice(form)} before saving. Skip the item to keep only the note.`,
    };
  const defect = foreignParts(form, judgement)[0] ?? missingPart(form, judgement);
  if (defect === null) return null;
  const { field, reason, fix } = defect;
  if (field === "note") return { part: "note", text: reason };
  const isRubric = form.fields.some(({ id }) => field === `rubric.${id}`);
  return { part: isRubric ? field : "label", text: `${reason} ${fix}` };
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
  form: VerdictForm,
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
    const problem = problemOf(state.value, form);
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
    answer: (fieldId, answer) => {
      const itemId = itemOf();
      if (itemId === null) return;
      const draft = drafts.of(itemId);
      const { [fieldId]: _, ...rest } = draft.shown().value.rubric;
      draft.edit({ rubric: answer === null ? rest : { ...rest, [fieldId]: answer } });
    },
    toggleFlag: () => onItem((draft, { flagged }) => draft.saveBeside({ flagged: !flagged })),
    skip: () =>
      onItem((draft) => {
        draft.skip();
        goOn();
      }),
  };
}

/** Takes a change back and opens its item; answers what became of it. */
async function takeBackAndOpen(
  takeBack: (direction: UndoDirection) => Promise<UndoneVerdict | null>,
  form: VerdictForm,
  direction: UndoDirection,
  open: (itemId: number) => void,
): Promise<string | null> {
  const taken = await takeBack(direction);
  if (taken === null) return null;
  open(taken.verdict.itemId);
  return undoneText(taken.before ?? emptyJudgement, taken.verdict, form);
}

type Said = Pick<Judgement, "label" | "flagged" | "skipped">;

/** What an undo or redo changed of an item, told by what its verdict was before and is now. */
export function undoneText(before: Said, now: Said, form: VerdictForm): string {
  if (before.flagged !== now.flagged) return now.flagged ? "Flagged again." : "No longer flagged.";
  if (before.skipped !== now.skipped && before.label === now.label)
    return now.skipped ? "Skipped again." : "No longer skipped.";
  if (now.label === null) return "The item has no label now.";
  return `The item's label is ${labelName(form, now.label)} now.`;
}
