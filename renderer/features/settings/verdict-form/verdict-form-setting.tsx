import { ListChecks } from "lucide-react";
import { useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { projectSettings } from "#shared/settings/settings-table.ts";
import { useVerdictForm } from "../../../data/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { VerdictFormDialog } from "./verdict-form-dialog.tsx";

const { label, help } = projectSettings["review.form"];

/** The form by which a project is judged, in a line, and the way to change it. */
export function VerdictFormSetting({ project }: { project: Project }) {
  const form = useVerdictForm(project.id);
  const [isOpen, setOpen] = useState(false);
  const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name).join(", ");
  const lines: [string, readonly { name: string }[]][] = [
    ["Labels", form.labels],
    ["Diagnoses", form.diagnoses],
    ["Further fields", form.fields],
  ];
  return (
    <section aria-label={label}>
      <h3 className="mb-1 text-sm font-medium text-muted">{label}</h3>
      <dl className="mb-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        {lines.map(([title, entries]) => (
          <div key={title} className="contents">
            <dt className="text-muted">{title}</dt>
            <dd>{entries.length === 0 ? "none" : names(entries)}</dd>
          </div>
        ))}
      </dl>
      <Button icon={ListChecks} onClick={() => setOpen(true)}>
        Edit the verdict form…
      </Button>
      <p className="mt-1 text-sm text-faint">{help}</p>
      {isOpen && <VerdictFormDialog project={project} saved={form} onClose={() => setOpen(false)} />}
    </section>
  );
}
