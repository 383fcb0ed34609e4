import type { TestScript } from "../../domain/test-script.ts";
import { pythonString } from "../../formats/test-form/python-literal.ts";

/** A script that compares what an answer returns with what the gold returns, where the form has no check for that. */
export function sameRowsScript(isOrdered: boolean): TestScript {
  const side = (rows: string) => (isOrdered ? rows : `sorted(${rows})`);
  return `def test_case(pred_sqls, sol_sqls, db_name, conn):
    def rows_of(sqls):
        rows, error, timeout = execute_queries(sqls, db_name, conn)
        assert not error and not timeout, "the answer does not run"
        return [repr(tuple(row)) for row in rows or []]

    # The answer returns what the gold returns${isOrdered ? ", in its order" : ""}.
    actual, expected = rows_of(pred_sqls), rows_of(sol_sqls)
    assert len(actual) == len(expected), f"{len(actual)} rows instead of {len(expected)}"
    assert ${side("actual")} == ${side("expected")}, "other rows than those of the gold"
`;
}

/** A script that first inserts rows which tell answers apart, and where `again` runs the answer once more on them. */
export function onInsertedRows(
  script: TestScript,
  statements: readonly string[],
  again: boolean,
): TestScript {
  const [head = "", ...body] = script.split("\n");
  const lines = [
    "    # Rows that tell a wrong answer from a right one.",
    "    for statement in [",
    ...statements.map((sql) => `        ${pythonString(sql)},`),
    "    ]:",
    "        _, error, timeout = execute_queries([statement], db_name, conn)",
    '        assert not error and not timeout, f"this does not run: {statement}"',
    ...(again
      ? [
          "    _, error, timeout = execute_queries(pred_sqls, db_name, conn)",
          '    assert not error and not timeout, "the answer does not run on them"',
        ]
      : []),
    "",
  ];
  return [head, ...lines, ...body].join("\n");
}
