import { type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import type { Speech } from "./speech.ts";

/** "the cost, highest first, then name in ascending order". */
export function orderPhrase(speech: Speech, order: SqlNode): string {
  return order.children.map((item) => orderItemPhrase(speech, item)).join(", then by ");
}

/** "cost, the highest first". */
export function orderItemPhrase(speech: Speech, item: SqlNode): string {
  const [key] = item.children;
  const direction = isDescending(speech, item) ? "the highest first" : "the lowest first";
  const nulls = item.children.find(({ kind }) => kind === "nulls-order");
  const missing =
    nulls === undefined
      ? ""
      : `, missing values ${/first/i.test(textOf(speech.tree, nulls)) ? "first" : "last"}`;
  const phrase =
    key?.kind === "number" ? `column ${textOf(speech.tree, key)} of the result` : speech.noun(key);
  return `${phrase}, ${direction}${missing}`;
}

/** Whether an item of ORDER BY counts down. */
export function isDescending({ tree }: Speech, item: SqlNode): boolean {
  return item.children.some(
    (child) => child.kind === "order-direction" && /^desc$/i.test(textOf(tree, child)),
  );
}
