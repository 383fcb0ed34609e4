import { mayWrite } from "../../sql/may-write.ts";
import { wholeGold } from "../checked-phase.ts";
import { checkFamily, defineRules } from "../rule.ts";

const rowChanges = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

const rules = defineRules({
  "gold-changes-nothing": {
    severity: "warning",
    meaning:
      "The INSERT, UPDATE or DELETE of the gold changes no row, so an answer that does nothing also passes.",
    fix: "Correct its condition, or ask for a change that the data allows.",
  },
  "query-changes-data": {
    severity: "warning",
    meaning: "The category is Query, but the gold may change the database; no test checks that.",
    fix: "Make it a management task, or write the gold as a query.",
  },
});

/** Whether the gold changes the data as its category says. */
export const effect = checkFamily({
  topic: "gold",
  needs: "data",
  about: "whether the gold changes what it should",
  rules,
  async *check(phase) {
    const { part, dialect } = phase;
    const { texts } = await phase.gold();
    const results = texts.flat();
    const touched = results.filter(({ command }) => rowChanges.has(command));
    if (
      touched.length > 0 &&
      touched.length === results.length &&
      touched.every(({ affected }) => affected === 0)
    )
      yield {
        rule: "gold-changes-nothing",
        where: wholeGold(part.goldSql.length - 1),
        message: `The gold of phase ${part.phase} changes no row, so an answer that does nothing also passes. Correct its condition, or ask for a change that the data allows.`,
      };
    const writes = part.goldSql.findIndex((sql) => mayWrite([sql], dialect));
    if (part.category === "Query" && writes >= 0)
      yield {
        rule: "query-changes-data",
        where: wholeGold(writes),
        message: `Phase ${part.phase} is a query, but its gold may change the database, which its test does not check. Make it a management task, or write the gold as a query.`,
      };
  },
});
