import { nameOf } from "../../lex.ts";
import type { SqlNode } from "../../tree/sql-node.ts";
import { quote } from "../at-node.ts";
import type { Mutation, MutationOperator, MutationSite } from "../operator.ts";

/** A unique key over a column more or less: a test that only asks whether there is a key lets it pass. */
export const keyColumns: MutationOperator = {
  id: "key-columns",
  topic: "duplicates",
  kinds: ["group"],
  *mutationsAt(site): Generator<Mutation> {
    const { tree, node } = site;
    if (!isUniqueKey(site)) return;
    const columns = node.children.filter(({ kind }) => kind === "item");
    const last = columns.at(-1);
    const added = last === undefined ? null : columnToAdd(site, columns);
    if (last !== undefined && added !== null)
      yield {
        splices: [{ from: last.to, to: last.to, text: `, ${added}` }],
        meaning: `a key over ${added}, too`,
      };
    for (const [at, column] of columns.entries()) {
      const [before, after] = [columns[at - 1], columns[at + 1]];
      const [from, to] = before === undefined ? [column.from, after?.from] : [before.to, column.to];
      if (to === undefined) continue;
      yield { splices: [{ from, to, text: "" }], meaning: `a key without ${quote(tree, column)}` };
    }
  },
};

/** Whether a group in parentheses holds the columns of UNIQUE, PRIMARY KEY or a unique index. */
function isUniqueKey({ tree, node, parents }: MutationSite): boolean {
  const before = tree.tokens.slice(0, node.start).map(({ text }) => text.toUpperCase());
  if (before.at(-1) === "UNIQUE" || (before.at(-1) === "KEY" && before.at(-2) === "PRIMARY")) return true;
  const start = parents.find(({ kind }) => kind === "command")?.start ?? 0;
  return before.slice(start, start + 3).join(" ") === "CREATE UNIQUE INDEX" && before.includes("ON");
}

/** Another column of the table that the key is of, its own key first: with that every row is unique. Null in a new table. */
function columnToAdd(site: MutationSite, columns: readonly SqlNode[]): string | null {
  const { tree, schema } = site;
  const used = new Set(columns.flatMap(({ start }) => nameOf(tree.tokens[start])?.toLowerCase() ?? []));
  const table = schema?.tables.find(({ name }) => name.toLowerCase() === tableOf(site));
  const others = table?.columns.filter(({ name }) => !used.has(name.toLowerCase())) ?? [];
  return (others.find(({ primaryKey }) => primaryKey) ?? others[0])?.name ?? null;
}

/** ALTER TABLE [ONLY] name, CREATE UNIQUE INDEX … ON [ONLY] name. */
function tableOf({ tree, node, parents }: MutationSite): string | null {
  const start = parents.find(({ kind }) => kind === "command")?.start ?? node.start;
  const words = tree.tokens.slice(start, node.start);
  const at = words.findIndex(({ text }) => /^(?:table|on)$/i.test(text));
  const name = words.slice(at + 1).find(({ text }) => !/^(?:if|exists|only)$/i.test(text));
  return at < 0 ? null : (nameOf(name)?.toLowerCase() ?? null);
}
