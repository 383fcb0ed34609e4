import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";
import { faultOf } from "./faults.ts";

/**
 * What is made stale while its question is under way is asked once more. The library hands out the answer under way instead, which is
 * of before the change, and takes it for fresh: of a question without an answer yet, and wherever `cancelRefetch` is false.
 */
class Queries extends QueryClient {
  override async invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const outdated = this.getQueryCache()
      .findAll(filters as object | undefined)
      .filter(({ state: { fetchStatus, data } }) => {
        const isJoined = data === undefined || options?.cancelRefetch === false;
        return fetchStatus === "fetching" && isJoined;
      });
    const underWay = outdated.map((query) => query.promise?.catch(() => undefined));
    await super.invalidateQueries(filters, options);
    if (outdated.length === 0) return;
    await Promise.all(underWay);
    // Whoever made them stale meanwhile, too, joins this question.
    await super.invalidateQueries(
      { predicate: (query) => outdated.includes(query) },
      { cancelRefetch: false },
    );
  }
}

/** A cache in which answers stay fresh until a change is announced (changes.ts): nothing is asked again for a focus. */
export function createQueryClient(): QueryClient {
  return new Queries({
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
