import { useState } from "react";
import { emptyJudgement, type Judgement } from "#shared/domain/verdict.ts";
import { labelOf, type VerdictForm } from "#shared/domain/verdict-form.ts";
import { DiagnosisBoxes } from "../../../results/verdict/diagnosis-boxes.tsx";
import { LabelButtons } from "../../../results/verdict/label-buttons.tsx";
import { RubricFields } from "../../../results/verdict/rubric-fields.tsx";

/** How the verdict bar will look; what is chosen in it goes nowhere. */
export function FormPreview({ form }: { form: VerdictForm }) {
  const [judgement, setJudgement] = useState<Judgement>(emptyJudgement);
  const { label, diagnoses, rubric } = judgement;
  const set = (change: Partial<Judgement>): void => setJudgement({ ...judgement, ...change });
  const without = (id: string) => diagnoses.filter((other) => other !== id);
  return (
    <section aria-label="Preview">
      <h3 className="mb-1 text-sm font-medium text-muted">How the verdict bar will look</h3>
      <div className="@container flex flex-col gap-1.5 rounded-md border bg-panel px-3 py-2">
        <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
          <LabelButtons
            labels={form.labels}
            chosen={label}
            onLabel={(id) => set({ label: label === id ? null : id })}
          />
          <DiagnosisBoxes
            diagnoses={form.diagnoses}
            chosen={diagnoses.join(" ")}
            onToggle={(id) => set({ diagnoses: diagnoses.includes(id) ? without(id) : [...diagnoses, id] })}
          />
        </div>
        <RubricFields
          fields={form.fields}
          answers={rubric}
          problem={null}
          onAnswer={(id, answer) => {
            const { [id]: _, ...rest } = rubric;
            set({ rubric: answer === null ? rest : { ...rest, [id]: answer } });
          }}
          onBlur={() => undefined}
          onLeave={() => undefined}
        />
        <p className="text-sm text-faint">
          {labelOf(form, label)?.needsNote ? `A note is required for ${labelOf(form, label)?.name}.` : "Note"}
        </p>
      </div>
    </section>
  );
}
