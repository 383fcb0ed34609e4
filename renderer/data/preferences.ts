import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { z } from "zod";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";

type Preferences = Record<string, unknown>;

/** How long a preference rests before it is sent, in milliseconds: dragging a pane is one change, not fifty. */
const restMs = 250;

/** What was changed in this window: it holds here, whatever an answer says that was on its way meanwhile. */
const changedHere = new Map<string, unknown>();

/** Everything that this person's windows remember across starts. */
export const preferencesQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.preferences,
    queryFn: async ({ signal }): Promise<Preferences> => {
      const kept = await client.session.viewState(undefined, { signal });
      return { ...kept, ...Object.fromEntries(changedHere) };
    },
  });

/** Somebody else is at this window: what they had set counts. */
export const forgetChangedHere = (): void => changedHere.clear();

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

/** A preference of several parts, and how to change some of them: of what it is now, which may be newer than what was drawn. */
export function usePreferenceParts<T extends object>(
  key: string,
  schema: z.ZodType<T>,
  fallback: T,
): [T, (change: Partial<T>) => void] {
  const queries = useQueryClient();
  const [value, set] = usePreference(key, schema, fallback);
  const change = useCallback(
    (parts: Partial<T>) => {
      const now = schema.safeParse(queries.getQueryData<Preferences>(keys.preferences)?.[key]);
      set({ ...(now.success ? now.data : fallback), ...parts });
    },
    [queries, key, schema, fallback, set],
  );
  return [value, change];
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

/** Changes a preference at once in this window, and a moment later where it is kept. */
export function setPreference(client: Client, queries: QueryClient, key: string, value: unknown): void {
  changedHere.set(key, value);
  queries.setQueryData<Preferences>(keys.preferences, (all) => ({ ...all, [key]: value }));
  clearTimeout(resting.get(key)?.timer);
  const send = (): void => {
    resting.delete(key);
    // A pane size that could not be kept is not worth a word: it holds for this window all the same.
    client.session.setViewState({ key, value }).catch(() => {});
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
