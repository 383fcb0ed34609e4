import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { z } from "zod";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";

type Preferences = Record<string, unknown>;

/** How long a preference rests before it is sent, in milliseconds: dragging a pane is one change, not fifty. */
const restMs = 250;

/** Everything that this person's windows remember across starts. */
export const preferencesQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.preferences,
    queryFn: ({ signal }) => client.session.preferences(undefined, { signal }),
  });

/** A small value that is remembered across starts, checked by its schema; what does not fit it counts as absent. */
export function usePreference<T>(key: string, schema: z.ZodType<T>, fallback: T): [T, (value: T) => void] {
  const client = useClient();
  const queries = useQueryClient();
  const stored = useSuspenseQuery({
    ...preferencesQuery(client),
    select: (all: Preferences) => all[key],
  }).data;
  const value = useMemo(() => {
    const parsed = schema.safeParse(stored);
    return parsed.success ? parsed.data : fallback;
  }, [stored, schema, fallback]);
  const set = useCallback((next: T) => setPreference(client, queries, key, next), [client, queries, key]);
  return [value, set];
}

/** The preferences as a store that is read and written without drawing anything anew. */
export function usePreferenceStore() {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(
    () => ({
      get: (key: string) => queries.getQueryData<Preferences>(keys.preferences)?.[key],
      set: (key: string, value: unknown) => setPreference(client, queries, key, value),
    }),
    [client, queries],
  );
}

const resting = new Map<string, { timer: ReturnType<typeof setTimeout>; send(): void }>();

function setPreference(client: Client, queries: QueryClient, key: string, value: unknown): void {
  queries.setQueryData<Preferences>(keys.preferences, (all) => ({ ...all, [key]: value }));
  clearTimeout(resting.get(key)?.timer);
  const send = (): void => {
    resting.delete(key);
    // A pane size that could not be kept is not worth a word: it holds for this window all the same.
    client.session.setPreference({ key, value }).catch(() => {});
  };
  resting.set(key, { timer: setTimeout(send, restMs), send });
}

/** Sends what still rests when the window is hidden or closed; gives back how to stop. */
export function flushPreferencesOnHide(): () => void {
  const onHide = (): void => {
    for (const { timer, send } of [...resting.values()]) {
      clearTimeout(timer);
      send();
    }
  };
  window.addEventListener("pagehide", onHide);
  document.addEventListener("visibilitychange", onHide);
  return () => {
    window.removeEventListener("pagehide", onHide);
    document.removeEventListener("visibilitychange", onHide);
  };
}
