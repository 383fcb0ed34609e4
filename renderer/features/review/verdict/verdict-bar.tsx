import { Check, X } from "lucide-react";
import { memo, type RefObject } from "react";
import { type Diagnosis, diagnoses, diagnosisSpecs, type Label } from "#shared/domain/verdict.ts";
import { isInConflict, isUnsaved } from "../../../data/drafts.ts";
import { useVerdictDrafts, useVerdictState } from "../../../data/verdicts.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classes } from "../../../ui/classes.ts";
import type { OnPopover, PopoverName } from "../item/popovers.ts";
import { ConflictChoice } from "./conflict-choice.tsx";
import { NoteField } from "./note-field.tsx";
import { problemOf, type VerdictActions } from "./use-verdict-actions.ts";
import { SaveButtons, VerdictTools } from "./verdict-tools.tsx";

interface VerdictBarProps {
  itemId: number;
  actions: VerdictActions;
  /** The item whose save was refused last, or null. */
  refusedItem: number | null;
  noteField: RefObject<HTMLTextAreaElement | null>;
  /** Where the focus goes when the note is left by Escape. */
  onLeaveNote(): void;
  popover: PopoverName | null;
  onPopover: OnPopover;
}

/** Yes or no, diagnoses, note; saved with one press. */
export function VerdictBar(props: VerdictBarProps) {
  const { itemId, actions, refusedItem, noteField, onLeaveNote, popover, onPopover } = props;
  const draft = useVerdictDrafts().of(itemId);
  const state = useVerdictState(itemId);
  const { value: judgement } = state;
  const { label, flagged, note } = judgement;
  const problem = refusedItem === itemId ? problemOf(judgement) : null;
  return (
    <section
      aria-label="Verdict"
      className="@container flex shrink-0 flex-col gap-1.5 border-t bg-panel px-3 py-2"
    >
      {isInConflict(state) && <ConflictChoice state={state} onChoose={(choice) => draft.resolve(choice)} />}
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <YesNo label={label} onLabel={actions.setLabel} />
        {problem?.part === "label" && (
          <p role="alert" className="text-sm text-error">
            {problem.text}
          </p>
        )}
        <DiagnosisBoxes chosen={judgement.diagnoses.join(" ")} onToggle={actions.toggleDiagnosis} />
      </div>
      <div className="flex items-start gap-2">
        <NoteField
          value={note}
          error={problem?.part === "note" ? problem.text : null}
          required={label === "no"}
          field={noteField}
          onChange={(next) => draft.edit({ note: next })}
          onBlur={() => void draft.flush()}
          onLeave={onLeaveNote}
        />
        <VerdictTools
          flagged={flagged}
          actions={actions}
          historyOf={popover === "history" ? itemId : null}
          othersOf={popover === "others" ? itemId : null}
          onPopover={onPopover}
        />
        <SaveState dirty={isUnsaved(state)} revision={state.saved.revision} />
        <SaveButtons actions={actions} disabled={isInConflict(state)} />
      </div>
    </section>
  );
}

const choices = [
  { value: "yes", key: "Y", icon: Check, on: "border-added bg-added-fill text-added" },
  { value: "no", key: "N", icon: X, on: "border-removed bg-removed-fill text-removed" },
] as const;

interface YesNoProps {
  label: Label | null;
  onLabel(label: Label): void;
}

const YesNo = memo(function YesNo({ label, onLabel }: YesNoProps) {
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
          <kbd className="font-sans text-xs font-normal opacity-80" aria-hidden>
            {key}
          </kbd>
        </button>
      ))}
    </fieldset>
  );
});

interface DiagnosisBoxesProps {
  /** The chosen diagnoses, parted by blanks: a text stays the same for items that agree. */
  chosen: string;
  onToggle(diagnosis: Diagnosis): void;
}

const DiagnosisBoxes = memo(function DiagnosisBoxes({ chosen, onToggle }: DiagnosisBoxesProps) {
  const names = chosen.split(" ");
  return (
    <fieldset
      className="flex flex-wrap items-center gap-x-3 [&_kbd]:hidden @min-[880px]:[&_kbd]:inline-flex"
      aria-label="Diagnoses"
    >
      {diagnoses.map((diagnosis, index) => (
        <Checkbox
          key={diagnosis}
          checked={names.includes(diagnosis)}
          keys={String(index + 1)}
          title={diagnosisSpecs[diagnosis].definition}
          onChange={() => onToggle(diagnosis)}
        >
          {diagnosisSpecs[diagnosis].label}
        </Checkbox>
      ))}
    </fieldset>
  );
});

/** Whether what is on screen is what is saved. */
function SaveState({ dirty, revision }: { dirty: boolean; revision: number }) {
  const text = dirty ? "draft kept" : revision === 0 ? "" : "saved";
  return (
    <output
      className="hidden h-7 w-18 shrink-0 text-right text-sm leading-7 text-muted lg:block"
      aria-live="off"
    >
      {text}
    </output>
  );
}
