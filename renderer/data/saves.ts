import { create } from "zustand";

/** A save that is not acknowledged yet; `error` says why the last attempt failed. */
export interface PendingSave {
  id: number;
  what: string;
  error: string | null;
  retry: (() => void) | null;
}

interface Saves {
  pending: readonly PendingSave[];
  /** When the last save was acknowledged, ISO 8601. */
  lastSavedAt: string | null;
}

/** Saves under way in this window: the status bar shows them, and closing the window waits for them. */
export const useSaves = create<Saves>(() => ({ pending: [], lastSavedAt: null }));

/** One save from its start to its acknowledgement. */
export interface SaveHandle {
  /** The back end acknowledged it. */
  done(): void;
  /** It did not get through; it counts as not saved until it is done or dropped. `retry` is offered in the status bar. */
  failed(error: string, retry?: () => void): void;
  /** It is under way again. */
  again(): void;
  /** The person gave it up. */
  drop(): void;
}

let nextId = 1;

/** Announces a save: `const save = beginSave("verdict on item 412")`, then `save.done()` or `save.failed(text, retry)`. */
export function beginSave(what: string): SaveHandle {
  const id = nextId++;
  useSaves.setState(({ pending }) => ({ pending: [...pending, { id, what, error: null, retry: null }] }));
  const change = (part: Partial<PendingSave>): void =>
    useSaves.setState(({ pending }) => ({
      pending: pending.map((save) => (save.id === id ? { ...save, ...part } : save)),
    }));
  const remove = (): void =>
    useSaves.setState(({ pending }) => ({ pending: pending.filter((save) => save.id !== id) }));
  return {
    done: () => {
      remove();
      useSaves.setState({ lastSavedAt: new Date().toISOString() });
    },
    failed: (error, retry) => change({ error, retry: retry ?? null }),
    again: () => change({ error: null, retry: null }),
    drop: remove,
  };
}

/** Asks before the window is closed while something is not saved; gives back how to stop. */
export function guardUnload(): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent): void => {
    if (useSaves.getState().pending.length > 0) event.preventDefault();
  };
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => window.removeEventListener("beforeunload", onBeforeUnload);
}
