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
  /** Drops what is ready and waits for what is being made and dropped. */
  close(): Promise<void>;
}

/** More than this many clones do not wait for use: each takes the size of its database on the server's disk. */
const mostSpares = 4;

export function createClonePool(clones: Clones, source: string): ClonePool {
  const spares: Promise<Clone | null>[] = [];
  const dropping = new Set<Promise<void>>();

  async function makeAhead(): Promise<Clone | null> {
    try {
      const clone = await clones.make(source);
      await clones.session(clone);
      return clone;
    } catch {
      // Whoever takes next makes a clone itself and is told what is wrong.
      return null;
    }
  }

  function discard(clone: Clone) {
    // What cannot be dropped now (the server is away) is dropped with everything else at the end, or as an orphan.
    const drop = clones.drop(clone).catch(() => {});
    dropping.add(drop);
    drop.then(() => dropping.delete(drop));
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
      if (spares.length < mostSpares) spares.push(makeAhead());
    },
    giveBack(clone) {
      if (spares.length < mostSpares) spares.unshift(Promise.resolve(clone));
      else discard(clone);
    },
    discard,
    async close() {
      for (const clone of await Promise.all(spares.splice(0))) if (clone !== null) discard(clone);
      await Promise.all(dropping);
    },
  };
}
