import { childOf, put, quote, words } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const others: Record<string, readonly (readonly [text: string, meaning: (table: string) => string])[]> = {
  left: [
    ["JOIN", (table) => `only rows with a match in ${table} instead of all`],
    ["RIGHT JOIN", (table) => `every row of ${table} instead of every row before it`],
    ["FULL JOIN", (table) => `also rows of ${table} without a match`],
  ],
  right: [
    ["JOIN", (table) => `only rows of ${table} with a match instead of all`],
    ["LEFT JOIN", (table) => `every row before ${table} instead of every row of it`],
    ["FULL JOIN", () => "also rows before it without a match"],
  ],
  full: [
    ["JOIN", () => "only rows that match instead of all"],
    ["LEFT JOIN", (table) => `without rows of ${table} that have no match`],
    ["RIGHT JOIN", (table) => `without rows that have no match in ${table}`],
  ],
  inner: [
    ["LEFT JOIN", (table) => `also rows without a match in ${table}`],
    ["RIGHT JOIN", (table) => `also rows of ${table} without a match`],
  ],
};

/** Whether rows without a match stay. */
export const joinType: MutationOperator = {
  id: "join-type",
  topic: "join",
  kinds: ["join"],
  *mutationsAt({ tree, node }) {
    const type = childOf(node, "join-type");
    const table = node.children[1];
    const said = words(tree, type);
    const isConditional = childOf(node, "on") !== undefined || childOf(node, "using") !== undefined;
    if (type === undefined || table === undefined || !isConditional || said.includes("NATURAL")) return;
    const kind = /LEFT|RIGHT|FULL/.exec(said)?.[0].toLowerCase() ?? "inner";
    const name = quote(tree, table.children[0] ?? table);
    for (const [text, meaning] of others[kind] ?? [])
      yield { splices: [put(type, text)], meaning: meaning(name.length > 30 ? "the joined query" : name) };
  },
};
