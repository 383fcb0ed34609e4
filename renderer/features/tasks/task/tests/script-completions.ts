import { type EvaluatorProfile, scriptHelpers } from "#shared/domain/test-script.ts";
import type { CodeCompletion } from "../../../../ui/code-editor/index.ts";

const names: Record<string, Pick<CodeCompletion, "detail" | "insert">> = {
  execute_queries: {
    detail: "(rows, failed, timed out)",
    insert: `execute_queries(["\${1:SELECT 1}"], db_name, conn)`,
  },
  test_case_default: {
    detail: "soft exact match; raises where the results differ",
    insert: "test_case_default(pred_sqls, sol_sqls, db_name, conn)",
  },
  ex_base: {
    detail: "1 if both lists return the same rows, else 0",
    insert: "ex_base(pred_sqls, sol_sqls, db_name, conn)",
  },
  remove_comments: { detail: "the list without SQL comments", insert: "remove_comments(pred_sqls)" },
  remove_distinct: { detail: "the list without DISTINCT", insert: "remove_distinct(pred_sqls)" },
  remove_round: { detail: "the list without ROUND", insert: "remove_round(pred_sqls)" },
  pred_query_result: { detail: "rows that the predicted SQL returned", insert: "pred_query_result" },
};

/** What follows the first line of the snippets is indented by the editor, as the line is. */
const snippets: readonly CodeCompletion[] = [
  {
    label: "test_case",
    kind: "snippet",
    detail: "the function that evaluators call",
    insert: `def test_case(pred_sqls, sol_sqls, db_name, conn):\n    \${0:pass}`,
  },
  {
    label: "rows of a query",
    kind: "snippet",
    detail: "runs a query and asserts that it ran",
    insert: [
      `rows, failed, timed_out = execute_queries(["\${1:SELECT 1}"], db_name, conn)`,
      `assert not failed and not timed_out, "\${2:the query does not run}"`,
    ].join("\n"),
  },
  {
    label: "assert rows",
    kind: "snippet",
    detail: "exactly these rows",
    insert: `assert rows == [\${1:(1,)}], f"{rows} instead of \${2:one row}"`,
  },
  {
    label: "cursor",
    kind: "snippet",
    detail: "a cursor of the connection",
    insert: `cursor = conn.cursor()\ncursor.execute("\${1:SELECT 1}")\nrows = cursor.fetchall()`,
  },
];

/** What a test script is offered under an evaluator: the names that it finds there, and pieces to begin with. */
export function scriptCompletions(profile: EvaluatorProfile): CodeCompletion[] {
  const own = [...scriptHelpers[profile], "pred_query_result"].map((label): CodeCompletion => {
    const { detail = "", insert = label } = names[label] ?? {};
    return { label, kind: "name", detail, insert };
  });
  return [...own, ...snippets];
}
