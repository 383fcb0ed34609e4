import { put } from "../at-node.ts";
import type { Mutation, MutationOperator } from "../operator.ts";

const others: Record<string, readonly (readonly [text: string, meaning: string])[]> = {
  VIEW: [
    ["TABLE", "a table of how it is now instead of a view that follows the data"],
    ["MATERIALIZED VIEW", "a materialized view, filled once, instead of one that follows the data"],
    ["TEMPORARY VIEW", "a view for this session only"],
  ],
  "MATERIALIZED VIEW": [
    ["VIEW", "a view that follows the data instead of one that is filled once"],
    ["TABLE", "a table instead of a materialized view"],
  ],
  TABLE: [
    ["TEMPORARY TABLE", "a table for this session only"],
    ["UNLOGGED TABLE", "a table that a crash empties"],
  ],
  INDEX: [["UNIQUE INDEX", "an index that also forbids equal values"]],
  "UNIQUE INDEX": [["INDEX", "an index that allows equal values"]],
};
/** What SQLite has no word for. */
const notInSqlite = /MATERIALIZED|UNLOGGED/;

/** Something else that is made: a table instead of a view, or for this session only. */
export const statementKind: MutationOperator = {
  id: "statement-kind",
  topic: "statement",
  kinds: ["create-as", "command"],
  *mutationsAt({ tree, node }): Generator<Mutation> {
    const head = tree.tokens.slice(node.start, node.start + 3);
    const [create, first, second] = head.map(({ text }) => text.toUpperCase());
    if (create !== "CREATE" || first === undefined || head[1] === undefined) return;
    const isTwoWords = others[`${first} ${second}`] !== undefined;
    const range = { from: head[1].from, to: (isTwoWords ? head[2] : head[1])?.to ?? head[1].to };
    for (const [text, meaning] of others[isTwoWords ? `${first} ${second}` : first] ?? [])
      if (tree.dialect === "postgresql" || !notInSqlite.test(text))
        yield { splices: [put(range, text)], meaning };
    const name = head[2];
    if (first === "FUNCTION" && name !== undefined && tree.dialect === "postgresql")
      yield {
        splices: [put(name, `pg_temp.${name.text}`)],
        meaning: "a function for this session only",
      };
  },
};
