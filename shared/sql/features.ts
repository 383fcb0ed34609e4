import { isWord, nameOf } from "./lex.ts";
import { nodesOf, type SqlNode, type SqlNodeKind, type SqlTree, textOf } from "./tree/sql-node.ts";

/** What makes SQL more than SELECT … FROM … WHERE, as figure 8 of BIRD-INTERACT counts it; the list is ours. */
export const sqlFeatures = [
  "common table expression",
  "recursive query",
  "subquery",
  "join",
  "outer join",
  "aggregation",
  "grouping",
  "grouping sets",
  "condition on groups",
  "filtered aggregate",
  "window function",
  "ranking function",
  "set operation",
  "case expression",
  "distinct",
  "ordering",
  "limit",
  "existence test",
  "null handling",
  "cast",
  "json",
  "array",
  "date and time",
  "text function",
  "regular expression",
  "mathematics",
  "statistics",
  "insert",
  "update",
  "delete",
  "table definition",
  "view",
  "function or procedure",
  "trigger",
  "index or constraint",
  "procedural code",
] as const;
export type SqlFeature = (typeof sqlFeatures)[number];

const ofKind: Partial<Record<SqlNodeKind, SqlFeature>> = {
  cte: "common table expression",
  subquery: "subquery",
  "derived-table": "subquery",
  join: "join",
  "group-by": "grouping",
  "grouping-sets": "grouping sets",
  having: "condition on groups",
  filter: "filtered aggregate",
  "set-operation": "set operation",
  case: "case expression",
  distinct: "distinct",
  "order-by": "ordering",
  limit: "limit",
  fetch: "limit",
  exists: "existence test",
  cast: "cast",
  array: "array",
  "at-time-zone": "date and time",
  insert: "insert",
  update: "update",
  delete: "delete",
};

const ofFunction: readonly [SqlFeature, RegExp][] = [
  [
    "aggregation",
    /^(?:count|sum|avg|min|max|total|string_agg|group_concat|array_agg|jsonb?_(?:object_)?agg|bool_and|bool_or|every)$/,
  ],
  ["statistics", /^(?:stddev|var|corr|covar|regr_|percentile_|mode$|median$|variance)/],
  ["ranking function", /^(?:row_number|rank|dense_rank|percent_rank|cume_dist|ntile)$/],
  ["null handling", /^(?:coalesce|nullif|ifnull|nvl|num_n\w+)$/],
  ["json", /^jsonb?_|^to_jsonb?$|^row_to_json$/],
  ["array", /^(?:array_\w+|unnest|cardinality)$/],
  [
    "date and time",
    /^(?:extract|date_\w+|date|time|datetime|julianday|strftime|age|now|make_\w+|to_date|to_timestamp|clock_timestamp|justify_\w+)$/,
  ],
  ["regular expression", /^regexp_/],
  [
    "text function",
    /^(?:upper|lower|initcap|b?trim|ltrim|rtrim|substr|substring|split_part|replace|translate|concat|concat_ws|left|right|lpad|rpad|length|char_length|position|strpos|instr|format|printf|reverse|overlay|to_char)$/,
  ],
  [
    "mathematics",
    /^(?:round|abs|power|pow|sqrt|ln|log\d*|exp|ceil\w*|floor|trunc|mod|greatest|least|sign|random|sin|cos|tan|pi)$/,
  ],
];

const created: readonly [SqlFeature, RegExp][] = [
  ["table definition", /^(?:CREATE|ALTER|DROP)\b.*?\bTABLE\b/is],
  ["view", /^(?:CREATE|ALTER|DROP)\b[\s\w]*?\bVIEW\b/i],
  ["function or procedure", /^(?:CREATE|ALTER|DROP)\b[\s\w]*?\b(?:FUNCTION|PROCEDURE)\b/i],
  ["trigger", /^CREATE\b[\s\w]*?\bTRIGGER\b/i],
  ["index or constraint", /^CREATE\b[\s\w]*?\bINDEX\b|\b(?:ADD CONSTRAINT|CHECK \(|UNIQUE \(|FOREIGN KEY)/i],
];

/** The features that a statement has. */
export function featuresOf(tree: SqlTree): Set<SqlFeature> {
  const found = new Set<SqlFeature>();
  for (const node of nodesOf(tree.root)) for (const feature of featuresAt(tree, node)) found.add(feature);
  return found;
}

function featuresAt(tree: SqlTree, node: SqlNode): SqlFeature[] {
  const known = ofKind[node.kind];
  const features: SqlFeature[] = known === undefined ? [] : [known];
  switch (node.kind) {
    case "call":
      features.push(...calledFeatures(tree, node));
      break;
    case "with":
      if (isWord(tree.tokens[node.start + 1], "RECURSIVE")) features.push("recursive query");
      break;
    case "join-type":
      if (/\b(?:LEFT|RIGHT|FULL)\b/i.test(textOf(tree, node))) features.push("outer join");
      break;
    case "is":
      if (/null$/i.test(textOf(tree, node))) features.push("null handling");
      break;
    case "operator":
      features.push(...operatorFeatures(textOf(tree, node)));
      break;
    case "typed-literal":
      features.push("date and time");
      break;
    case "command":
    case "create-as":
      features.push(...commandFeatures(tree, node));
      break;
    case "routine-body":
      if (isProcedural(tree, node)) features.push("procedural code");
      break;
    default:
  }
  return features;
}

function calledFeatures(tree: SqlTree, call: SqlNode): SqlFeature[] {
  const [name] = call.children;
  const called =
    name?.kind === "function-name" ? (nameOf(tree.tokens[name.end - 1])?.toLowerCase() ?? "") : "";
  const isWindow = call.children.some(({ kind }) => kind === "over");
  const features = ofFunction.filter(([, names]) => names.test(called)).map(([feature]) => feature);
  return isWindow
    ? [...features.filter((feature) => feature !== "aggregation"), "window function"]
    : features;
}

function operatorFeatures(text: string): SqlFeature[] {
  if (/^(?:->>?|#>>?|@>|<@|\?[|&]?|@\?|@@)$/.test(text)) return ["json"];
  if (/^!?~\*?$|^(?:not\s+)?(?:regexp|similar\s+to)$/i.test(text)) return ["regular expression"];
  return text === "||" ? ["text function"] : [];
}

function commandFeatures(tree: SqlTree, node: SqlNode): SqlFeature[] {
  const body = node.children.find(({ kind }) => kind === "routine-body");
  const head = tree.sql.slice(node.from, body?.from ?? node.to);
  return created.filter(([, pattern]) => pattern.test(head)).map(([feature]) => feature);
}

/** Whether a routine is written in PL/pgSQL: it has variables, conditions or loops around its SQL. */
function isProcedural({ tokens }: SqlTree, { start, end }: SqlNode): boolean {
  const words = ["BEGIN", "DECLARE"];
  return tokens.slice(start, end).some((token) => words.some((word) => isWord(token, word)));
}
