import type { RefObject } from "react";
import type { Judgement } from "#shared/domain/verdict.ts";
import { labelOf, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { isInConflict, isUnsaved } from "../../../data/drafts.ts";
import { useVerdictDrafts, useVerdictState } from "../../../data/verdicts.ts";
import { DiagnosisBoxes } from "../../../results/verdict/diagnosis-boxes.tsx";
import { LabelButtons } from "../../../results/verdict/label-buttons.tsx";
import { RubricFields } from "../../../results/verdict/rubric-fields.tsx";
import { foot } from "../../../ui/foot.ts";
import type { OnPopover, PopoverName } from "../item/popovers.ts";
import type { ReviewView } from "../review-view.ts";
import { ConflictChoice } from "./conflict-choice.tsx";
import { NoteField } from "./note-field.tsx";
import { type MissingPart, problemOf, type VerdictActions } from "./use-verdict-actions.ts";
import { SaveButtons, VerdictTools } from "./verdict-tools.tsx";

export interface VerdictBarProps {
  form: VerdictForm;
  itemId: number;
  actions: VerdictActions;
  /** The item whose save was refused last, or null. */
  refusedItem: number | null;
  noteField: RefObject<HTMLTextAreaElement | null>;
  /** Where the focus goes when the note is left by Escape. */
  onLeaveNote(): void;
  view: Pick<ReviewView, "corrected">;
  popover: PopoverName | null;
  onPopover: OnPopover;
}

/** Label, diagnoses, rubric and note as the project's form asks for them; saved with one press. */
export function VerdictBar(props: VerdictBarProps) {
  const { form, itemId, actions, refusedItem, noteField, onLeaveNote, view, popover, onPopover } = props;
  const draft = useVerdictDrafts().of(itemId);
  const state = useVerdictState(itemId);
  const { value: judgement } = state;
  const { label, flagged, note } = judgement;
  const problem = refusedItem === itemId ? problemOf(judgement, form) : null;
  return (
    <section
      aria-label="Verdict"
      {...foot}
      className="@container flex shrink-0 flex-col gap-1.5 border-t bg-panel px-3 py-2"
    >
      {isInConflict(state) && (
        <ConflictChoice form={form} state={state} onChoose={(choice) => draft.resolve(choice)} />
      )}
      <LabelLine form={form} judgement={judgement} actions={actions} problem={problem} />
      <RubricFields
        fields={form.fields}
        answers={judgement.rubric}
        problem={problem}
        onAnswer={actions.answer}
        onBlur={() => void draft.flush()}
        onLeave={onLeaveNote}
      />
      {/* In a narrow pane the buttons stand below the note, which would have no room beside them. */}
      <div className="flex flex-wrap items-start justify-end gap-2">
        <NoteField
          value={note}
          error={problem?.part === "note" ? problem.text : null}
          label={labelOf(form, label)}
          field={noteField}
          onChange={(next) => draft.edit({ note: next })}
          onBlur={() => void draft.flush()}
          onLeave={onLeaveNote}
        />
        <VerdictTools
          form={form}
          flagged={flagged}
          corrected={view.corrected ? "open" : judgement.correctedSql === "" ? "none" : "given"}
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

interface LabelLineProps extends Pick<VerdictBarProps, "form" | "actions"> {
  judgement: Judgement;
  problem: MissingPart | null;
}

function LabelLine({ form, judgement, actions, problem }: LabelLineProps) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
      <LabelButtons labels={form.labels} chosen={judgement.label} onLabel={actions.setLabel} />
      {problem?.part === "label" && (
        <p role="alert" className="text-sm text-error">
          {problem.text}
        </p>
      )}
      <DiagnosisBoxes
        diagnoses={form.diagnoses}
        chosen={judgement.diagnoses.join(" ")}
        onToggle={actions.toggleDiagnosis}
      />
    </div>
  );
}

/** Whether what is on screen is what is saved. */
function SaveState({ dirty, revision }: { dirty: boolean; revision: number }) {
  const text = dirty ? "draft" : revision === 0 ? "" : "saved";
  return (
    <output
      className="hidden h-7 w-18 shrink-0 text-right text-sm leading-7 text-muted lg:block"
      aria-live="off"
    >
      {text}
    </output>
  );
}
