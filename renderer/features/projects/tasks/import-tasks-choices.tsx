import type { TaskImportPreview } from "#shared/contract/task-import.ts";
import type { TaskImportChoices } from "../../../data/task-imports.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";

interface ImportTasksChoicesProps {
  preview: TaskImportPreview;
  choices: TaskImportChoices;
  onChange(change: Partial<TaskImportChoices>): void;
}

/** What to do with lines that cannot be read, and with tasks that the project has already. */
export function ImportTasksChoices({ preview, choices, onChange }: ImportTasksChoicesProps) {
  const { problems, tasks, existing } = preview;
  const shown = existing.instanceIds.slice(0, 8).join(", ");
  return (
    <>
      {problems.length > 0 && tasks > 0 ? (
        <Checkbox
          checked={choices.skipUnreadable}
          onChange={(skipUnreadable) => onChange({ skipUnreadable })}
        >
          Skip them and import the rest: {countText(tasks, "task")}
        </Checkbox>
      ) : null}
      {existing.count > 0 ? (
        <RadioList<TaskImportChoices["existing"]>
          label={`The project has ${countText(existing.count, "of these tasks", "of these tasks")} already`}
          value={choices.existing}
          onChange={(next) => onChange({ existing: next })}
          options={[
            {
              value: "keep",
              title: "Keep the project's version",
              detail: idsText(shown, existing.count),
            },
            {
              value: "revise",
              title: "Import the file's version as a new revision",
              detail: "Only where they differ; the earlier version stays in the history.",
            },
          ]}
        />
      ) : null}
    </>
  );
}

const idsText = (shown: string, count: number): string =>
  count <= 8 ? shown : `${shown} and ${numberText(count - 8)} more`;
