import { type QueryClient, queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { ViewState } from "#shared/settings/view-state.ts";
import { type Client, useClient } from "./client.ts";
import { keys } from "./keys.ts";

type Remembered = Record<string, unknown>;

/** How long a change rests before it is sent, in milliseconds: dragging a pane is one change, not fifty. */
const restMs = 250;

/** What was changed in this window: it counts here, whatever an answer says that was on its way meanwhile. */
const changedHere = new Map<string, unknown>();
const listeners = new Set<() => void>();

/** What draws a remembered value is told within the event that changed it. */
function onChangedHere(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const tellListeners = (): void => {
  for (const listener of [...listeners]) listener();
};

/** Everything that this person's windows remember across starts. */
export const viewStateQuery = (client: Client) =>
  queryOptions({
    queryKey: keys.viewState,
    queryFn: async ({ signal }): Promise<Remembered> => {
      const stored = await client.session.viewState(undefined, { signal });
      return { ...stored, ...Object.fromEntries(changedHere) };
    },
  });

/** Somebody else is at this window: what they had set counts. */
export const forgetChangedHere = (): void => {
  changedHere.clear();
  tellListeners();
};

/**
 * What is remembered, checked by its schema, and how to remember something else. What was changed here is not read from the cache,
 * which tells of it a moment later: a field would lose what is typed within that moment.
 */
export function useViewState<Value>(entry: ViewState<Value>): [Value, (value: Value) => void] {
  const { key, schema, default: fallback } = entry;
  const client = useClient();
  const queries = useQueryClient();
  const cached = useSuspenseQuery({
    ...viewStateQuery(client),
    select: (all: Remembered) => all[key],
  }).data;
  const changed = useSyncExternalStore(onChangedHere, () => changedHere.get(key));
  const stored = changed === undefined ? cached : changed;
  const value = useMemo(() => {
    const parsed = schema.safeParse(stored);
    return parsed.success ? parsed.data : fallback;
  }, [stored, schema, fallback]);
  const set = useCallback(
    (next: Value) => rememberViewState(client, queries, key, next),
    [client, queries, key],
  );
  return [value, set];
}

/** What is remembered in several parts, and how to change some: of what it is now, which may be newer than what was drawn. */
export function useViewStateParts<Value extends object>(
  entry: ViewState<Value>,
): [Value, (change: Partial<Value>) => void] {
  const { key, schema, default: fallback } = entry;
  const queries = useQueryClient();
  const [value, set] = useViewState(entry);
  const change = useCallback(
    (parts: Partial<Value>) => {
      const now = schema.safeParse(queries.getQueryData<Remembered>(keys.viewState)?.[key]);
      set({ ...(now.success ? now.data : fallback), ...parts });
    },
    [queries, key, schema, fallback, set],
  );
  return [value, change];
}

/** What is remembered, as a store that is read and written without drawing anything anew. */
export function useViewStateStore() {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(
    () => ({
      get: (key: string) => queries.getQueryData<Remembered>(keys.viewState)?.[key],
      set: (key: string, value: unknown) => rememberViewState(client, queries, key, value),
    }),
    [client, queries],
  );
}

const resting = new Map<string, { timer: ReturnType<typeof setTimeout>; send(): void }>();

/** Changes what is remembered at once in this window, and a moment later where it is stored. */
export function rememberViewState(client: Client, queries: QueryClient, key: string, value: unknown): void {
  changedHere.set(key, value);
  queries.setQueryData<Remembered>(keys.viewState, (all) => ({ ...all, [key]: value }));
  tellListeners();
  clearTimeout(resting.get(key)?.timer);
  const send = (): void => {
    resting.delete(key);
    // A pane size that could not be saved is not worth a notice: this window has it all the same.
    client.session.setViewState({ key, value }).catch(() => {});
  };
  resting.set(key, { timer: setTimeout(send, restMs), send });
}

/** Sends what still rests when the window is hidden or closed; gives back how to stop. */
export function flushViewStateOnHide(): () => void {
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
