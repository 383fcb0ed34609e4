import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Another number of rows at most. */
export const limitNumber: MutationOperator = {
  id: "limit-number",
  topic: "limit",
  kinds: ["limit", "fetch"],
  *mutationsAt({ tree, node }) {
    const [amount] = node.children;
    const now = amount === undefined ? Number.NaN : Number(quote(tree, amount));
    if (amount?.kind !== "number" || !Number.isInteger(now)) return;
    const others = new Set([now + 1, Math.floor(now / 2), now * 2, now === 1 ? 3 : 1, now - 1]);
    for (const other of others)
      if (other > 0 && other !== now)
        yield { splices: [put(amount, String(other))], meaning: `at most ${other} rows instead of ${now}` };
    yield { splices: [put(node, "")], meaning: `all rows instead of ${now}` };
  },
};
