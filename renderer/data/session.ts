import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Session, WaitingWork, WorkspaceDamage } from "#shared/contract/session.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";

/** Who is at this window and what they work in. */
export const sessionQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.session,
    queryFn: ({ signal }) => client.session.open(undefined, { signal }),
  });

/** Who is at this window; the shell has waited for it, so that it is always there. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery(useClient())).data;

/**
 * Whether this window is on another machine than the back end: files are sent there and fetched from there, and what concerns that
 * machine is set by whoever runs the host.
 */
export const useIsElsewhere = (): boolean => useSession().roles !== null;

/** Interrupted work, servers and folders of a workspace from elsewhere that nobody has allowed here; null where there are none. */
export function useWaitingWork(): WaitingWork | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: keys.waiting,
    queryFn: ({ signal }) => client.session.waiting(undefined, { signal }),
  });
  return data ?? null;
}

/** What is damaged in the workspace, once all of it has been read; null until then and where it is whole. */
export function useDamage(): WorkspaceDamage | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: keys.damage,
    queryFn: ({ signal }) => client.session.damage(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

/** Copies the workspace into a folder on the back end's machine; answers the path of the copy. */
export function useSaveCopy() {
  const client = useClient();
  return useMutation({ mutationFn: (folder: string) => client.session.saveCopy({ folder }) });
}

/** Lets them go on. */
export function useAllowWaiting() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.session.allowWaiting(),
    onSuccess: () => {
      queries.setQueryData(keys.waiting, null);
      // The server can be asked now.
      return queries.invalidateQueries({ queryKey: keys.settings });
    },
  });
}
