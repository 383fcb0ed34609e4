/** How much of what runs apart (SQL, Python, dialogues) may run at once for the people of a host. */
export interface TurnLimits {
  /** For one person. */
  each: number;
  /** For all of them. */
  all: number;
}

/** Turns at the workers of a host. */
export interface Turns {
  /** Resolves with how to give the turn back, once it is the person's; rejects with the signal's reason while they wait. */
  take(account: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  account: string;
  begin(): void;
}

/**
 * Shares turns out fairly: nobody has more than their share, and who has the fewest comes next, in the order in which they asked.
 * `onWaiting` hears how many requests of a person wait, whenever that changes.
 */
export const createTurns = (
  limits: TurnLimits,
  onWaiting: (account: string, requests: number) => void,
): Turns => new FairTurns(limits, onWaiting);

class FairTurns implements Turns {
  readonly #limits: TurnLimits;
  readonly #onWaiting: (account: string, requests: number) => void;
  readonly #running = new Map<string, number>();
  readonly #queue: Waiting[] = [];
  #total = 0;

  constructor(limits: TurnLimits, onWaiting: (account: string, requests: number) => void) {
    this.#limits = limits;
    this.#onWaiting = onWaiting;
  }

  take(account: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    let hasWaited = false;
    const onAbort = () => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      this.#tell(account);
      reject(signal?.reason);
    };
    const waiting: Waiting = {
      account,
      begin: () => {
        signal?.removeEventListener("abort", onAbort);
        if (hasWaited) this.#tell(account);
        resolve(this.#givingBack(account));
      },
    };
    this.#queue.push(waiting);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#feed();
    hasWaited = this.#queue.includes(waiting);
    if (hasWaited) this.#tell(account);
    return promise;
  }

  /** How a turn is given back: once, however often it is called. */
  #givingBack(account: string): () => void {
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#total -= 1;
      this.#running.set(account, this.#held(account) - 1);
      if (this.#held(account) === 0) this.#running.delete(account);
      this.#feed();
    };
  }

  #held(account: string): number {
    return this.#running.get(account) ?? 0;
  }

  #tell(account: string): void {
    this.#onWaiting(account, this.#queue.filter((waiting) => waiting.account === account).length);
  }

  #feed(): void {
    for (let next = this.#next(); next !== null && this.#total < this.#limits.all; next = this.#next()) {
      this.#queue.splice(this.#queue.indexOf(next), 1);
      this.#total += 1;
      this.#running.set(next.account, this.#held(next.account) + 1);
      next.begin();
    }
  }

  /** The next request that may begin; null: none may. */
  #next(): Waiting | null {
    const may = this.#queue.filter(({ account }) => this.#held(account) < this.#limits.each);
    return may.toSorted((one, other) => this.#held(one.account) - this.#held(other.account))[0] ?? null;
  }
}

/** The calls that run something in a process or thread apart, or read a text there, while somebody waits for it. */
const callsWithTurns: ReadonlySet<string> = new Set([
  ...["results.evaluateItem", "results.runScratch", "results.runCorrected"],
  ...["databases.schema", "databases.sample"],
  ...["dialogues.act", "dialogues.answer", "dialogues.ask", "dialogues.view"],
  ...["dialogues.compareSubmission", "dialogues.judgeSubmission"],
  ...["taskRuns.run", "taskRuns.runSql", "taskRuns.runTests", "taskRuns.compileTest", "taskRuns.schema"],
  ...["taskRuns.fingerprint", "taskRuns.profileColumns", "taskRuns.readings", "taskRuns.modelReadings"],
  ...["taskRuns.readingsOfTasks"],
  ...["certificates.certify", "certificates.strongerTest", "certificates.changeSet"],
  ...["certificates.importExceptions", "taskRuns.evaluatePredictions"],
  ...["bundles.outline", "bundles.open", "bundles.previewWork", "bundles.importWork"],
  ...["judges.import", "projects.preview", "projects.import"],
  ...["tasks.create", "tasks.import", "tasks.previewImport", "tasks.statistics"],
]);

export const takesTurn = (call: string): boolean => callsWithTurns.has(call);
