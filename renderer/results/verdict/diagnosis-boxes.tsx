import { memo } from "react";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { Checkbox } from "../../ui/checkbox.tsx";

interface DiagnosisBoxesProps {
  diagnoses: VerdictForm["diagnoses"];
  /** The chosen diagnoses, parted by blanks: a text stays the same for items that agree. */
  chosen: string;
  onToggle(id: string): void;
}

/** The diagnoses of a form as boxes, each with its key. */
export const DiagnosisBoxes = memo(function DiagnosisBoxes(props: DiagnosisBoxesProps) {
  const { diagnoses, chosen, onToggle } = props;
  const ids = chosen.split(" ");
  if (diagnoses.length === 0) return null;
  return (
    <fieldset
      className="flex flex-wrap items-center gap-x-3 [&_kbd]:hidden @min-[880px]:[&_kbd]:inline-flex"
      aria-label="Diagnoses"
    >
      {diagnoses.map(({ id, name, definition, key }) => (
        <Checkbox
          key={id}
          checked={ids.includes(id)}
          keys={key ?? undefined}
          title={definition}
          onChange={() => onToggle(id)}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
});
