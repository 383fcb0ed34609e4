import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { Session } from "#shared/contract/session.ts";
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
