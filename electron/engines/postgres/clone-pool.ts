import type { Clone, Clones } from "./clones.ts";

/** The clones of one database that are ready to be taken, with their sessions open. */
export interface ClonePool {
  /** A pristine clone: one that was given back clean, one made ahead, or else one made now. */
  take(): Promise<Clone>;
  /** Somebody is about to need another clone: makes one ahead, in the background. */
  expect(): void;
  /** Takes back a clone that nobody has changed. */
  giveBack(clone: Clone): void;
  /** Drops a clone in the background. */
  discard(clone: Clone): void;
  /** Waits for what is being made and dropped; what is left then is dropped with everything else of this start. */
  close(): Promise<void>;
}

/** As many clones are made ahead once a state has been written to … */
const sparesAhead = 2;
/** … and no more than this wait for use: each takes the size of its database on the server's disk. */
const mostSpares = 4;
/** Each DROP DATABASE waits for a checkpoint, which is cheap right after another one: clones are dropped in lots. */
const lotToDrop = 8;
const restMs = 1000;

/** Keeps clones of one template ready. */
export function createClonePool(clones: Clones, source: string): ClonePool {
  const spares: Promise<Clone | null>[] = [];
  const used: Clone[] = [];
  let dropping: Promise<unknown> = Promise.resolve();
  let rest: NodeJS.Timeout | undefined;
  let closed = false;

  async function makeAhead(): Promise<Clone | null> {
    try {
      const clone = await clones.make(source);
      await clones.session(clone);
      return clone;
    } catch {
      // Whoever takes the next clone makes it itself and gets the error.
      return null;
    }
  }

  function dropUsed(): void {
    clearTimeout(rest);
    const lot = used.splice(0);
    dropping = dropping.then(async () => {
      // What cannot be dropped now (the server is away) is dropped with everything else at the end, or as an orphan.
      for (const clone of lot) if (!closed) await clones.drop(clone).catch(() => {});
    });
  }

  function discard(clone: Clone): void {
    clone.session?.destroy();
    used.push(clone);
    clearTimeout(rest);
    if (used.length < lotToDrop) rest = setTimeout(dropUsed, restMs);
    else dropUsed();
  }

  return {
    async take() {
      for (let spare = spares.shift(); spare !== undefined; spare = spares.shift()) {
        const clone = await spare;
        if (clone !== null) return clone;
      }
      return clones.make(source);
    },
    expect() {
      while (spares.length < sparesAhead) spares.push(makeAhead());
    },
    giveBack(clone) {
      if (spares.length < mostSpares) spares.unshift(Promise.resolve(clone));
      else discard(clone);
    },
    discard,
    async close() {
      closed = true;
      clearTimeout(rest);
      await Promise.all(spares.splice(0));
      await dropping;
    },
  };
}
