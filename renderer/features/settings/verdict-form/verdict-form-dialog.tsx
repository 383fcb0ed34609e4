import { Download, FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { VerdictForm } from "#shared/domain/verdict-form.ts";
import { errorText } from "../../../data/faults.ts";
import { useChangeVerdictForm, useOrphanedParts } from "../../../data/verdict-forms.ts";
import { abilities } from "../../../host/abilities.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { DiagnosisRows, FieldRows, LabelRows } from "./form-parts.tsx";
import { FormPreview } from "./form-preview.tsx";
import { Orphans, type Renames, renamesOf } from "./orphans.tsx";
import { problemsOfForm } from "./problems-of-form.ts";

interface VerdictFormDialogProps {
  project: Project;
  saved: VerdictForm;
  onClose(): void;
}

/** Changes the form by which a project is judged: its rows, what is wrong with them, and how the verdict bar will look. */
export function VerdictFormDialog({ project, saved, onClose }: VerdictFormDialogProps) {
  const [form, setForm] = useState(saved);
  const [renames, setRenames] = useState<Renames>({});
  const problems = problemsOfForm(form);
  const isSound = problems.length === 0;
  const { data: orphans = [], isFetching } = useOrphanedParts(
    isSound ? { projectId: project.id, form } : null,
  );
  const change = useChangeVerdictForm(project.id);
  const resolved = renamesOf(orphans, renames);
  const save = (): void =>
    change.mutate(
      { form, renames: resolved ?? [] },
      {
        onSuccess: ({ renamed }) => {
          notify({
            kind: "done",
            title: "Saved",
            description: `Verdict form of ${project.name}${renamed > 0 ? `, ${countText(renamed, "verdict")} renamed` : ""}`,
          });
          onClose();
        },
      },
    );
  const part = { saved, problems };
  return (
    <FormDialog
      width="xl"
      title={`Verdict form of ${project.name}`}
      description="What reviewers are asked of each item. Alt and an arrow move a row up or down."
      onClose={onClose}
      action={{
        ...{ id: "verdict-form.save", title: "Save", run: save, busy: change.isPending },
        ready: isSound && !isFetching && resolved !== null && JSON.stringify(form) !== JSON.stringify(saved),
      }}
    >
      <div className="flex flex-col gap-5">
        <LabelRows {...part} rows={form.labels} onRows={(labels) => setForm({ ...form, labels })} />
        <DiagnosisRows
          {...part}
          rows={form.diagnoses}
          onRows={(diagnoses) => setForm({ ...form, diagnoses })}
        />
        <FieldRows {...part} rows={form.fields} onRows={(fields) => setForm({ ...form, fields })} />
        <FormFile form={form} canSave={isSound} onForm={setForm} />
        <Orphans orphans={isSound ? orphans : []} form={form} renames={renames} onRenames={setRenames} />
        {change.error ? <InlineError title={errorText(change.error)} /> : null}
        {isSound && <FormPreview form={form} />}
      </div>
    </FormDialog>
  );
}

interface FormFileProps {
  form: VerdictForm;
  canSave: boolean;
  onForm(form: VerdictForm): void;
}

/** Takes a form from a file, and saves it to one, so that projects can share it. */
function FormFile({ form, canSave, onForm }: FormFileProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const read = readForm(await file.text());
    if (typeof read === "string") setFailure(`${file.name}: ${read}`);
    else {
      setFailure(null);
      onForm(read);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Button size="sm" icon={FolderOpen} onClick={() => input.current?.click()}>
          Load from a file…
        </Button>
        <Button
          size="sm"
          icon={Download}
          disabled={!canSave}
          onClick={() => void abilities.saveText("verdict-form.json", `${JSON.stringify(form, null, 2)}\n`)}
        >
          Save to a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json"
          className="hidden"
          aria-hidden
          tabIndex={-1}
          onChange={({ target }) => {
            void load(target.files?.[0]);
            // The same file can be chosen again.
            target.value = "";
          }}
        />
      </div>
      {failure === null ? null : (
        <InlineError title={failure}>Choose a file that was saved here.</InlineError>
      )}
    </div>
  );
}

/** The form that a file holds, or why it is none. */
function readForm(text: string): VerdictForm | string {
  try {
    const read = VerdictForm.safeParse(JSON.parse(text));
    const [issue] = read.error?.issues ?? [];
    return read.success ? read.data : `${issue?.path.join(".")}: ${issue?.message}`;
  } catch {
    return "It is not JSON.";
  }
}
