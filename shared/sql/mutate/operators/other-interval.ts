import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const interval = /'(\d+)\s*(second|minute|hour|day|week|month|year)(s?)'/i;
const larger: Record<string, string> = {
  second: "minute",
  minute: "hour",
  hour: "day",
  day: "week",
  week: "month",
  month: "year",
};

/** A longer or shorter time. */
export const otherInterval: MutationOperator = {
  id: "other-interval",
  topic: "constant",
  kinds: ["typed-literal", "string"],
  *mutationsAt({ tree, node }) {
    const text = quote(tree, node);
    const [whole, amount, unit] = interval.exec(text) ?? [];
    if (whole === undefined || amount === undefined || unit === undefined) return;
    const now = Number(amount);
    const others: [number, string][] = [
      [now * 2, unit],
      [Math.max(1, Math.round(now / 2)), unit],
      [unit.toLowerCase() === "minute" ? 60 : now + 1, unit],
      [now, larger[unit.toLowerCase()] ?? unit],
    ];
    for (const [count, other] of others) {
      const said = `${count} ${other}${count === 1 ? "" : "s"}`;
      if (`'${said}'` !== whole)
        yield {
          splices: [put(node, text.replace(whole, `'${said}'`))],
          meaning: `${said} instead of ${whole.replaceAll("'", "")}`,
        };
    }
  },
};
