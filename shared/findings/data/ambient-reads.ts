import { type AmbientKind, type AmbientValue, ambientValues } from "../../sql/probe/ambient-values.ts";
import { goldRange } from "../checked-phase.ts";
import { checkFamily, defineRules } from "../rule.ts";

const rules = defineRules({
  "gold-reads-clock": {
    severity: { warning: "the clock runs", info: "it is pinned" },
    meaning:
      "The gold reads the clock, so its result changes from day to day, while the data ends in the past.",
    fix: "Write the intended date.",
  },
  "gold-reads-random": {
    severity: "warning",
    meaning: "The gold uses a random value, so two runs of a right answer differ.",
    fix: "Derive the value from the data.",
  },
  "gold-reads-session": {
    severity: "warning",
    meaning: "The gold reads a value of the session, which differs between servers and users.",
    fix: "Write the intended value.",
  },
});

/** Whether the gold reads what is not in the data. */
export const ambientReads = checkFamily({
  topic: "gold",
  needs: "data",
  about: "values that the gold reads from outside the data",
  evenIfGoldFails: true,
  rules,
  async *check({ trees, part, clock }) {
    for (const [statement, tree] of trees.entries())
      for (const value of ambientValues(tree)) {
        const { what, advice } = means[value.kind];
        const pinned = value.kind === "clock" && clock !== null ? `, which was pinned to ${clock}` : "";
        const found = {
          where: goldRange(statement, value),
          message: `The gold of phase ${part.phase} ${what} (${calledAs(value)})${pinned}. ${advice}`,
        };
        if (value.kind === "clock")
          yield { rule: "gold-reads-clock", severity: pinned === "" ? "warning" : "info", ...found };
        else yield { rule: `gold-reads-${value.kind}` as const, ...found };
      }
  },
});

const means: Record<AmbientKind, { what: string; advice: string }> = {
  clock: {
    what: "reads the clock",
    advice: "Its result changes from day to day, while the data ends in the past. Write the intended date.",
  },
  random: {
    what: "uses a random value",
    advice: "Two runs of a right answer differ. Derive the value from the data.",
  },
  session: {
    what: "reads a value of the session",
    advice: "It differs between servers and users. Write the intended value.",
  },
};

function calledAs({ name }: AmbientValue): string {
  return name.startsWith("'") ? name : name.toUpperCase();
}
