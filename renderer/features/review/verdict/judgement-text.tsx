import { diagnosisSpecs, type Judgement } from "#shared/domain/verdict.ts";
import { classes } from "../../../ui/classes.ts";

/** A judgement in a line or two, for lists of them. */
export function JudgementText({ judgement }: { judgement: Judgement }) {
  const { label, diagnoses, note, skipped, flagged } = judgement;
  const extras = [...diagnoses.map((diagnosis) => diagnosisSpecs[diagnosis].label), flagged && "flagged"];
  const tone = label === "yes" ? "text-added" : label === "no" ? "text-removed" : "text-muted";
  return (
    <div className="min-w-0">
      <span className={classes("font-semibold", tone)}>
        {label === null ? (skipped ? "skipped" : "no label") : label === "yes" ? "✓ yes" : "✗ no"}
      </span>
      {extras.filter(Boolean).length > 0 && (
        <span className="text-muted"> · {extras.filter(Boolean).join(", ")}</span>
      )}
      {note !== "" && <p className="break-words whitespace-pre-wrap select-text">{note}</p>}
    </div>
  );
}
