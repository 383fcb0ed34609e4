import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import {
  longestTimeLimitMs,
  type PersonSettings,
  type ProjectSettings,
} from "#shared/settings/settings-table.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { forgetChangedHere } from "./view-state.ts";

/** What the person at this window has set, as the back end applies it. */
export const personSettingsQuery = (client: Client) =>
  queryOptions({
    queryKey: [...keys.settings, "person"],
    queryFn: ({ signal }) => client.settings.ofPerson(undefined, { signal }),
  });

/** What the person at this window has set; the shell has waited for it, so that it is always there. */
export const usePersonSettings = (): PersonSettings =>
  useSuspenseQuery(personSettingsQuery(useClient())).data;

/** The limit of a run that is given more time than the person's setting says, in milliseconds. */
export const longerLimitMs = (timeLimitMs: number): number => Math.min(6 * timeLimitMs, longestTimeLimitMs);

/** Changes settings of the person at this window. */
export function useSetPersonSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Partial<PersonSettings>) => client.settings.setOfPerson(values),
    onSuccess: (settings, values) => {
      queries.setQueryData(personSettingsQuery(client).queryKey, settings);
      if (values["reviewer.name"] === undefined) return;
      forgetChangedHere();
      // What the queue shows are the caller's own verdicts: another name, other verdicts. None of the old ones may be shown first.
      queries.removeQueries({ type: "inactive" });
      void queries.invalidateQueries();
    },
  });
}

/** What is set for a project. */
export function useProjectSettings(projectId: number): ProjectSettings {
  const client = useClient();
  return useSuspenseQuery({
    queryKey: [...keys.settings, projectId],
    queryFn: ({ signal }) => client.settings.ofProject({ projectId }, { signal }),
  }).data;
}

/** The form by which a project's items are judged. */
export const useVerdictForm = (projectId: number): VerdictForm =>
  useProjectSettings(projectId)["review.form"];

/** Changes settings of a project. */
export function useSetProjectSettings(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Partial<ProjectSettings>) => client.settings.setOfProject({ projectId, values }),
    onSuccess: (settings, values) => {
      queries.setQueryData([...keys.settings, projectId], settings);
      // Every db_id names another database now: schemas, results and evaluations are asked anew.
      const isElsewhere = ["items.databasesDir", "items.engine", "tasks.serverUrl"].some(
        (key) => key in values,
      );
      if (isElsewhere) return queries.invalidateQueries();
      return Promise.all(
        [keys.projects, keys.server(projectId)].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
}
