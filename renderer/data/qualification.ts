import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAnswer } from "./answers.ts";
import { useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** The tasks by which annotators of a project qualify. */
export const useQualificationTasks = (projectId: number) =>
  useAnswer([...keys.qualification(projectId), "tasks"], (client, options) =>
    client.qualification.tasks({ projectId }, options),
  );

/** How the person at this window stands as an annotator. */
export const useOwnQualification = (projectId: number) =>
  useAnswer([...keys.qualification(projectId), "own"], (client, options) =>
    client.qualification.own({ projectId }, options),
  );

/** How every annotator stands. */
export const useAnnotators = (projectId: number) =>
  useAnswer([...keys.qualification(projectId), "people"], (client, options) =>
    client.qualification.people({ projectId }, options),
  );

/** Puts tasks into the set, or takes them out. */
export function useChooseQualification(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { taskIds: number[]; chosen: boolean }) =>
      client.qualification.choose({ projectId, ...change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.qualification(projectId) }),
  });
}

/** Gives the person at this window their copies of the set. */
export function useBeginQualification(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.qualification.begin({ projectId }),
    onSuccess: () =>
      Promise.all(
        [keys.qualification(projectId), keys.tasks(projectId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
