import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AgreementDetails } from "#shared/contract/agreement-figures.ts";
import type { Job } from "#shared/contract/jobs.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { withJob } from "./jobs.ts";
import { keys } from "./keys.ts";

/** How far the people of a project agree, as a whole. */
export const useProjectAgreement = (projectId: number) =>
  useAnswer([...keys.agreement(projectId), "project"], (client, options) =>
    client.agreementFigures.ofProject({ projectId }, options),
  );

/** Pairs and groups, as they were last worked out. */
export const useAgreementDetails = (projectId: number, stage: AgreementDetails["stage"]) =>
  useAnswer([...keys.agreement(projectId), "details", stage], (client, options) =>
    client.agreementFigures.details({ projectId, stage }, options),
  );

/** Works out pairs and groups in the background. */
export function useStartAgreement(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (stage: AgreementDetails["stage"]) => client.agreementFigures.start({ projectId, stage }),
    onSuccess: (job) => queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job)),
  });
}
