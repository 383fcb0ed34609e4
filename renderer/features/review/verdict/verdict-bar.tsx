import { Check, Flag, SkipForward, Undo2, X } from "lucide-react";
import type { RefObject } from "react";
import { type Diagnosis, diagnoses, diagnosisLabels, judgementProblem } from "#shared/domain/verdict.ts";
import { isStale, shownJudgement } from "../../../data/desk-state.ts";
import { useDeskState, useVerdictDesk } from "../../../data/verdicts.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classes } from "../../../ui/classes.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConflictChoice } from "./conflict-choice.tsx";
import { EverybodysVerdicts } from "./everybodys-verdicts.tsx";
import { NoteField } from "./note-field.tsx";
import type { VerdictActions } from "./use-verdict-actions.ts";
import { VerdictHistory } from "./verdict-history.tsx";

interface VerdictBarProps {
  itemId: number;
  actions: VerdictActions;
  noteField: RefObject<HTMLTextAreaElement | null>;
  /** Where the focus goes when the note is left by Escape. */
  onLeaveNote(): void;
  historyOpen: boolean;
  onHistoryOpen(open: boolean): void;
  othersOpen: boolean;
  onOthersOpen(open: boolean): void;
}

/** Yes or no, diagnoses, note; saved with one press. */
export function VerdictBar(props: VerdictBarProps) {
  const { itemId, actions, noteField, onLeaveNote } = props;
  const desk = useVerdictDesk();
  const state = useDeskState(itemId);
  if (state === undefined)
    return <section aria-label="Verdict" className="h-31 shrink-0 border-t bg-panel" />;
  const judgement = shownJudgement(state);
  const problem = judgementProblem(judgement);
  return (
    <section aria-label="Verdict" className="flex shrink-0 flex-col gap-1.5 border-t bg-panel px-3 py-2">
      {isStale(state) && <ConflictChoice state={state} onChoose={(choice) => desk.resolve(itemId, choice)} />}
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <YesNo label={judgement.label} onLabel={actions.setLabel} />
        <fieldset className="flex flex-wrap items-center gap-x-3" aria-label="Diagnoses">
          {diagnoses.map((diagnosis, index) => (
            <Checkbox
              key={diagnosis}
              checked={judgement.diagnoses.includes(diagnosis)}
              keys={String(index + 1)}
              title={diagnosisLabels[diagnosis].definition}
              onChange={() => actions.toggleDiagnosis(diagnosis as Diagnosis)}
            >
              {diagnosisLabels[diagnosis].label}
            </Checkbox>
          ))}
        </fieldset>
        <span className="flex-1" />
        <div className="flex items-center gap-0.5">
          <IconButton
            icon={Flag}
            label={judgement.flagged ? "Take the flag away" : "Flag for discussion"}
            keys="f"
            pressed={judgement.flagged}
            onClick={actions.toggleFlag}
          />
          <VerdictHistory itemId={itemId} open={props.historyOpen} onOpenChange={props.onHistoryOpen} />
          <EverybodysVerdicts itemId={itemId} open={props.othersOpen} onOpenChange={props.onOthersOpen} />
          <IconButton icon={Undo2} label="Undo the latest verdict" keys="u" onClick={() => actions.undo()} />
        </div>
      </div>
      <div className="flex items-start gap-2">
        <NoteField
          itemId={itemId}
          value={judgement.note}
          error={problem !== null && actions.refusedItem === itemId ? problem : null}
          required={judgement.label === "no"}
          field={noteField}
          onChange={(note) => desk.edit(itemId, { note })}
          onBlur={() => void desk.flush()}
          onLeave={onLeaveNote}
        />
        <div className="flex shrink-0 items-center gap-2">
          <SaveState dirty={state.draft !== null} revision={state.saved.revision} />
          <Button icon={SkipForward} keys="s" onClick={actions.skip}>
            Skip
          </Button>
          <Button variant="primary" keys="mod+Enter" onClick={actions.saveAndNext} disabled={isStale(state)}>
            Save and next
          </Button>
        </div>
      </div>
    </section>
  );
}

function YesNo({ label, onLabel }: { label: "yes" | "no" | null; onLabel(label: "yes" | "no"): void }) {
  const choices = [
    { value: "yes", key: "Y", icon: Check, on: "border-added bg-added-fill text-added" },
    { value: "no", key: "N", icon: X, on: "border-removed bg-removed-fill text-removed" },
  ] as const;
  return (
    <fieldset className="flex gap-1.5" aria-label="Is the prediction right?">
      {choices.map(({ value, key, icon: Icon, on }) => (
        <button
          key={value}
          type="button"
          aria-pressed={label === value}
          onClick={() => onLabel(value)}
          className={classes(
            "inline-flex h-7 w-20 items-center justify-center gap-1.5 rounded-md border font-semibold capitalize",
            label === value ? on : "border-line-control bg-raised text-ink hover:bg-hover",
          )}
        >
          <Icon size={15} strokeWidth={2.5} aria-hidden />
          {value}
          <kbd className="font-sans text-xs font-normal opacity-80">{key}</kbd>
        </button>
      ))}
    </fieldset>
  );
}

/** Whether what is on screen is what is saved. */
function SaveState({ dirty, revision }: { dirty: boolean; revision: number }) {
  const text = dirty ? "draft kept" : revision === 0 ? "" : "saved";
  return (
    <output className="hidden w-18 text-right text-sm whitespace-nowrap text-muted lg:block" aria-live="off">
      {text}
    </output>
  );
}
