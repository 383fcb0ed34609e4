import { calledName, isZero } from "../../sql/propose/detail.ts";
import { type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import type { QuestionRole } from "./question-roles.ts";

const ofType: Record<string, QuestionRole[]> = {
  decimal_ambiguity: ["decimals"],
  join_ambiguity: ["partners", "missing"],
  distinct_ambiguity: ["duplicates"],
  sort_ambiguity: ["order"],
  null_ambiguity: ["missing", "partners"],
  rank_ambiguity: ["ties"],
  divide_by_zero_ambiguity: ["zero", "partners", "missing"],
  null_value_ambiguity: ["missing", "partners"],
  mixed_unit_ambiguity: ["units"],
  inconsistent_name_ambiguity: ["spelling"],
  semantic_ambiguity: ["threshold"],
};

/** What questions about a type of ambiguity ask for. */
export function rolesOfType(type: string): readonly QuestionRole[] {
  return ofType[type] ?? [];
}

/** What a question has to ask for to be about a node. */
export function rolesOfNode(tree: SqlTree, node: SqlNode): Set<QuestionRole> {
  const roles = new Set<QuestionRole>();
  const within = (inner: SqlNode): void => {
    addRoles(roles, tree, inner);
    // The order of a window or a list is not that of the rows.
    const isOrdered = inner.kind === "window-spec" || inner.kind === "call";
    for (const child of inner.children) if (!isOrdered || child.kind !== "order-by") within(child);
  };
  within(node);
  return roles;
}

/** The same for the first words of a stretch of a statement. */
export function rolesOfText(text: string): QuestionRole[] {
  const object: QuestionRole[] = /^(?:create|drop)\b/i.test(text) ? ["object"] : [];
  return /^(?:delete|truncate|drop)\b/i.test(text) ? [...object, "removal"] : object;
}

function addRoles(roles: Set<QuestionRole>, tree: SqlTree, node: SqlNode): void {
  const kinds: Partial<Record<SqlNode["kind"], QuestionRole[]>> = {
    "order-by": ["order"],
    "order-item": ["order"],
    limit: ["limit"],
    fetch: ["limit"],
    "group-by": ["groups"],
    distinct: ["duplicates"],
    "select-list": ["columns"],
    comparison: ["threshold"],
    between: ["threshold"],
    operation: ["calculation"],
    "typed-literal": ["period"],
  };
  for (const role of kinds[node.kind] ?? []) roles.add(role);
  if (node.kind === "join" && /^\s*(?:left|right|full)/i.test(textOf(tree, node))) roles.add("partners");
  if (node.kind === "is") roles.add("missing");
  if (node.kind === "string" && /\d{4}-\d\d/.test(textOf(tree, node))) roles.add("period");
  if (node.kind === "case" && /like/i.test(textOf(tree, node))) roles.add("units");
  if (node.kind === "when" && node.children[0]?.children.some((child) => isZero(tree, child)))
    roles.add("zero");
  if (node.kind === "call") for (const role of rolesOfCall(calledName(tree, node))) roles.add(role);
}

function rolesOfCall(name: string): QuestionRole[] {
  if (/^(?:round|trunc|ceil|ceiling|floor)$/.test(name)) return ["decimals"];
  if (/^(?:coalesce|ifnull|nvl|num_nonnulls)$/.test(name)) return ["missing", "partners"];
  if (name === "nullif") return ["zero"];
  if (/^(?:upper|lower|trim|btrim|initcap|replace)$/.test(name)) return ["spelling"];
  if (/^(?:rank|dense_rank|row_number)$/.test(name)) return ["ties"];
  if (/^(?:extract|date_trunc|date_part|to_char|strftime)$/.test(name)) return ["period"];
  return /^(?:avg|sum|count|max|min)$/.test(name) ? ["calculation"] : [];
}
