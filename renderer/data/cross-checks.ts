import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TaskCrossChecks } from "#shared/contract/cross-checks.ts";
import type { Criterion } from "#shared/domain/cross-check.ts";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The tasks of a project with where each is between author and checker. */
export const useCrossCheckRows = (projectId: number) =>
  useAnswer(keys.crossChecks(projectId), (client, options) =>
    client.crossChecks.list({ projectId }, options),
  );

/** How many tasks each criterion accepts, in their first check and in their last. */
export const useCriterionAcceptance = (projectId: number) =>
  useAnswer(keys.crossCheckAcceptance(projectId), (client, options) =>
    client.crossChecks.acceptance({ projectId }, options),
  );

/** The cross-checks of one task, for whoever is at this window. */
export const useCrossChecksOfTask = (taskId: number) =>
  useAnswer(keys.crossChecksOfTask(taskId), (client, options) =>
    client.crossChecks.ofTask({ taskId }, options),
  );

/** What a person says of a criterion; `accepted` null: nothing any more. */
export interface AskedCriterion {
  criterion: Criterion;
  accepted: boolean | null;
  reason: string;
}

/** The steps of a cross-check: each answers how the task is then, and shows it. */
export function useCrossCheckSteps() {
  const { crossChecks } = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const shown = async (answer: Promise<TaskCrossChecks>): Promise<TaskCrossChecks> => {
      const after = await answer;
      queries.setQueryData(keys.crossChecksOfTask(after.taskId), after);
      return after;
    };
    return {
      judge: (taskId: number, judgement: AskedCriterion) =>
        shown(crossChecks.judge({ taskId, judgements: [judgement] })),
      send: (taskId: number, revision: number) => shown(crossChecks.send({ taskId, revision })),
      takeBack: (taskId: number) => shown(crossChecks.takeBack({ taskId })),
      tryBlind: async (taskId: number) => {
        const after = await shown(crossChecks.tryBlind({ taskId }));
        // What the window knows of the solution is not to be met again by chance.
        for (const queryKey of [keys.task(taskId), keys.certificate(taskId)])
          queries.removeQueries({ queryKey });
        return after;
      },
      giveUp: (taskId: number) => shown(crossChecks.giveUp({ taskId })),
    };
  }, [crossChecks, queries]);
}
