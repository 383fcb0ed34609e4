import type { Task } from "#shared/domain/task.ts";
import { hashOf } from "./certificate-hashes.ts";

/** What was found out by running something, as JSON, by a hash of all that it depends on. */
export type CachedOutcomes = Record<string, unknown>;

/** Outcomes for certificates: what is known is not run again. */
export interface Outcomes {
  /**
   * What `make` gives for these inputs, which have to name all that it depends on; known outcomes without making it. Values are
   * JSON; one that `isLasting` refuses is made anew the next time.
   */
  recall<Value>(
    what: string,
    inputs: unknown,
    make: () => Promise<Value>,
    isLasting?: (value: Value) => boolean,
  ): Promise<Value>;
  /** All that was asked for until now. */
  used(): CachedOutcomes;
}

/** Outcomes with what an earlier certificate was made from. */
export function createOutcomes(known: CachedOutcomes = {}): Outcomes {
  const used = new Map<string, unknown>();
  const making = new Map<string, Promise<unknown>>();
  return {
    async recall<Value>(
      what: string,
      inputs: unknown,
      make: () => Promise<Value>,
      isLasting: (value: Value) => boolean = () => true,
    ) {
      const key = `${what} ${hashOf(inputs)}`;
      if (!used.has(key) && Object.hasOwn(known, key)) used.set(key, known[key]);
      if (used.has(key)) return used.get(key) as Value;
      const made = (making.get(key) ?? make()) as Promise<Value>;
      making.set(key, made);
      try {
        const value = await made;
        if (isLasting(value)) used.set(key, value);
        return value;
      } finally {
        making.delete(key);
      }
    },
    used: () => Object.fromEntries(used),
  };
}

/**
 * What of a task the outcome of SQL and tests in a phase can depend on: all but what people say and hear, and in phase 1 all
 * but the follow-up.
 */
export function textsOfPhase(task: Task, phase: 1 | 2): object {
  const { ambiguities: _, ambiguousQuestion, clearQuestion, knowledgeIds, battery, followUp, ...rest } = task;
  if (phase === 1 || followUp === null) return { ...rest, hasFollowUp: followUp !== null };
  const { question, knowledgeIds: others, ...own } = followUp;
  return { ...rest, followUp: own };
}
