import { callArguments, callName, counted, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Another number of decimals. */
export const roundingDigits: MutationOperator = {
  id: "rounding-digits",
  topic: "rounding",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    if (!["round", "trunc"].includes(callName(tree, node))) return;
    const [value, digits] = callArguments(node);
    if (value === undefined) return;
    if (digits === undefined) {
      for (const count of [1, 2])
        yield {
          splices: [{ from: value.to, to: value.to, text: `, ${count}` }],
          meaning: `${counted(count, "decimal")} instead of none`,
        };
      return;
    }
    const now = Number(quote(tree, digits));
    if (digits.kind !== "number" || !Number.isInteger(now)) return;
    for (const count of new Set([now - 1, now + 1, 0, now + 2]))
      if (count >= 0 && count !== now)
        yield {
          splices: [put(digits, String(count))],
          meaning: `${counted(count, "decimal")} instead of ${now}`,
        };
  },
};
