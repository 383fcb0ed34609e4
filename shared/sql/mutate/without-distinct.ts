import type { TextRange } from "../../domain/finding.ts";
import { nodesOf, type SqlTree } from "../tree/sql-node.ts";
import { spliced } from "./splice.ts";

/** A text that says less about duplicates than it did, and where it said so. */
export interface DistinctMutant {
  range: TextRange;
  sql: string;
}

/** For each SELECT DISTINCT and each UNION of a text: the text with the duplicates let through. DISTINCT ON chooses rows and stays. */
export function withoutDistinct(tree: SqlTree): DistinctMutant[] {
  const mutants: DistinctMutant[] = [];
  for (const node of nodesOf(tree.root)) {
    const isUnion = node.kind === "set-operation";
    for (const child of node.children) {
      const text = tree.sql.slice(child.from, child.to);
      if (node.kind === "select-list" && child.kind === "distinct" && /^distinct$/i.test(text))
        mutants.push(mutant(tree, child, ""));
      if (isUnion && child.kind === "operator" && /^union(\s+distinct)?$/i.test(text))
        mutants.push(mutant(tree, child, "UNION ALL"));
    }
  }
  return mutants;
}

function mutant({ sql }: SqlTree, { from, to }: TextRange, text: string): DistinctMutant {
  return { range: { from, to }, sql: spliced(sql, [{ from, to, text }]) };
}
