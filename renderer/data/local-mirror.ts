import type { z } from "zod";

/**
 * Small values written at once to the browser's own storage, so that a crash between a key press and the back end's
 * acknowledgement loses no word. `scope` keeps workspaces and people apart.
 */
export interface LocalMirror {
  read<T>(key: string, schema: z.ZodType<T>): T | null;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** The keys that begin so. */
  keys(prefix: string): string[];
}

/** A mirror in `storage`; where that is denied or full nothing is mirrored, and only the back end's own drafts remain. */
export function localMirror(storage: Storage, scope: string): LocalMirror {
  const full = (key: string) => `querent|${scope}|${key}`;
  return {
    read: (key, schema) => {
      const text = attempt(() => storage.getItem(full(key)));
      if (text === null || text === undefined) return null;
      const parsed = schema.safeParse(attempt(() => JSON.parse(text)));
      return parsed.success ? parsed.data : null;
    },
    write: (key, value) => {
      attempt(() => storage.setItem(full(key), JSON.stringify(value)));
    },
    remove: (key) => {
      attempt(() => storage.removeItem(full(key)));
    },
    keys: (prefix) => {
      const start = full(prefix);
      const all = attempt(() => Object.keys(storage)) ?? [];
      return all.filter((key) => key.startsWith(start)).map((key) => key.slice(full("").length));
    },
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
