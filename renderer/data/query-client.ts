import { QueryClient } from "@tanstack/react-query";
import { faultOf } from "./faults.ts";

/** A cache in which answers stay fresh until a change is announced (changes.ts): nothing is asked again for a focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        // A typed error says what is wrong and will say it again; only an unknown one is tried once more.
        retry: (failures, error) => failures < 1 && faultOf(error) === null,
        retryDelay: 300,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
