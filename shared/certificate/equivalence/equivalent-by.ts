import type { DatabaseSchema } from "../../domain/schema.ts";
import type { KeySpace } from "../../sql/anchor/node-keys.ts";
import { meaningKey } from "../../sql/mutate/mutants.ts";
import { spliced } from "../../sql/mutate/splice.ts";
import { parseTree } from "../../sql/tree/parse-tree.ts";
import type { SqlTree } from "../../sql/tree/sql-node.ts";
import type { EquivalenceRule } from "./equivalence-rule.ts";
import { queryFacts } from "./query-facts.ts";
import { equivalenceRules } from "./registry.ts";

/** A text is rewritten so often at most: each rewriting takes something away. */
const mostRewritings = 60;

/** A text as the rules have rewritten it, and the rules that did. */
export interface NormalForm {
  tree: SqlTree;
  rules: EquivalenceRule[];
}

/** The rules that show a gold and another list of texts to be equivalent under the constraints of the schema; null where none do. */
export function equivalentBy(
  gold: readonly SqlTree[],
  other: readonly SqlTree[],
  schema: DatabaseSchema | null,
): EquivalenceRule[] | null {
  if (gold.length !== other.length) return null;
  const used = new Set<EquivalenceRule>();
  const space: KeySpace = new Map();
  for (const [at, tree] of gold.entries()) {
    const left = goldForm(tree, schema);
    const right = normalForm(other[at] as SqlTree, schema);
    if (meaningKey(left.tree, space) !== meaningKey(right.tree, space)) return null;
    for (const rule of [...left.rules, ...right.rules])
      if (!left.rules.includes(rule) || !right.rules.includes(rule)) used.add(rule);
    if (used.size === 0) for (const rule of left.rules) used.add(rule);
  }
  return [...used];
}

const goldForms = new WeakMap<SqlTree, { schema: DatabaseSchema | null; form: NormalForm }>();

/** The form of a text that many others are held against. */
function goldForm(tree: SqlTree, schema: DatabaseSchema | null): NormalForm {
  const known = goldForms.get(tree);
  if (known?.schema === schema) return known.form;
  const form = normalForm(tree, schema);
  goldForms.set(tree, { schema, form });
  return form;
}

/** Rewrites a text by every rule, over and over, until none has anything to do. */
export function normalForm(
  tree: SqlTree,
  schema: DatabaseSchema | null,
  rules: readonly EquivalenceRule[] = equivalenceRules,
): NormalForm {
  const used: EquivalenceRule[] = [];
  let now = tree;
  for (let turn = 0; turn < mostRewritings; turn += 1) {
    const next = rewritten(now, schema, rules);
    if (next === null) break;
    used.push(next.rule);
    now = next.tree;
  }
  return { tree: now, rules: [...new Set(used)] };
}

function rewritten(
  tree: SqlTree,
  schema: DatabaseSchema | null,
  rules: readonly EquivalenceRule[],
): { tree: SqlTree; rule: EquivalenceRule } | null {
  const blocks = queryFacts(tree, schema);
  for (const rule of rules)
    for (const block of blocks) {
      const splices = apart(rule.rewrite(block));
      const sql = spliced(tree.sql, splices);
      if (splices.length > 0 && sql !== tree.sql) return { tree: parseTree(sql, tree.dialect), rule };
    }
  return null;
}

/** Splices that do not overlap: of two that do the first stays. */
function apart<Stretch extends { from: number; to: number }>(splices: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = [];
  for (const splice of splices)
    if (kept.every(({ from, to }) => splice.to <= from || splice.from >= to)) kept.push(splice);
  return kept;
}
