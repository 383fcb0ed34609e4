import { useState } from "react";
import { engineFacts } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { EvaluatorProfile, profileLabels } from "#shared/domain/test-script.ts";
import { useEvaluatePredictions } from "../../../data/task-jobs.ts";
import { FileField } from "../../../results/import/file-field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { folderOf } from "../../../ui/paths.ts";
import { RadioList } from "../../../ui/radio-list.tsx";
import { RefusedInput } from "../refused-input.tsx";

interface EvaluateDialogProps {
  project: Project;
  onClose(): void;
  onStarted(): void;
}

/** Chooses a file of predictions and the evaluator under which they are tested on the project's tasks. */
export function EvaluateDialog({ project, onClose, onStarted }: EvaluateDialogProps) {
  const { taskSettings } = project;
  const [path, setPath] = useState("");
  const [profile, setProfile] = useState<EvaluatorProfile>(taskSettings.profile);
  const evaluate = useEvaluatePredictions();
  const start = (): void =>
    evaluate.mutate(
      { projectId: project.id, path: path.trim(), profile },
      {
        onSuccess: () => {
          onStarted();
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Evaluate predictions"
      description={`On the tasks of ${project.name}, with ${engineFacts[taskSettings.engine].label}. It runs in the background.`}
      action={{
        ...{ id: "evaluate.start", title: "Evaluate", run: start },
        ...{ ready: path.trim() !== "", busy: evaluate.isPending },
      }}
    >
      <div className="flex flex-col gap-4">
        <FileField
          label="Prediction file"
          value={path}
          onChange={setPath}
          endings={["jsonl", "json"]}
          startIn={folderOf(path)}
          placeholder="/path/to/results.jsonl"
          hint="A BIRD-Interact result file: a line for each task with the SQL of phase 1 and phase 2."
        />
        <RadioList<EvaluatorProfile>
          label="Evaluator"
          value={profile}
          onChange={setProfile}
          options={EvaluatorProfile.options.map((value) => ({
            value,
            title: profileLabels[value].label,
            detail: profileLabels[value].definition,
          }))}
        />
        {evaluate.error ? <RefusedInput error={evaluate.error} /> : null}
      </div>
    </FormDialog>
  );
}
