/** A task row as BIRD-Interact writes it, on the database harbour. */
export function taskRow(id: string, fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    instance_id: id,
    selected_database: "harbour",
    query: "How many ships have a name?",
    amb_user_query: "How many ships are there?",
    preprocess_sql: [],
    clean_up_sqls: [],
    sol_sql: ["SELECT count(name) FROM ship"],
    external_knowledge: [],
    test_cases: [],
    user_query_ambiguity: {
      critical_ambiguity: [
        { term: "ships", sql_snippet: "count(name)", is_mask: false, type: "semantic_ambiguity" },
      ],
      non_critical_ambiguity: [],
    },
    knowledge_ambiguity: [],
    category: "Query",
    conditions: { decimal: -1, distinct: false, order: false },
    follow_up: {
      query: "And how many in all?",
      sol_sql: ["SELECT count(*) FROM ship"],
      external_knowledge: [],
      type: "aggregation",
      test_cases: [],
      category: "Query",
      conditions: { decimal: -1, distinct: false, order: false },
    },
    ...fields,
  });
}
