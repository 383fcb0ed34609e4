/** Tasks that work on many of them leaves out, counted by the reason. */
export interface PassedOver {
  add(why: string): void;
  /** Null where none was left out. */
  sentence(): string | null;
}

export function createPassedOver(): PassedOver {
  const reasons = new Map<string, number>();
  return {
    add: (why) => void reasons.set(why, (reasons.get(why) ?? 0) + 1),
    sentence() {
      if (reasons.size === 0) return null;
      return [...reasons]
        .map(([why, tasks]) => `${tasks} ${tasks === 1 ? "task was" : "tasks were"} skipped: ${why}`)
        .join(" ");
    },
  };
}
