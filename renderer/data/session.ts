import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Session } from "#shared/contract/session.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";
import { forgetChangedHere } from "./preferences.ts";

/** Who is at this window and what they work in. */
export const sessionQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.session,
    queryFn: ({ signal }) => client.session.open(undefined, { signal }),
  });

/** Who is at this window; the shell has waited for it, so that it is always there. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery(useClient())).data;

/** Changes the name under which this person's verdicts are saved from now on. */
export function useRename() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (actor: string) => client.session.rename({ actor }),
    onSuccess: (session) => {
      queries.setQueryData(keys.session, session);
      forgetChangedHere();
      // What the queue shows are the caller's own verdicts: another name, other verdicts.
      void queries.invalidateQueries();
    },
  });
}
