import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Client, useClient } from "./client.ts";

/** How a call of the contract is stopped when nobody waits for its answer any more. */
interface CallOptions {
  signal: AbortSignal;
}

/** An answer of the back end, cached under a key of keys.ts. */
export function useAnswer<Answer>(
  queryKey: QueryKey,
  ask: (client: Client, options: CallOptions) => Promise<Answer>,
  options: Omit<UseQueryOptions<Answer>, "queryKey" | "queryFn"> = {},
): UseQueryResult<Answer> {
  const client = useClient();
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => ask(client, { signal }) });
}

/** For what may change without a word: asked anew each time, and cached no longer than it is on screen. */
export const neverFresh = { staleTime: 0, gcTime: 0 };
