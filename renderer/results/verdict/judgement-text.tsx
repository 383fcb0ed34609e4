import { partsInWords } from "#shared/domain/judgement-defects.ts";
import type { Judgement } from "#shared/domain/verdict.ts";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { classes } from "../../ui/classes.ts";
import { LabelIcon, labelTone } from "./label-icon.tsx";

/** A judgement in a line or two, for lists of them. */
export function JudgementText({ judgement, form }: { judgement: Judgement; form: VerdictForm }) {
  const { label, note, skipped, correctedSql } = judgement;
  const extras = partsInWords(form, judgement);
  const chosen = form.labels.find(({ id }) => id === label);
  return (
    <div className="min-w-0">
      <span className={classes("inline-flex items-center gap-1 font-semibold", labelTone(chosen))}>
        {chosen && <LabelIcon label={chosen} />}
        {label === null ? (skipped ? "skipped" : "no label") : (chosen?.name ?? label)}
      </span>
      {extras.length > 0 && <span className="text-muted"> · {extras.join(", ")}</span>}
      {note !== "" && <p className="break-words whitespace-pre-wrap select-text">{note}</p>}
      {correctedSql !== "" && (
        <pre className="mt-1 max-h-24 overflow-auto font-mono text-sm whitespace-pre-wrap select-text">
          {correctedSql}
        </pre>
      )}
    </div>
  );
}
