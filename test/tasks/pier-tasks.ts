import { taskRow } from "../support/task-row.ts";

/** A small database for certificates, in SQL. */
export const pierDatabase = [
  "CREATE TABLE berth (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, depth INTEGER NOT NULL, width INTEGER NOT NULL);",
  "INSERT INTO berth VALUES (1, 'A', 5, 20), (2, 'B', 6, 9), (3, 'C', 9, 7), (4, 'D', 11, 4), (5, 'E', 4, 12), (6, 'F', 7, 3);",
];

/** A task on the pier that is certified without exceptions, as a row of BIRD-Interact. */
export function pierTask(id: string, fields: Record<string, unknown> = {}): string {
  const { follow_up: _, ...row } = JSON.parse(taskRow(id)) as Record<string, unknown>;
  return JSON.stringify({
    ...row,
    selected_database: "pier",
    query: "The ids and names of the berths that are deeper than 5 m.",
    amb_user_query: "The ids and names of the deep berths.",
    user_query_ambiguity: {
      critical_ambiguity: [
        { term: "deep", sql_snippet: "depth > 5", is_mask: true, type: "semantic_ambiguity" },
      ],
      non_critical_ambiguity: [],
    },
    sol_sql: ["SELECT id, name FROM berth WHERE depth > 5"],
    ...fields,
  });
}
