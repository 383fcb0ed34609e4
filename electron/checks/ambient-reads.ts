import { type AmbientKind, type AmbientValue, ambientValues } from "#shared/sql/probe/ambient-values.ts";
import type { Check } from "./check.ts";

const means: Record<AmbientKind, { what: string; advice: string }> = {
  clock: {
    what: "reads the clock",
    advice: "Its result changes with the day, while the data ends in the past. Write the date that is meant",
  },
  random: {
    what: "draws a random value",
    advice: "Two runs of a right answer differ. Derive the value from the data",
  },
  session: {
    what: "reads a value of the session",
    advice: "It differs between servers and users. Write the value that is meant",
  },
};

/** gold-reads-clock, gold-reads-random, gold-reads-session: values in the gold that are not in the data. */
export const ambientReads: Check = {
  name: "values that the gold reads beside the data",
  needs: "text",
  async *run({ trees, part, clock }) {
    for (const [statement, tree] of trees.entries())
      for (const value of ambientValues(tree)) {
        const where = { kind: "gold", statement, range: { from: value.from, to: value.to } } as const;
        const { what, advice } = means[value.kind];
        const isPinned = value.kind === "clock" && clock !== null;
        yield {
          rule: `gold-reads-${value.kind}`,
          severity: isPinned ? "info" : "warning",
          where,
          message: `The gold of phase ${part.phase} ${what} (${calledAs(value)})${isPinned ? `, which was pinned to ${clock}` : ""}. ${advice}.`,
        };
      }
  },
};

function calledAs({ name }: AmbientValue): string {
  return name.startsWith("'") ? name : name.toUpperCase();
}
