/** Action codes of sqlite3_set_authorizer (sqlite.org/c3ref/c_alter_table.html), those that a rule here names. */
export const action = {
  pragma: 19,
  read: 20,
  select: 21,
  attach: 24,
  detach: 25,
  function: 31,
  recursive: 33,
} as const;

/**
 * PRAGMAs that only describe the schema: allowed as table-valued functions (`pragma_table_info('t')`), which some predictions
 * use. `data_version` and `page_size` are asked by full-text tables while they are read. None names the file or sets anything.
 */
export const harmlessPragmas: ReadonlySet<string> = new Set([
  ...[
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "index_xinfo",
    "foreign_key_list",
  ],
  ...["function_list", "collation_list", "data_version", "page_size", "encoding"],
]);

/** Functions that reach out of the database. */
export const refusedFunctions: ReadonlySet<string> = new Set(["load_extension", "fts3_tokenizer"]);
