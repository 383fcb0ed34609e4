import { calledName } from "../../sql/propose/detail.ts";
import { type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import type { Speech } from "./speech.ts";

/** "cost, the highest first, then by name, from A to Z". */
export function orderPhrase(speech: Speech, order: SqlNode): string {
  return order.children.map((item) => orderItemPhrase(speech, item)).join(", then by ");
}

/** "cost, the highest first". */
export function orderItemPhrase(speech: Speech, item: SqlNode): string {
  const [key] = item.children;
  const [up, down] = directions[orderedAs(speech, key)];
  const direction = isDescending(speech, item) ? down : up;
  const nulls = item.children.find(({ kind }) => kind === "nulls-order");
  const missing =
    nulls === undefined
      ? ""
      : `, missing values ${/first/i.test(textOf(speech.tree, nulls)) ? "first" : "last"}`;
  const phrase =
    key?.kind === "number" ? `column ${textOf(speech.tree, key)} of the result` : speech.noun(key);
  return `${phrase}, ${direction}${missing}`;
}

const directions = {
  text: ["from A to Z", "from Z to A"],
  moment: ["the earliest first", "the latest first"],
  number: ["the lowest first", "the highest first"],
} as const;

/** What the values of a key seem to be, by what it is called or made with. */
function orderedAs({ tree }: Speech, key: SqlNode | undefined): keyof typeof directions {
  if (key?.kind === "call") return textCalls.test(calledName(tree, key)) ? "text" : "number";
  if (key?.kind !== "column") return "number";
  const name = textOf(tree, key);
  if (/(?:_at|_on|date|timestamp)$/i.test(name)) return "moment";
  return /(?:name|title)$/i.test(name) ? "text" : "number";
}

const textCalls = /^(?:upper|lower|initcap|b?trim|concat|string_agg)$/;

/** Whether an item of ORDER BY counts down. */
export function isDescending({ tree }: Speech, item: SqlNode): boolean {
  return item.children.some(
    (child) => child.kind === "order-direction" && /^desc$/i.test(textOf(tree, child)),
  );
}
