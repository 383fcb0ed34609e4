import type { ParsedStatement } from "../postgres-dialect/statements.ts";

/**
 * Words that make a text depend on more than the state it runs on: clocks, random values, the session, the transaction itself
 * and dynamic SQL, behind which all of these could hide. Wherever they are; a text that is taken for unsteady is only slower.
 */
const unsteady = new RegExp(
  [
    // The transaction's clock stands still from its beginning; "now" and its like are also input of date types.
    "now|today|tomorrow|yesterday|timeofday|current_(?:date|time|timestamp)|localtime(?:stamp)?|(?:transaction|statement|clock)_timestamp",
    "random\\w*|setseed|gen_\\w+|uuid\\w*",
    // What a transaction or its end is seen by, or ends it.
    "txid\\w*|xmin|xmax|cmin|cmax|ctid|commit|rollback|abort|savepoint|deferr\\w*|constraints|constraint\\s+trigger|add\\s+value",
    "set\\s+(?:local|session|transaction|role)|set_config|on\\s+commit|listen|notify|unlisten|discard|prepare|copy|lock|concurrently",
    "vacuum|analyze|analyse|cluster|reindex|dblink\\w*|lo_\\w+",
    // Text that is run as SQL.
    "execute(?!\\s+(?:function|procedure)\\b)|\\w+_to_xml\\w*|ts_stat|ts_rewrite",
    "pg_(?!catalog\\b|typeof\\b|get_\\w+def\\b|get_expr\\b|get_serial_sequence\\b|attribute\\b|attrdef\\b|constraint\\b|enum\\b|index\\b|indexes\\b|matviews\\b|namespace\\b|proc\\b|sequences\\b|trigger\\b|type\\b|views\\b)\\w*",
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join("|"),
  "i",
);

/** Names written with escapes can spell anything; age() of one date counts from today, while "age" alone is mostly a column. */
const moreUnsteady = /\bu&["']|\bage\W*\(/i;

/** Whether a text or a definition may depend on more than the state; comments may hold two words apart. */
export function isUnsteady(text: string): boolean {
  const bare = text.replace(/--.*|\/\*[\s\S]*?\*\//g, " ");
  return [text, bare].some((each) => unsteady.test(each) || moreUnsteady.test(each));
}

/** The words of a text in lower case, those in strings, names and comments too. */
export function textWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []);
}

/** Statements whose effect is undone by rolling back, and that do the same within a transaction as at its beginning. */
const revertible = new Set([
  ...["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt", "ExplainStmt", "TruncateStmt"],
  ...["CreateStmt", "CreateTableAsStmt", "AlterTableStmt", "RenameStmt", "DropStmt", "IndexStmt", "ViewStmt"],
  ...[
    "CreateSeqStmt",
    "AlterSeqStmt",
    "CreateFunctionStmt",
    "AlterFunctionStmt",
    "CreateTrigStmt",
    "RuleStmt",
  ],
  ...["CreateEnumStmt", "CompositeTypeStmt", "CreateDomainStmt", "AlterDomainStmt", "CreateSchemaStmt"],
  ...[
    "CommentStmt",
    "GrantStmt",
    "RefreshMatViewStmt",
    "DoStmt",
    "CallStmt",
    "CreatePolicyStmt",
    "CreateStatsStmt",
  ],
]);

/**
 * Whether a text gives and leaves the same on a state, whenever and how often it runs there: then it may run in a transaction
 * that is kept open, be rolled back with it, and be run again where that was lost. `names` are those of unsteady objects.
 * A text that spells 'now' in pieces, to be read as a date, passes: it sees the clock of the first text of its run.
 */
export function isSteady(
  sql: string,
  statements: readonly ParsedStatement[] | null,
  names: readonly (readonly string[])[],
): boolean {
  if (!statements?.every(({ kind }) => revertible.has(kind)) || sql.length > longest || isUnsteady(sql))
    return false;
  const words = textWords(sql);
  return !names.some((name) => name.every((word) => words.has(word)));
}

/** A longer text is not worth looking at: it takes its time in any case. */
const longest = 100_000;
