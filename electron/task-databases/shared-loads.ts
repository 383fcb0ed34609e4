import type { LoadProgress, TemplateRef } from "../engines/engine.ts";

type Load = (signal: AbortSignal, onProgress: (progress: LoadProgress) => void) => Promise<TemplateRef>;

interface Waiting {
  signal?: AbortSignal | undefined;
  onLoading?(progress: LoadProgress): void;
}

/** Loads that several may wait for; each is done once, and stopped when nobody waits for it any more. */
export interface SharedLoads {
  /** What the load of that key gives; it is started unless it is there or under way. Rejects with its error or with the caller's signal's reason. */
  ask(key: string, load: Load, waiting: Waiting): Promise<TemplateRef>;
}

interface Shared {
  ref: Promise<TemplateRef>;
  waiting: Set<Waiting>;
  stop: AbortController;
  /** How far it is, for whoever comes later. */
  progress: LoadProgress | null;
  isDone: boolean;
}

export function createSharedLoads(): SharedLoads {
  const loads = new Map<string, Shared>();

  function start(key: string, load: Load): Shared {
    const common: Omit<Shared, "ref"> = {
      ...{ waiting: new Set(), stop: new AbortController(), progress: null, isDone: false },
    };
    const ref = load(common.stop.signal, (progress) => {
      common.progress = progress;
      for (const { onLoading } of common.waiting) onLoading?.(progress);
    });
    const shared: Shared = Object.assign(common, { ref });
    loads.set(key, shared);
    ref.then(
      () => {
        shared.isDone = true;
      },
      () => loads.get(key) === shared && loads.delete(key),
    );
    return shared;
  }

  return {
    async ask(key, load, who) {
      who.signal?.throwIfAborted();
      const shared = loads.get(key) ?? start(key, load);
      if (shared.isDone) return shared.ref;
      shared.waiting.add(who);
      if (shared.progress !== null) who.onLoading?.(shared.progress);
      const { promise: left, reject } = Promise.withResolvers<never>();
      const leave = () => reject(who.signal?.reason);
      who.signal?.addEventListener("abort", leave, { once: true });
      try {
        return await Promise.race([shared.ref, left]);
      } finally {
        who.signal?.removeEventListener("abort", leave);
        shared.waiting.delete(who);
        if (shared.waiting.size === 0 && !shared.isDone) {
          // Whoever asks next must not get what is being stopped.
          loads.delete(key);
          shared.stop.abort(new Error("nothing is waiting for this database any more"));
        }
      }
    },
  };
}
