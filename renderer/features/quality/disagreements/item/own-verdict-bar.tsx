import { useRef } from "react";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { DiagnosisBoxes } from "../../../../results/verdict/diagnosis-boxes.tsx";
import { LabelButtons } from "../../../../results/verdict/label-buttons.tsx";
import { Button } from "../../../../ui/button.tsx";
import { classes } from "../../../../ui/classes.ts";
import { command, useCommands } from "../../../../ui/commands.ts";
import { fieldClasses } from "../../../../ui/field.tsx";
import { foot } from "../../../../ui/foot.ts";
import { type OwnVerdict, useOwnVerdict } from "./use-own-verdict.ts";

interface OwnVerdictBarProps {
  form: VerdictForm;
  busy: boolean;
  onSettle(own: OwnVerdict): void;
  onClose(): void;
}

/** A verdict of the adjudicator's own, which becomes the consensus and nobody's opinion. */
export function OwnVerdictBar({ form, busy, onSettle, onClose }: OwnVerdictBarProps) {
  const { own, change, setLabel, toggle, settle, problem } = useOwnVerdict(form, onSettle);
  const note = useRef<HTMLTextAreaElement>(null);
  useCommands("Own verdict", [
    command("own.note", "Write the note", ["e"], () => note.current?.focus()),
    command("own.close", "Close my own verdict", ["Escape"], onClose, { inInputs: true }),
  ]);
  return (
    <section
      aria-label="Own verdict"
      {...foot}
      className="@container flex shrink-0 flex-col gap-1.5 border-t bg-panel px-3 py-2"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <LabelButtons labels={form.labels} chosen={own.label} onLabel={setLabel} />
        <DiagnosisBoxes diagnoses={form.diagnoses} chosen={own.diagnoses.join(" ")} onToggle={toggle} />
      </div>
      <div className="flex flex-wrap items-start justify-end gap-2">
        <textarea
          ref={note}
          aria-label="Note"
          aria-invalid={problem !== null}
          rows={1}
          placeholder="Note (E)"
          value={own.note}
          onChange={(event) => change({ note: event.target.value })}
          className={classes(
            fieldClasses,
            "block field-sizing-content max-h-32 min-h-7 resize-none py-1 leading-4.5",
          )}
        />
        <Button onClick={onClose} keys="Escape">
          Cancel
        </Button>
        <Button variant="primary" keys="mod+Enter" busy={busy} onClick={settle}>
          Settle
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
    </section>
  );
}
