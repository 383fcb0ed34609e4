import { mayWrite } from "#shared/sql/may-write.ts";
import type { Check } from "./check.ts";
import { wholeGold } from "./gold-locations.ts";

const rowChanges = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** gold-changes-nothing, query-changes-data: whether the gold changes the data as its category says. */
export const effect: Check = {
  name: "whether the gold changes what it should",
  needs: "gold",
  async *run(phase) {
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
        severity: "warning",
        where: wholeGold(part.goldSql.length - 1),
        message: `The gold of phase ${part.phase} changes no row, so that doing nothing is as good. Correct its condition, or ask for a change that the data allows.`,
      };
    const writes = part.goldSql.findIndex((sql) => mayWrite(sql, dialect));
    if (part.category === "Query" && writes >= 0)
      yield {
        rule: "query-changes-data",
        severity: "warning",
        where: wholeGold(writes),
        message: `Phase ${part.phase} is a query, but its gold may change the database, which its test does not look at. Make it a management task, or write it as a query.`,
      };
  },
};
