import { childOf } from "../../../sql/mutate/at-node.ts";
import { nodesOf, type SqlNode, type SqlTree } from "../../../sql/tree/sql-node.ts";
import { lastNameIn, type SelectBlock } from "../block.ts";
import type { EquivalenceRule } from "../equivalence-rule.ts";
import { treeFacts } from "../tree-facts.ts";

/** A column of a CTE whose name stands nowhere else. */
export const neverRead: EquivalenceRule = {
  id: "never-read",
  because: "The column of the CTE is never read.",
  rewrite(block) {
    const list = childOf(block.select, "select-list");
    const cte = treeFacts(block.tree).ctes.get(block.select);
    if (list === undefined || cte === undefined || !canLose(block, list)) return [];
    const items = list.children.filter(({ kind }) => kind === "select-item");
    const aliases = aliasesOf(block.tree, cte);
    const needless = items.find((item) => !isRead(block, { cte, aliases }, item));
    if (needless === undefined || items.length < 2) return [];
    const kept = items.filter((item) => item !== needless);
    const text = kept.map(({ from, to }) => block.tree.sql.slice(from, to)).join(", ");
    return [{ from: items[0]?.from ?? 0, to: items.at(-1)?.to ?? 0, text }];
  },
};

/** Not where DISTINCT or a number counts the columns, a star takes them all, or a CTE may read itself. */
function canLose({ tree, select }: SelectBlock, list: SqlNode): boolean {
  const { isRecursive, hasStar } = treeFacts(tree);
  const numbered = ["group-by", "order-by"].some((kind) =>
    childOf(select, kind as SqlNode["kind"])?.children.some(
      (one) => one.kind === "number" || one.children[0]?.kind === "number",
    ),
  );
  return childOf(list, "distinct") === undefined && !isRecursive && !hasStar && !numbered;
}

interface NamedCte {
  cte: SqlNode;
  /** What it is called where it is read. */
  aliases: ReadonlySet<string>;
}

function isRead({ tree, select }: SelectBlock, { cte, aliases }: NamedCte, item: SqlNode): boolean {
  const [value] = item.children;
  // What is only cast keeps the name of its column.
  const column = value?.kind === "cast" ? value.children[0] : value;
  const named = childOf(item, "alias") ?? (column?.kind === "column" ? column : undefined);
  if (named === undefined) return true;
  const name = lastNameIn(tree, named);
  const alias = childOf(item, "alias");
  return (treeFacts(tree).places.get(name) ?? []).some((at) => {
    const { from = 0 } = tree.tokens[at] ?? {};
    // Within its own SELECT a name of a column is that of the table, unless it was given here.
    if (from >= select.from && from < select.to)
      return alias !== undefined && (at < alias.start || at >= alias.end);
    if (from < cte.to) return false;
    const isQualified = tree.tokens[at - 1]?.text === ".";
    return !isQualified || aliases.has((tree.tokens[at - 2]?.text ?? "").replaceAll('"', "").toLowerCase());
  });
}

function aliasesOf(tree: SqlTree, cte: SqlNode): Set<string> {
  const named = childOf(cte, "alias");
  const name = named === undefined ? "" : lastNameIn(tree, named);
  const tables = [...nodesOf(tree.root)].filter((node) => {
    const read = childOf(node, "table-name");
    return node.kind === "table" && read !== undefined && lastNameIn(tree, read) === name;
  });
  return new Set([name, ...tables.map((node) => lastNameIn(tree, childOf(node, "alias") ?? node))]);
}
