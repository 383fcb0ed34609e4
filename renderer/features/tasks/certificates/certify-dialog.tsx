import { useState } from "react";
import type { Job } from "#shared/contract/jobs.ts";
import { sampledMutants } from "#shared/domain/certificate.ts";
import { engineFacts } from "#shared/domain/engine.ts";
import type { Project } from "#shared/domain/project.ts";
import { useCertifyTasks } from "../../../data/certificates.ts";
import { errorText } from "../../../data/faults.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { RadioList } from "../../../ui/radio-list.tsx";
import { countText } from "../../../ui/time-text.ts";

export interface CertifyDialogProps {
  project: Project;
  /** The tasks that the filter leaves; null where nothing is filtered. */
  listed: readonly number[] | null;
  onClose(): void;
  onStarted(job: Job): void;
}

const mutantOptions = [
  {
    value: "sample",
    title: `${sampledMutants}, those that change a snippet first`,
    detail: "Some seconds for each task. Snippets are what systems under test get wrong most.",
  },
  {
    value: "full",
    title: "Every one",
    detail: "Up to a minute or more for each task. Certificates on a sample are made again.",
  },
] as const;

/** Asks which tasks are certified and how thoroughly; it then runs in the background. */
export function CertifyDialog({ project, listed, onClose, onStarted }: CertifyDialogProps) {
  const [which, setWhich] = useState<"listed" | "all">(listed === null ? "all" : "listed");
  const [mutants, setMutants] = useState<"sample" | "full">("sample");
  const certify = useCertifyTasks(project.id);
  const { engine, profile } = project.taskSettings;
  const start = (): void =>
    certify.mutate(
      { taskIds: which === "listed" && listed !== null ? [...listed] : null, full: mutants === "full" },
      {
        onSuccess: (job) => {
          onStarted(job);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="Certify tasks"
      description={`As they are saved, under ${profile} on ${engineFacts[engine].label}, in the background. Tasks whose certificate is still valid are passed over.`}
      action={{
        ...{ id: "certificates.start", title: "Certify", run: start },
        ...{ ready: which === "all" || listed?.length !== 0, busy: certify.isPending },
      }}
    >
      <div className="flex flex-col gap-4">
        {listed === null ? (
          <p>All {countText(project.taskCount, "task")} of the project.</p>
        ) : (
          <RadioList<"listed" | "all">
            label="Tasks"
            value={which}
            onChange={setWhich}
            options={[
              { value: "listed", title: `The filtered list: ${countText(listed.length, "task")}` },
              { value: "all", title: `All ${countText(project.taskCount, "task")} of the project` },
            ]}
          />
        )}
        <RadioList<"sample" | "full">
          label="Mutants of each gold"
          value={mutants}
          onChange={setMutants}
          options={mutantOptions}
        />
        {certify.error ? (
          <InlineError title="Certifying could not begin.">{errorText(certify.error)}</InlineError>
        ) : null}
      </div>
    </FormDialog>
  );
}
